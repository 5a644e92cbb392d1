package cal.spring;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.internal.start.LoadTime;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.DefaultResourceLoader;

/** The bindings of an application have its properties, too. */
class EarlySettingsTest {
  /** An application without beans. */
  @Configuration(proxyBeanMethods = false)
  static class Empty {}

  @TempDir private Path folder;

  /** Of the whole process, as its bindings are. */
  @AfterEach
  void giveNothing() {
    LoadTime.settings(Map.of(), "");
  }

  private Map<String, String> inForce(String record, String... arguments) throws IOException {
    Path file = folder.resolve("META-INF/cal/captures");
    Files.createDirectories(file.getParent());
    Files.writeString(file, record);
    ClassLoader parent = EarlySettingsTest.class.getClassLoader();
    try (URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()}, parent);
        ConfigurableApplicationContext context =
            new SpringApplicationBuilder(Empty.class)
                .resourceLoader(new DefaultResourceLoader(loader))
                .web(WebApplicationType.NONE)
                .run(arguments)) {
      assertThat(context.isRunning()).isTrue();
      return LoadTime.settingsInForce(loader);
    }
  }

  @Test
  void shouldGiveBindingsThePropertiesButThoseOfTheStarter() throws IOException {
    String record = "binding shop.ShopActivities$Accept\n  spawn shop.Shop.main(Shop.java:7) x\n";
    assertThat(
            inForce(
                record,
                "--cal.model=reactive",
                "--cal.stage.accept.model=thread",
                "--cal.stage.tomcat.model=virtual"))
        .containsEntry("cal.model", "reactive (the application's properties)")
        .containsEntry("cal.stage.accept.model", "thread (the application's properties)")
        .doesNotContainKey("cal.stage.tomcat.model");
  }

  @Test
  void shouldGiveNothingWithoutBindings() throws IOException {
    assertThat(inForce("", "--cal.model=reactive")).isEmpty();
  }
}
