package cal.core.internal.stage;

import cal.core.internal.support.Closer;
import cal.core.internal.support.Log;
import cal.core.internal.support.Thrown;
import java.lang.System.Logger.Level;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.net.SocketException;

/**
 * How an activity stands to its next request, so that it is closed early only while it waits.
 *
 * <p>The first input of a step is the wait for the next request. It is marked by the thread that
 * reads. A drain closes what is marked, and so does an {@link IdleLook} with clients that are
 * silent: one of the two is first. Whatever else is here is for the activity's own thread.
 */
public abstract class InputWait extends Lifetime {
  /** The first input of a step is not awaited: it is there, or not asked for yet. */
  private static final int BUSY = 0;

  /** It is awaited: the activity waits for its next request. */
  private static final int IDLE = 1;

  /** The activity was closed while it waited. */
  private static final int CLOSED = 2;

  /** A client is awaited: the activity accepts connections. */
  private static final int LISTENS = 3;

  /** An accept that takes no longer has not waited. */
  private static final long AT_ONCE_NANOS = 1_000_000;

  private static final VarHandle INPUT;

  static {
    try {
      INPUT = MethodHandles.lookup().findVarHandle(InputWait.class, "input", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /**
   * How the activity stands to its next request. It goes from {@link #IDLE} or {@link #LISTENS} to
   * {@link #BUSY} on its own thread and to {@link #CLOSED} on another: one of the two is first.
   */
  private volatile int input;

  /** Written before {@link #input} is: since when the present wait lasts. */
  private long since;

  /** Set on another thread. */
  private volatile boolean cutShort;

  private boolean inputSeen;

  /** Whether the last wait ended without input: the next goes on with it. */
  private boolean waitsOn;

  /** Whether a step has begun after a drain had. */
  private boolean lastRequest;

  /** Whether the step has accepted a client that had come before: more may wait. */
  private boolean clientWaited;

  /** Made with the activity, by the thread that captures it. */
  InputWait() {}

  /**
   * Before a step: its first read waits for the next request.
   *
   * @param last whether a drain has begun before the step, after which none follows
   */
  final void expectInput(boolean last) {
    inputSeen = false;
    lastRequest |= last;
    clientWaited = false;
  }

  /** Before input is read, on the thread that reads it. */
  public void beforeInput() {
    beginWait(IDLE);
  }

  /** Before a client is accepted, on the thread that does. */
  public void beforeAccept() {
    beginWait(LISTENS);
  }

  private void beginWait(int how) {
    if (!inputSeen && input == BUSY) {
      if (!waitsOn) {
        since = System.nanoTime();
        waitsOn = true;
      }
      INPUT.setRelease(this, how); // a drain looks again, and finds it then
    }
  }

  /**
   * After a read, however it ended.
   *
   * @return false if the activity was closed while it waited: what was read must not be begun,
   *     since it could not be answered
   */
  public boolean afterInput() {
    int was = input;
    if (was == BUSY) {
      return true;
    }
    inputSeen = true;
    waitsOn = false;
    clientWaited = was == LISTENS && System.nanoTime() - since < AT_ONCE_NANOS;
    if (was != CLOSED && INPUT.compareAndSet(this, was, BUSY)) {
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
      waitsOn = true;
    }
  }

  /** The same after a read that has returned; throws what a read of a closed socket throws. */
  public final void requireInput() {
    if (!afterInput()) {
      throw Thrown.<RuntimeException>asIs(
          new SocketException("closed by CAL before this request had begun"));
    }
  }

  /** Whether the activity now waits for the first input of a step: for its next request. */
  final boolean awaitingInput() {
    int now = input;
    return now == IDLE || now == LISTENS;
  }

  /** After a step: whether it has accepted a client that had waited. */
  final boolean clientWaited() {
    return clientWaited;
  }

  /**
   * Whether a client has been silent since a moment or longer, while the activity waits for it.
   *
   * @param moment by {@link System#nanoTime}
   */
  final boolean idleBefore(long moment) {
    return input == IDLE && since - moment <= 0;
  }

  /** Since when the activity waits for its next request, if it does, by {@link System#nanoTime}. */
  final long since() {
    return since;
  }

  /** Closes the target of a running activity soon, so that it wakes up and ends. */
  final void closeEarly(Closer closer) {
    cutShort = true;
    closer.run(this::closeNow);
  }

  /**
   * Closes the target if the activity waits for its next request, and that has not come.
   *
   * @return false if it does not: it may wait again
   */
  final boolean closeIfIdle() {
    if (closesTarget()) {
      if (hasLastRequest()
          || (!INPUT.compareAndSet(this, IDLE, CLOSED)
              && !INPUT.compareAndSet(this, LISTENS, CLOSED))) {
        return false;
      }
      closeNow();
    }
    return true;
  }

  /** Has the activity end where it has no worker: its next step is not run. */
  final void cut() {
    cutShort = true;
  }

  private void closeNow() {
    Throwable failure = closeTarget(null);
    if (failure != null) {
      Log.log(Level.WARNING, "closing the target of " + this + " failed", failure);
    }
  }

  /** Whether it was closed or interrupted, so that what its step throws is no surprise. */
  final boolean cutShort() {
    return cutShort || input == CLOSED;
  }

  /**
   * Whether input has come for one step more, the first one since a drain has begun. For any
   * thread; another than its own may see a step late, and asks again.
   */
  final boolean hasLastRequest() {
    return !lastRequest && hasInput();
  }

  /** Whether the input that its next step begins with has come, as far as its binding says. */
  boolean hasInput() {
    return false;
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
