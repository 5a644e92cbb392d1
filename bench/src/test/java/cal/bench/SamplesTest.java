package cal.bench;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The sources of the samples' servers are plain sequential Java, and have rooms. */
class SamplesTest {
  private static final Pattern FORBIDDEN =
      Pattern.compile(
          "import (static )?cal\\.(?!sample\\.)"
              + "|cal\\.(core|thread|executor|reactive|jcsp|proactor|cluster)\\b|org\\.aspectj"
              + "|cal\\.sample\\.orb\\.adapter|java\\.util\\.concurrent"
              + "|new Thread\\b|Thread\\.(of|start|Builder)|extends Thread"
              + "|\\bsynchronized\\b|\\bvolatile\\b|\\bRunnable\\b|\\bCallable\\b"
              + "|\\.(wait|notify|notifyAll|parallel|parallelStream)\\(|addShutdownHook");

  /** All but the adapter of JacORB, which belongs to its binding. */
  @ParameterizedTest
  @ValueSource(strings = {"sample-upload-server", "sample-orb-adapter", "sample-web-server"})
  void shouldMentionNeitherCalNorConcurrency(String sample) throws IOException {
    List<Path> files;
    try (Stream<Path> walk = Files.walk(Path.of("..", sample, "src", "main", "java"))) {
      files =
          walk.filter(file -> file.toString().endsWith(".java"))
              .filter(file -> !file.getParent().endsWith("orb/adapter"))
              .toList();
    }
    assertThat(files).hasSizeGreaterThan(6);
    for (Path file : files) {
      assertThat(Files.readString(file)).as("%s", file).doesNotContainPattern(FORBIDDEN);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"echo", "paper"})
  void shouldMentionNeitherInTheServersOfPages(String folder) throws IOException {
    assertThat(Files.readString(Path.of("..", "docs", folder, "Server.java")))
        .doesNotContainPattern(FORBIDDEN);
  }

  @Test
  void shouldLetNoCycleCrossPackages() {
    JavaClasses plain = new ClassFileImporter().importPath("../sample-web-server/target/classes");
    assertThat(plain).isNotEmpty();
    slices().matching("cal.sample.web.(**)").should().beFreeOfCycles().check(plain);
    slices().matching("cal.sample.(**)").should().beFreeOfCycles().check(plain);
  }
}
