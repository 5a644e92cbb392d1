package cal.spring;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.internal.settings.Models;
import cal.core.spi.ConcurrencyModel;
import cal.core.spi.CoreSettings;
import cal.core.spi.Setting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What editors complete in {@code application.properties} is CAL's own list of settings. */
class MetadataTest {
  private static final Path FILE =
      Path.of("src/main/resources/META-INF/spring-configuration-metadata.json");

  private static final Pattern CHOICE = Pattern.compile("[a-z_-]+(, [a-z_-]+)+");
  private static final Pattern NUMBER = Pattern.compile("\\d+ to \\d+ .*");

  /** Those that users can have: cal-core's tests have others. */
  private final List<ConcurrencyModel> models =
      Models.of(MetadataTest.class.getClassLoader()).all().stream()
          .filter(model -> !model.name().startsWith("test-"))
          .toList();

  /** {@code -Dmetadata=write} writes the file anew. */
  @Test
  void shouldCompleteEverySetting() throws IOException {
    String expected = metadata();
    if (System.getProperty("metadata", "").equals("write")) {
      Files.writeString(FILE, expected);
    }
    assertThat(Files.readString(FILE))
        .as("%s; write it anew by -Dmetadata=write of this test", FILE)
        .isEqualTo(expected);
    assertThat(expected)
        .contains("\"cal.model\"", "\"cal.reactive.transport\"", "\"cal.jcsp-pool.size\"")
        .contains("\"cal.stage.tomcat.max-in-flight\"", "\"cal.cluster.listen\"");
  }

  private String metadata() {
    Map<String, String> properties = new TreeMap<>();
    Map<String, String> hints = new TreeMap<>();
    List<Setting<?>> settings = new ArrayList<>(CoreSettings.all());
    models.forEach(model -> settings.addAll(model.settings()));
    for (Setting<?> setting : settings) {
      List<String> keys = new ArrayList<>(List.of("cal." + setting.key()));
      if (setting.scope() == Setting.Scope.STAGE) {
        keys.add(ApplicationSettings.key(Stages.WEB, setting.key()));
        keys.add(ApplicationSettings.key(Stages.TASKS, setting.key()));
      }
      for (String key : keys) {
        properties.put(key, property(key, setting));
        if (CHOICE.matcher(setting.type()).matches()) {
          hints.put(
              key, hint(key, Arrays.stream(setting.type().split(", ")).map(MetadataTest::value)));
        } else if (setting.key().equals("model")) {
          hints.put(
              key,
              hint(key, models.stream().filter(ConcurrencyModel::spawns).map(MetadataTest::value)));
        }
      }
    }
    return "{\n  \"properties\": [\n"
        + lines(properties.values())
        + "\n  ],\n  \"hints\": [\n"
        + lines(hints.values())
        + "\n  ]\n}\n";
  }

  private static String lines(Collection<String> objects) {
    return objects.stream().map(one -> "    " + one).collect(Collectors.joining(",\n"));
  }

  private static String property(String key, Setting<?> setting) {
    boolean number = NUMBER.matcher(setting.type()).matches();
    String fallback = setting.fallback();
    return "{\"name\": %s, \"type\": \"%s\", \"description\": %s, \"defaultValue\": %s}"
        .formatted(
            quoted(key),
            number ? "java.lang.Integer" : "java.lang.String",
            quoted(setting.purpose() + ": " + setting.type()),
            number ? fallback : quoted(fallback));
  }

  private static String hint(String key, Stream<String> values) {
    return "{\"name\": %s, \"values\": [%s]}"
        .formatted(quoted(key), values.collect(Collectors.joining(", ")));
  }

  private static String value(String text) {
    return "{\"value\": %s}".formatted(quoted(text));
  }

  private static String value(ConcurrencyModel model) {
    return "{\"value\": %s, \"description\": %s}"
        .formatted(quoted(model.name()), quoted(model.whenToChoose()));
  }

  private static String quoted(String text) {
    assertThat(text).doesNotContain("\"", "\\", "\n");
    return '"' + text + '"';
  }
}
