package cal.spring;

import cal.core.spi.ConcurrencyModel;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.origin.Origin;
import org.springframework.boot.origin.OriginLookup;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.PropertyResolver;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/** The keys of CAL among an application's properties. Stateless. */
final class ApplicationSettings {
  private static final String PREFIX = "cal.";
  private static final String MODEL = "model";

  private ApplicationSettings() {}

  /** The key of a stage's setting. */
  static String key(String stage, String setting) {
    return PREFIX + "stage." + stage + "." + setting;
  }

  /**
   * The values by their keys. Variables of the environment are CAL's own source, with names that no
   * key can be told from; the value of a key is a variable's, though, where there is one.
   */
  static Map<String, String> of(ConfigurableEnvironment environment) {
    Map<String, String> values = new TreeMap<>();
    for (PropertySource<?> source : environment.getPropertySources()) {
      if (source instanceof EnumerablePropertySource<?> some
          && !(source instanceof SystemEnvironmentPropertySource)) {
        for (String name : some.getPropertyNames()) {
          if (name.startsWith(PREFIX)) {
            values.put(name, environment.getProperty(name));
          }
        }
      }
    }
    return values;
  }

  /** Where the value of a key comes from, for people. */
  static String origin(ConfigurableEnvironment environment, String key) {
    for (PropertySource<?> source : environment.getPropertySources()) {
      if (!ConfigurationPropertySources.isAttachedConfigurationPropertySource(source)
          && source.containsProperty(key)) {
        Origin origin = OriginLookup.getOrigin(source, key);
        return origin == null ? source.getName() : origin.toString();
      }
    }
    return "the starter";
  }

  /** Whether CAL is told anything. */
  static boolean areThere(ConfigurableEnvironment environment) {
    Set<String> variables = environment.getSystemEnvironment().keySet();
    return !of(environment).isEmpty() || variables.stream().anyMatch(one -> one.startsWith("CAL_"));
  }

  /** Whether a stage has a model other than Boot's own. */
  static boolean choose(PropertyResolver properties, String stage) {
    String general = properties.getProperty(PREFIX + MODEL, ConcurrencyModel.SEQUENTIAL);
    return !properties.getProperty(key(stage, MODEL), general).equals(ConcurrencyModel.SEQUENTIAL);
  }

  /** Whether any key names a model. */
  static boolean nameAModel(ConfigurableEnvironment environment) {
    return environment.containsProperty(PREFIX + MODEL)
        || of(environment).keySet().stream()
            .anyMatch(key -> key.startsWith(PREFIX + "stage.") && key.endsWith("." + MODEL));
  }
}
