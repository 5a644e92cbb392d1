package cal.weave.support;

import java.util.Locale;

/**
 * The names of stages and regions, after their aspects, as {@code cal-core} gives them. Stateless.
 */
public final class AspectNames {
  private AspectNames() {}

  /**
   * The stage of a binding: its aspect's simple name without {@code Activities}, or without {@code
   * Adopted} before it, hyphenated.
   *
   * @param binding a class name, such as {@code a.UploadActivities$Connection}
   * @return for example {@code connection}
   */
  public static String stage(String binding) {
    return name(binding, "(?<=.)Activities$|^Adopted(?=.)");
  }

  /**
   * The name of an aspect of critical regions: its simple name without {@code Synchronization},
   * hyphenated.
   *
   * @param aspect a class name, such as {@code a.UploadSynchronization$RecentFrames}
   * @return for example {@code recent-frames}
   */
  public static String regions(String aspect) {
    return name(aspect, "(?<=.)Synchronization$");
  }

  private static String name(String aspect, String without) {
    String simple =
        aspect.substring(Math.max(aspect.lastIndexOf('.'), aspect.lastIndexOf('$')) + 1);
    String stem = simple.replaceFirst(without, "");
    return stem.replaceAll("(?<=[a-z0-9])(?=[A-Z])", "-").toLowerCase(Locale.ROOT);
  }
}
