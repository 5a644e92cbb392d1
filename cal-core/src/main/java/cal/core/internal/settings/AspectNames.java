package cal.core.internal.settings;

import cal.core.spi.ConfigurationException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/** The names of stages and regions, after their aspects. Stateless. */
public final class AspectNames {
  private AspectNames() {}

  /**
   * The stage of a binding: the aspect's simple name without {@code Activities}, or without a
   * leading {@code Adopted}, hyphenated.
   *
   * @param binding a class name, such as {@code a.UploadActivities$Connection}
   * @return for example {@code connection}
   */
  public static String stage(String binding) {
    return name(binding, "(?<=.)Activities$|^Adopted(?=.)");
  }

  /**
   * The name of an aspect of critical regions: the simple name without {@code Synchronization},
   * hyphenated.
   *
   * @param aspect a class name, such as {@code a.UploadSynchronization$RecentFrames}
   * @return for example {@code recent-frames}
   */
  public static String regions(String aspect) {
    return name(aspect, "(?<=.)Synchronization$");
  }

  /**
   * Makes sure that no two aspects share a name.
   *
   * @throws ConfigurationException naming both
   */
  public static void requireOwn(String kind, Set<String> aspects, UnaryOperator<String> nameOf) {
    Map<String, String> byName = new HashMap<>();
    for (String aspect : aspects) {
      String name = nameOf.apply(aspect);
      String other = byName.put(name, aspect);
      if (other != null) {
        throw new ConfigurationException(
            "two "
                + kind
                + " are called "
                + name
                + ", "
                + other
                + " and "
                + aspect
                + ", so no setting could tell them apart; rename one of them");
      }
    }
  }

  private static String name(String aspect, String without) {
    String simple =
        aspect.substring(Math.max(aspect.lastIndexOf('.'), aspect.lastIndexOf('$')) + 1);
    String stem = simple.replaceFirst(without, "");
    return stem.replaceAll("(?<=[a-z0-9])(?=[A-Z])", "-").toLowerCase(Locale.ROOT);
  }
}
