package cal.core.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Constructor;
import java.util.BitSet;
import java.util.Set;

/**
 * Throws faults at each seam that a thread of CAL's own passes, in a copy of CAL that knows its
 * seams: the thread goes on.
 */
public final class ThreadFaults {
  private static final int TURNS = 100;

  /** A thread at its work; in the copy. */
  public interface AtWork extends AutoCloseable {
    /** Waits until the thread has done all its work once more, however often it fails first. */
    void turn() throws Exception;
  }

  private ThreadFaults() {}

  /**
   * Fails where the thread ends, or where one of its seams is never passed again.
   *
   * @param work has a constructor without parameters
   * @param methods that the thread alone calls, each {@code Class.method}
   */
  public static void requireSurvived(Class<? extends AtWork> work, Set<String> methods)
      throws Exception {
    Class<?> copy = new SeamLoader(Path.of(methods)).loadClass(work.getName());
    Constructor<?> maker = copy.getDeclaredConstructor();
    maker.setAccessible(true);
    try (AtWork thread = (AtWork) maker.newInstance()) {
      thread.turn();
      Seams.record();
      thread.turn();
      thread.turn();
      BitSet seams = Seams.recorded();
      int turn = work.getName().hashCode();
      assertThat(seams.cardinality()).as("seams of %s", methods).isPositive();
      for (int seam = seams.nextSetBit(0); seam >= 0; seam = seams.nextSetBit(seam + 1)) {
        for (Fault kind : Fault.some(turn++)) {
          requireSurvived(thread, seam, kind);
        }
      }
    }
  }

  private static void requireSurvived(AtWork thread, int seam, Fault kind) {
    String what = kind + " at " + Seams.name(seam);
    Seams.arm(seam, kind);
    try {
      for (int turn = 0; turn < TURNS && Seams.thrown() == null; turn++) {
        thread.turn();
      }
      thread.turn();
    } catch (Exception dead) {
      throw new AssertionError(what, dead);
    }
    assertThat(Seams.disarm()).as(what).isNotNull();
  }
}
