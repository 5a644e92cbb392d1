package cal.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

class ApplicationSettingsTest {
  private static StandardEnvironment environment(
      Map<String, Object> variables, Map<String, Object> file) {
    StandardEnvironment environment = new StandardEnvironment();
    environment
        .getPropertySources()
        .replace(
            StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
            new SystemEnvironmentPropertySource("variables", variables));
    environment.getPropertySources().addLast(new MapPropertySource("file", file));
    ConfigurationPropertySources.attach(environment);
    return environment;
  }

  /** As of all properties of Spring; a number of YAML is no text. */
  @Test
  void shouldPreferAVariableToAFile() {
    StandardEnvironment environment =
        environment(
            Map.of("CAL_MAX_IN_FLIGHT", "7", "CAL_MODEL", "virtual"),
            Map.of("cal.max-in-flight", 9, "cal.cores", 0, "calendar", "x"));
    assertThat(ApplicationSettings.of(environment))
        .containsOnly(Map.entry("cal.max-in-flight", "7"), Map.entry("cal.cores", "0"));
    assertThat(ApplicationSettings.origin(environment, "cal.max-in-flight")).isEqualTo("variables");
    assertThat(ApplicationSettings.origin(environment, "cal.cores")).isEqualTo("file");
    assertThat(ApplicationSettings.nameAModel(environment)).isTrue();
    assertThat(ApplicationSettings.choose(environment, Stages.WEB)).isTrue();
  }

  @Test
  void shouldLeaveAStageToBootThatIsSequential() {
    StandardEnvironment environment =
        environment(
            Map.of(), Map.of("cal.model", "virtual", "cal.stage.tomcat.model", "sequential"));
    assertThat(ApplicationSettings.choose(environment, Stages.WEB)).isFalse();
    assertThat(ApplicationSettings.choose(environment, Stages.TASKS)).isTrue();
    assertThat(ApplicationSettings.choose(environment(Map.of(), Map.of()), Stages.TASKS)).isFalse();
  }
}
