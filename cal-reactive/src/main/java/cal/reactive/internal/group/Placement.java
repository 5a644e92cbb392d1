package cal.reactive.internal.group;

import cal.reactive.internal.loop.Loop;
import java.util.List;

/**
 * Chooses loops by load: the loop with clearly fewer activities, or else the loop that slept most
 * of late. Thread-safe.
 */
final class Placement {
  /** How far back the load is looked at. */
  private static final long WINDOW_NANOS = 20_000_000;

  /** Loads within this part of each other count as alike. */
  private static final int STEPS = 5;

  /** Numbers of activities within this part of each other count as alike. */
  private static final int ALIKE = 8;

  private final List<Loop> loops;
  private final long[] idleBefore;
  private final int[] load;
  private long windowStart = System.nanoTime();

  Placement(List<Loop> loops) {
    this.loops = loops;
    this.idleBefore = new long[loops.size()];
    this.load = new int[loops.size()];
  }

  Loop next() {
    return loops.size() == 1 ? loops.getFirst() : leastLoaded();
  }

  private synchronized Loop leastLoaded() {
    measure();
    int best = 0;
    for (int i = 1; i < load.length; i++) {
      if (isBetter(i, best)) {
        best = i;
      }
    }
    return loops.get(best);
  }

  private boolean isBetter(int one, int other) {
    int fewer = activities(other) - activities(one);
    int alike = Math.max(activities(other), activities(one)) / ALIKE + 1;
    if (Math.abs(fewer) > alike || load[one] == load[other]) {
      return fewer > 0;
    }
    return load[one] < load[other];
  }

  private int activities(int index) {
    return loops.get(index).activities().get();
  }

  private void measure() {
    long now = System.nanoTime();
    long window = now - windowStart;
    if (window < WINDOW_NANOS) {
      return;
    }
    for (int i = 0; i < load.length; i++) {
      Loop loop = loops.get(i);
      long idle = loop.idleNanos();
      long slept = idle - idleBefore[i];
      idleBefore[i] = idle;
      load[i] = loop.isAsleep() ? 0 : (int) (STEPS * Math.max(0, window - slept) / window);
    }
    windowStart = now;
  }
}
