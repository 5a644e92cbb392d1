package cal.core;

/**
 * How many critical regions the calling thread is in, whichever thread it is: a carrier, {@code
 * main}, one of JMX. A hand-off from inside one is an error.
 *
 * <p>Costs a thread nothing until it enters its first region, and a few words from then on.
 */
final class Regions {
  private static final ThreadLocal<int[]> DEPTH = new ThreadLocal<>();

  /**
   * Whether any thread has ever entered a region: most servers' hand-offs need not look further.
   */
  private static volatile boolean used;

  private Regions() {}

  static void enter() {
    int[] depth = DEPTH.get();
    if (depth == null) {
      used = true;
      depth = new int[1];
      DEPTH.set(depth);
    }
    depth[0]++;
  }

  static void leave() {
    DEPTH.get()[0]--;
  }

  static void requireOutside(Stage stage) {
    if (used && inside()) {
      throw new IllegalStateException(
          "a hand-off to stage="
              + stage.name()
              + " was made inside a critical region, whose guard"
              + " would be held while others need it; hand off before the region or after it");
    }
  }

  private static boolean inside() {
    int[] depth = DEPTH.get();
    return depth != null && depth[0] > 0;
  }
}
