package cal.core.internal.settings;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The settings that were given to this process beside its files: those of an agent. They win over
 * {@code cal.properties} and nothing else.
 *
 * @param values by their full keys
 * @param origin where they come from, for people
 */
public record GivenSettings(Map<String, String> values, String origin) {
  private static volatile GivenSettings given = new GivenSettings(Map.of(), "");

  /** Gives them, once, on the thread that starts the process. */
  public static void give(Map<String, String> values, String origin) {
    given = new GivenSettings(new LinkedHashMap<>(values), origin);
  }

  /** Those of this process, perhaps none. */
  static GivenSettings get() {
    return given;
  }
}
