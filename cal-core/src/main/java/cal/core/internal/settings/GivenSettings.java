package cal.core.internal.settings;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The settings given to this process by an agent. These settings win over {@code cal.properties}
 * and nothing else.
 *
 * @param values by their full keys
 * @param origin the source of the settings, for people
 */
public record GivenSettings(Map<String, String> values, String origin) {
  private static volatile GivenSettings given = new GivenSettings(Map.of(), "");

  /** Gives the settings, once, on the starting thread of the process. */
  public static void give(Map<String, String> values, String origin) {
    given = new GivenSettings(new LinkedHashMap<>(values), origin);
  }

  /** The settings of this process, perhaps none. */
  static GivenSettings get() {
    return given;
  }
}
