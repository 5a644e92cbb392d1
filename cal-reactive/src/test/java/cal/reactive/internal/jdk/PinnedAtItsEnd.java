package cal.reactive.internal.jdk;

import java.util.ArrayDeque;
import java.util.Queue;

/**
 * Makes pinned calls near the end of virtual threads' stacks, a little nearer each time, and counts
 * the threads that are pinned for good: one that is does not come back to its scheduler.
 */
final class PinnedAtItsEnd {
  private static final int THREADS = 120;

  /** Calls from the end of the stack upwards. */
  private static final int CALLS = 300;

  private static int calls;
  private static int overflows;

  private PinnedAtItsEnd() {}

  public static void main(String[] arguments) {
    Queue<Runnable> turns = new ArrayDeque<>();
    int pinned = 0;
    for (int i = 0; i < THREADS; i++) {
      int pad = i;
      Runnable body =
          () -> {
            call();
            descend(pad % 37);
            Thread.yield();
          };
      JdkThreads.unstarted(turns::add, "deep", body).start();
      int taken = 0;
      for (Runnable turn = turns.poll(); turn != null; turn = turns.poll()) {
        taken++;
        turn.run();
      }
      pinned += taken == 2 ? 0 : 1;
    }
    System.out.println("pinned " + pinned + ", calls " + calls + ", overflows " + overflows);
  }

  private static void call() {
    JdkThreads.pinned(
        () -> {
          calls++;
          return null;
        });
  }

  /** Shifts the frames beneath, so that the stack ends elsewhere in them. */
  private static int descend(int pad) {
    return pad == 0 ? dive(Integer.MAX_VALUE) : descend(pad - 1) + 1;
  }

  private static int dive(int left) {
    int below = 0;
    try {
      below = left == 0 ? 0 : dive(left - 1);
    } catch (StackOverflowError end) {
      // From here upwards.
    }
    if (below < CALLS) {
      try {
        call();
      } catch (StackOverflowError noRoom) {
        overflows++;
      }
    }
    return below + 1;
  }
}
