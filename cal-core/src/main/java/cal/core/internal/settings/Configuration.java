package cal.core.internal.settings;

import cal.core.internal.support.Nearest;
import cal.core.spi.ConfigurationException;
import cal.core.spi.CoreSettings;
import cal.core.spi.Setting;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;

/**
 * Where settings come from: system properties, then the environment ({@code CAL_MODEL}), then the
 * file of the agent, then {@code cal.properties} on the class path; the first that sets a key wins.
 *
 * <p>Immutable and thread-safe. A stage's own key, {@code cal.stage.<stage>.<key>}, wins over the
 * general one, {@code cal.<key>}, wherever either is set.
 */
public final class Configuration {
  private static final String PREFIX = "cal.";
  private static final String STAGE_PREFIX = "cal.stage.";
  private static final String FILE = "cal.properties";

  private record Value(String text, String origin) {}

  private final Map<String, Value> values;

  private Configuration(Map<String, Value> values) {
    this.values = values;
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
    return new Configuration(values);
  }

  /**
   * Reads the configuration of this process.
   *
   * @param loader finds {@code cal.properties}
   * @return the configuration
   * @throws ConfigurationException if {@code cal.properties} cannot be read, or there are several
   */
  public static Configuration load(ClassLoader loader) {
    Map<String, Value> values = new LinkedHashMap<>();
    readFile(loader, values);
    GivenSettings given = GivenSettings.get();
    given.values().forEach((key, text) -> values.put(key, new Value(text, given.origin())));
    String model = System.getenv("CAL_MODEL");
    if (model != null) {
      values.put(PREFIX + CoreSettings.MODEL.key(), new Value(model, "environment CAL_MODEL"));
    }
    for (String key : System.getProperties().stringPropertyNames()) {
      if (key.startsWith(PREFIX)) {
        values.put(key, new Value(System.getProperty(key), "-D" + key));
      }
    }
    return new Configuration(values);
  }

  private static void readFile(ClassLoader loader, Map<String, Value> into) {
    try {
      List<URL> files = Collections.list(loader.getResources(FILE));
      if (files.size() > 1) {
        throw new ConfigurationException(
            "several " + FILE + " are on the class path, keep one of " + files);
      }
      for (URL file : files) {
        Properties properties = new Properties();
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

  /** The value of a setting for a stage: its own, the general one, or the default. */
  public <T> T get(Setting<T> setting, String stage) {
    return value(setting, stageKey(setting, stage));
  }

  /** Whether a stage has a value of its own for a setting. */
  boolean isSetFor(Setting<?> setting, String stage) {
    return isSet(stageKey(setting, stage));
  }

  /** Where a stage's value of a setting comes from, for people. */
  String origin(Setting<?> setting, String stage) {
    return originOf(setting, stageKey(setting, stage));
  }

  /** The same for one of the parts that a setting is for, where those are no stages. */
  public <T> T getPart(Setting<T> setting, String part) {
    return value(setting, partKey(setting, part));
  }

  /** Where a part's value of a setting comes from, for people. */
  public String originOfPart(Setting<?> setting, String part) {
    return originOf(setting, partKey(setting, part));
  }

  /** What is set, with its origin, by key. */
  public Map<String, String> described() {
    Map<String, String> described = new TreeMap<>();
    values.forEach((key, value) -> described.put(key, value.text() + " (" + value.origin() + ")"));
    return described;
  }

  /** Whether a key is set. */
  public boolean isSet(String key) {
    return values.containsKey(key);
  }

  private static String stageKey(Setting<?> setting, String stage) {
    return STAGE_PREFIX + stage + "." + setting.key();
  }

  /** The key of a setting for one part: {@code cal.synchronization.totals}. */
  public static String partKey(Setting<?> setting, String part) {
    return PREFIX + setting.key() + "." + part;
  }

  private <T> T value(Setting<T> setting, String own) {
    String key = keyOf(setting, own);
    Value value = key == null ? null : values.get(key);
    return value == null
        ? setting.defaultValue()
        : setting.parse(key, value.text(), value.origin());
  }

  private String originOf(Setting<?> setting, String own) {
    String key = keyOf(setting, own);
    return key == null ? "default" : values.get(key).origin();
  }

  private String keyOf(Setting<?> setting, String own) {
    if (values.containsKey(own)) {
      return own;
    }
    String general = PREFIX + setting.key();
    return values.containsKey(general) ? general : null;
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
   * @throws ConfigurationException naming the first key that is unknown, with the nearest known
   *     one, or the first value that is not allowed
   */
  public void validate(
      Collection<String> stages, Collection<String> regions, Collection<Setting<?>> settings) {
    Map<String, Setting<?>> known = new LinkedHashMap<>();
    for (Setting<?> setting : settings) {
      known.put(PREFIX + setting.key(), setting);
      // The guard decides how threads exclude each other, since those of no stage enter as well.
      if (setting.equals(CoreSettings.SYNCHRONIZATION)) {
        regions.forEach(name -> known.put(partKey(setting, name), setting));
      } else {
        stages.forEach(stage -> known.put(stageKey(setting, stage), setting));
      }
    }
    List<String> keys = new ArrayList<>(values.keySet());
    Collections.sort(keys);
    for (String key : keys) {
      Value value = values.get(key);
      Setting<?> setting = known.get(key);
      if (setting == null) {
        throw unknown(key, value, stages, known.keySet());
      }
      setting.parse(key, value.text(), value.origin());
    }
  }

  private static ConfigurationException unknown(
      String key, Value value, Collection<String> stages, Set<String> known) {
    String stageHint = "";
    if (key.startsWith(STAGE_PREFIX)) {
      String stage = key.substring(STAGE_PREFIX.length()).split("\\.", 2)[0];
      if (!stages.contains(stage)) {
        stageHint = " (the stages are " + String.join(", ", new LinkedHashSet<>(stages)) + ")";
      }
    }
    return new ConfigurationException(
        "unknown setting "
            + key
            + "="
            + value.text()
            + " ("
            + value.origin()
            + ")"
            + stageHint
            + "; did you mean "
            + Nearest.to(key, known)
            + "?");
  }
}
