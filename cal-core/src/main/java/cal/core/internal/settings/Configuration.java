package cal.core.internal.settings;

import cal.core.internal.support.Nearest;
import cal.core.spi.ConfigurationException;
import cal.core.spi.Setting;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * The sources of settings: system properties, then the environment (such as {@code CAL_MODEL}),
 * then the file of the agent, then {@code cal.properties} on the class path; the first source of a
 * key wins.
 *
 * <p>Immutable and thread-safe. The key of a stage, {@code cal.stage.<stage>.<key>}, or of an
 * aspect of critical regions, {@code cal.regions.<regions>.<key>}, wins over the general key,
 * {@code cal.<key>}, wherever either is set. A setting of the whole runtime has the general key
 * alone.
 */
public final class Configuration {
  private static final String PREFIX = "cal.";
  private static final String STAGE_PREFIX = "cal.stage.";
  private static final String REGIONS_PREFIX = "cal.regions.";
  private static final String FILE = "cal.properties";

  /** Before the model's name in the key of a setting of a model. */
  private static final Pattern OWNER = Pattern.compile("^cal\\.(?:stage\\.[^.]+\\.)?");

  /** The origin of a default. */
  public static final String DEFAULT = "default";

  private record Value(String text, String origin) {
    String describe(String key) {
      return key + "=" + text + " (" + origin + ")";
    }
  }

  private final Map<String, Value> properties;
  private final Environment environment;
  private final Map<String, Value> files;

  private Configuration(
      Map<String, Value> properties, Environment environment, Map<String, Value> files) {
    this.properties = properties;
    this.environment = environment;
    this.files = files;
  }

  /**
   * Makes a configuration of given properties alone, for tests and embedders.
   *
   * @param properties full keys and their values
   * @return the configuration
   */
  public static Configuration of(Map<String, String> properties) {
    Map<String, Value> values = new LinkedHashMap<>();
    properties.forEach((key, text) -> values.put(key, new Value(text, "given")));
    return new Configuration(values, Environment.of(Map.of()), Map.of());
  }

  /** A configuration of an artifact's settings alone: the environment is a build's. */
  public static Configuration ofArtifact(Map<String, String> settings, String origin) {
    Map<String, Value> files = new LinkedHashMap<>();
    settings.forEach((key, text) -> files.put(key, new Value(text, origin)));
    return new Configuration(Map.of(), Environment.of(Map.of()), files);
  }

  /** The values of {@code cal.properties}, found by a loader, by their full keys. */
  public static Map<String, String> file(ClassLoader loader) {
    Map<String, Value> values = new LinkedHashMap<>();
    readFile(loader, values);
    Map<String, String> texts = new LinkedHashMap<>();
    values.forEach((key, value) -> texts.put(key, value.text()));
    return texts;
  }

  /** The same configuration of an artifact without the settings of some models. */
  public Configuration without(Collection<String> models) {
    Map<String, Value> others = new LinkedHashMap<>(files);
    others
        .keySet()
        .removeIf(key -> models.contains(OWNER.matcher(key).replaceFirst("").split("\\.", 2)[0]));
    return new Configuration(properties, environment, others);
  }

  /**
   * Reads the configuration of this process.
   *
   * @param loader finds {@code cal.properties}
   * @return the configuration
   * @throws ConfigurationException if {@code cal.properties} cannot be read, or there are several
   */
  public static Configuration load(ClassLoader loader) {
    Map<String, Value> files = new LinkedHashMap<>();
    readFile(loader, files);
    GivenSettings given = GivenSettings.get();
    given.values().forEach((key, text) -> files.put(key, new Value(text, given.origin())));
    Map<String, Value> properties = new LinkedHashMap<>();
    for (String key : System.getProperties().stringPropertyNames()) {
      if (key.startsWith(PREFIX)) {
        properties.put(key, new Value(System.getProperty(key), "-D" + key));
      }
    }
    return new Configuration(properties, Environment.of(System.getenv()), files);
  }

  /**
   * The same configuration with other values, which win over all present values.
   *
   * @param values full keys and their values
   * @param origin the source of the values, for people
   */
  public Configuration with(Map<String, String> values, String origin) {
    Map<String, Value> all = new LinkedHashMap<>(properties);
    values.forEach((key, text) -> all.put(key, new Value(text, origin)));
    return new Configuration(all, environment, files);
  }

  private static void readFile(ClassLoader loader, Map<String, Value> into) {
    try {
      List<URL> files = Collections.list(loader.getResources(FILE));
      if (files.size() > 1) {
        throw new ConfigurationException(
            "several " + FILE + " are on the class path, keep one of " + files);
      }
      for (URL file : files) {
        Properties properties = new UniqueProperties(file.toString());
        try (InputStream in = file.openStream()) {
          properties.load(in);
        }
        for (String key : properties.stringPropertyNames()) {
          into.put(key, new Value(properties.getProperty(key), file.toString()));
        }
      }
    } catch (IOException | IllegalArgumentException e) {
      throw new ConfigurationException(FILE + " cannot be read: " + e.getMessage(), e);
    }
  }

  /**
   * The value of a setting for a part of the server: the part's, the general value, or the default.
   *
   * @param part a stage, or an aspect of critical regions, by the setting's scope
   */
  public <T> T get(Setting<T> setting, String part) {
    String key = keyOf(setting, part);
    Value value = find(key);
    return value == null
        ? setting.defaultValue()
        : setting.parse(key, value.text(), value.origin());
  }

  /** The same value as written. */
  public String text(Setting<?> setting, String part) {
    Value value = find(keyOf(setting, part));
    return value == null ? setting.fallback() : value.text();
  }

  /** Whether a part has a value of its own for a setting. */
  public boolean isSetFor(Setting<?> setting, String part) {
    return find(ownKey(setting, part)) != null;
  }

  /** Where a part's value of a setting comes from, for people. */
  public String origin(Setting<?> setting, String part) {
    Value value = find(keyOf(setting, part));
    return value == null ? DEFAULT : value.origin();
  }

  /** The value of a key from its first source, or null. */
  private Value find(String key) {
    Value property = properties.get(key);
    String variable = environment.get(key);
    return property != null
        ? property
        : variable != null
            ? new Value(variable, "environment " + Environment.nameOf(key))
            : files.get(key);
  }

  /** The given values, with their origins, by key. */
  public Map<String, String> described() {
    Map<String, String> described = new TreeMap<>();
    files.forEach((key, value) -> described.put(key, value.text() + " (" + value.origin() + ")"));
    environment.values().forEach((name, text) -> described.put(name, text + " (environment)"));
    properties.forEach(
        (key, value) -> described.put(key, value.text() + " (" + value.origin() + ")"));
    return described;
  }

  /** The key of a setting for a part: {@code cal.regions.totals.synchronization}. */
  public static String ownKey(Setting<?> setting, String part) {
    return switch (setting.scope()) {
      case STAGE -> STAGE_PREFIX + part + "." + setting.key();
      case REGIONS -> REGIONS_PREFIX + part + "." + setting.key();
      case RUNTIME -> PREFIX + setting.key();
    };
  }

  /** The key of a part's value. */
  private String keyOf(Setting<?> setting, String part) {
    String own = ownKey(setting, part);
    return find(own) != null ? own : PREFIX + setting.key();
  }

  /**
   * Checks every key and every value, where there are no critical regions.
   *
   * @throws ConfigurationException as the other
   */
  public void validate(Collection<String> stages, Collection<Setting<?>> settings) {
    validate(stages, List.of(), settings);
  }

  /**
   * Checks every key and every value.
   *
   * @throws ConfigurationException naming the first unknown key, with the nearest known key, or the
   *     first value not allowed
   */
  public void validate(
      Collection<String> stages, Collection<String> regions, Collection<Setting<?>> settings) {
    Map<String, Setting<?>> known = new LinkedHashMap<>();
    for (Setting<?> setting : settings) {
      known.put(PREFIX + setting.key(), setting);
      Collection<String> parts = setting.scope() == Setting.Scope.REGIONS ? regions : stages;
      parts.forEach(part -> known.put(ownKey(setting, part), setting));
    }
    Set<String> keys = new TreeSet<>(files.keySet());
    keys.addAll(properties.keySet());
    known.keySet().stream().filter(key -> environment.get(key) != null).forEach(keys::add);
    for (String key : keys) {
      Value value = find(key);
      Setting<?> setting = known.get(key);
      if (setting == null) {
        throw MisplacedKey.of(key, settings)
            .map(right -> new ConfigurationException(value.describe(key) + right))
            .orElseGet(() -> unknown(key, value, stages, regions, known.keySet()));
      }
      setting.parse(key, value.text(), value.origin());
    }
    environment.requireKnown(known.keySet());
  }

  private static ConfigurationException unknown(
      String key,
      Value value,
      Collection<String> stages,
      Collection<String> regions,
      Set<String> known) {
    return new ConfigurationException(
        "unknown setting "
            + value.describe(key)
            + hint(key, STAGE_PREFIX, "stages", stages)
            + hint(key, REGIONS_PREFIX, "regions", regions)
            + "; did you mean "
            + Nearest.to(key, known)
            + "?");
  }

  /** Names the existing parts, for a key of another part. */
  private static String hint(String key, String prefix, String what, Collection<String> parts) {
    if (!key.startsWith(prefix)
        || parts.isEmpty()
        || parts.contains(key.substring(prefix.length()).split("\\.", 2)[0])) {
      return "";
    }
    return " (the " + what + " are " + String.join(", ", new LinkedHashSet<>(parts)) + ")";
  }
}
