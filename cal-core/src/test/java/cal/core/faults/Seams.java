package cal.core.faults;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The seams of the path of an activity: places where it needs memory, or calls code that may throw.
 * Each is passed under its number. Thread-safe.
 */
public final class Seams {
  private static final int NONE = -1;

  /** Where seam i is, and what is called there; filled while classes are loaded. */
  private static final List<String> NAMES = new ArrayList<>();

  private static final BitSet PASSED = new BitSet();
  private static volatile boolean recording;
  private static volatile int armed = NONE;
  private static Fault fault;

  /** The exception that was thrown, since a seam was armed. */
  private static final AtomicReference<Throwable> THROWN = new AtomicReference<>();

  private Seams() {}

  static int add(String name) {
    synchronized (NAMES) {
      NAMES.add(name);
      return NAMES.size() - 1;
    }
  }

  /**
   * Where a seam is.
   *
   * @param seam its number
   * @return {@code Class.method:line what is called}
   */
  public static String name(int seam) {
    synchronized (NAMES) {
      return NAMES.get(seam);
    }
  }

  /**
   * All seams of the classes loaded so far.
   *
   * @return how many
   */
  public static int count() {
    synchronized (NAMES) {
      return NAMES.size();
    }
  }

  /**
   * Called where a seam is, by instrumented code.
   *
   * @param seam its number
   */
  public static void pass(int seam) {
    if (recording) {
      synchronized (PASSED) {
        PASSED.set(seam);
      }
    }
    if (seam == armed) {
      raise(seam);
    }
  }

  private static void raise(int seam) {
    Throwable now;
    synchronized (Seams.class) {
      if (seam != armed) {
        return;
      }
      armed = NONE;
      now = fault.make();
      THROWN.set(now);
    }
    throw Seams.<RuntimeException>asIs(now);
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <T extends Throwable> T asIs(Throwable any) throws T {
    throw (T) any;
  }

  /** Notes from now on which seams are passed. */
  public static void record() {
    synchronized (PASSED) {
      PASSED.clear();
    }
    recording = true;
  }

  /**
   * Ends the notes.
   *
   * @return the seams that were passed
   */
  public static BitSet recorded() {
    recording = false;
    synchronized (PASSED) {
      return (BitSet) PASSED.clone();
    }
  }

  /**
   * The next thread that passes a seam throws there, once.
   *
   * @param seam its number
   * @param kind what it throws
   */
  public static synchronized void arm(int seam, Fault kind) {
    THROWN.set(null);
    fault = kind;
    armed = seam;
  }

  /**
   * The exception that was thrown since a seam was armed.
   *
   * @return null if nobody has passed
   */
  public static Throwable thrown() {
    return THROWN.get();
  }

  /**
   * Takes back what was armed.
   *
   * @return what was thrown; null if nobody passed
   */
  public static synchronized Throwable disarm() {
    armed = NONE;
    return THROWN.get();
  }
}
