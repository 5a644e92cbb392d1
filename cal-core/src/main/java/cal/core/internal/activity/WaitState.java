package cal.core.internal.activity;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The state of an {@link InputWait}, drawn there, and the number of the wait, in one word: a change
 * is for one wait alone. The activity's thread and closers race for the word.
 */
abstract class WaitState {
  static final int BUSY = 0;
  static final int IDLE = 1;
  static final int CLOSED = 2;
  static final int LISTENS = 3;
  static final int SILENT = 4;
  static final int HEARD = 5;
  static final int ASKED = 6;

  /** The bits of a state; the bits above are the number of the wait. */
  private static final int STATES = 7;

  static final int NEXT = 8;

  /** A read within this time has not waited: its bytes had come. */
  private static final long READ_NANOS = 5_000;

  private static final VarHandle INPUT;

  static {
    try {
      INPUT = MethodHandles.lookup().findVarHandle(WaitState.class, "input", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** Whether waits are told from reads of bytes that had come, by time. */
  boolean timed;

  /** The state, and the number of the wait. */
  volatile int input;

  /**
   * Written before {@link #input} is: since when the present wait lasts; after an accept, the
   * latest arrival of the client.
   */
  long since;

  /** Timed where the thread of a step keeps a carrier of the JDK's from others until a wait. */
  final void time(boolean onEventLoop) {
    timed = Thread.currentThread().isVirtual() && !onEventLoop;
  }

  static int stateOf(int input) {
    return input & STATES;
  }

  static int with(int state, int input) {
    return (input & ~STATES) | state;
  }

  static boolean isAwaited(int input) {
    int state = stateOf(input);
    return state != BUSY && state != CLOSED && state != ASKED;
  }

  final void begin(int wait) {
    INPUT.setRelease(this, wait); // a drain looks again, and finds it then
  }

  /** Whether the present wait has taken longer than a read of bytes that had come. */
  final boolean lasts() {
    return System.nanoTime() - since > READ_NANOS;
  }

  final boolean change(int from, int to) {
    return INPUT.compareAndSet(this, from, to);
  }

  final void goOver(int from, int to) {
    int now = input;
    if (stateOf(now) == from) {
      change(now, with(to, now)); // or it was closed, and its read ends so
    }
  }
}
