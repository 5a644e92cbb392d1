package cal.core.internal.settings;

import cal.core.internal.support.Nearest;
import cal.core.spi.ConfigurationException;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * The environment variables of prefix {@code CAL_}: each sets the key of the same name, in upper
 * case with {@code _} for dots and hyphens. Immutable.
 *
 * @param values by the names of the variables
 */
record Environment(Map<String, String> values) {
  private static final String PREFIX = "CAL_";

  /** The variables of a process. */
  static Environment of(Map<String, String> all) {
    Map<String, String> values = new TreeMap<>(all);
    values.keySet().removeIf(name -> !name.startsWith(PREFIX));
    return new Environment(values);
  }

  /** The variable of a key: {@code CAL_MAX_IN_FLIGHT} for {@code cal.max-in-flight}. */
  static String nameOf(String key) {
    return key.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
  }

  /** The value of a key, or null. */
  String get(String key) {
    return values.get(nameOf(key));
  }

  /**
   * Makes sure that each variable sets something: a misspelt one would be ignored silently.
   *
   * @param keys all keys
   * @throws ConfigurationException naming the first variable without a key, with the nearest right
   *     variable
   */
  void requireKnown(Collection<String> keys) {
    List<String> names = keys.stream().map(Environment::nameOf).toList();
    values.forEach(
        (name, text) -> {
          if (!names.contains(name)) {
            throw new ConfigurationException(
                MisplacedKey.ofVariable(name)
                    .map(right -> "environment variable " + name + "=" + text + right)
                    .orElseGet(
                        () ->
                            "unknown environment variable "
                                + name
                                + "="
                                + text
                                + "; did you mean "
                                + Nearest.to(name, names)
                                + "? Variables that begin with CAL_ are settings of CAL"));
          }
        });
  }
}
