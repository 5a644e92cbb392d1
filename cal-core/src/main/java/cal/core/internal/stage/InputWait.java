package cal.core.internal.stage;

import cal.core.internal.support.Closer;
import cal.core.internal.support.Log;
import cal.core.internal.support.Thrown;
import java.lang.System.Logger.Level;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.net.SocketException;

/**
 * How an activity stands to its next request, so that a drain closes it only while it waits.
 *
 * <p>The first input of a step is the wait for the next request. It is marked by the thread that
 * reads, and a drain closes what is marked: one of the two is first. Whatever else is here is for
 * the activity's own thread.
 */
public abstract class InputWait extends Lifetime {
  /** The first input of a step is not awaited: it is there, or not asked for yet. */
  private static final int BUSY = 0;

  /** It is awaited: the activity waits for its next request. */
  private static final int IDLE = 1;

  /** A drain has closed the activity while it waited. */
  private static final int CLOSED = 2;

  private static final VarHandle INPUT;

  static {
    try {
      INPUT = MethodHandles.lookup().findVarHandle(InputWait.class, "input", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /**
   * How the activity stands to its next request. It goes from {@link #IDLE} to {@link #BUSY} on its
   * own thread and to {@link #CLOSED} on that of a drain: one of the two is first.
   */
  private volatile int input;

  /** Set by a drain, on another thread. */
  private volatile boolean cutShort;

  private boolean inputSeen;

  /** Made with the activity, by the thread that captures it. */
  InputWait() {}

  /** Before a step: its first read waits for the next request. */
  final void expectInput() {
    inputSeen = false;
  }

  /** Before input is read, on the thread that reads it. */
  public void beforeInput() {
    if (!inputSeen && input == BUSY) {
      INPUT.setRelease(this, IDLE); // a drain looks again, and finds it then
    }
  }

  /**
   * After a read, however it ended.
   *
   * @return false if a drain has closed the activity while it waited: what was read must not be
   *     begun, since it could not be answered
   */
  public boolean afterInput() {
    if (input == BUSY) {
      return true;
    }
    inputSeen = true;
    if (INPUT.compareAndSet(this, IDLE, BUSY)) {
      return true;
    }
    cutShort = true;
    input = BUSY;
    return false;
  }

  /**
   * After a read whose time has run out: nothing has come, and the next read waits for it again.
   */
  public void inputTimedOut() {
    if (input != BUSY) {
      afterInput();
      inputSeen = false;
    }
  }

  /** The same after a read that has returned; throws what a read of a closed socket throws. */
  public final void requireInput() {
    if (!afterInput()) {
      throw Thrown.<RuntimeException>asIs(
          new SocketException("closed by a drain before this request had begun"));
    }
  }

  /** Whether the activity now waits for the first input of a step: for its next request. */
  final boolean awaitingInput() {
    return input == IDLE;
  }

  /** Closes the target of a running activity soon, so that it wakes up and ends. */
  final void closeEarly(Closer closer) {
    cutShort = true;
    closer.run(this::closeNow);
  }

  /**
   * Closes the target if the activity waits for its next request.
   *
   * @return false if it does not: it may wait again
   */
  final boolean closeIfIdle() {
    if (closesTarget()) {
      if (!INPUT.compareAndSet(this, IDLE, CLOSED)) {
        return false;
      }
      closeNow();
    }
    return true;
  }

  private void closeNow() {
    Throwable failure = closeTarget(null);
    if (failure != null) {
      Log.log(Level.WARNING, "closing the target of " + this + " failed", failure);
    }
  }

  /** Whether a drain has closed or interrupted it, so that what its step throws is no surprise. */
  final boolean cutShort() {
    return cutShort || input == CLOSED;
  }

  /** Whether the target can be closed, and is the activity's to close. */
  abstract boolean closesTarget();

  /**
   * Closes the target if that is the activity's to close.
   *
   * @return the failure, with what closing threw as suppressed, or else what closing threw
   */
  abstract Throwable closeTarget(Throwable failure);
}
