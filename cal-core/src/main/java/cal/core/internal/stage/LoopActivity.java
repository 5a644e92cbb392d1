package cal.core.internal.stage;

import cal.core.internal.activity.ActivityStage;
import cal.core.internal.activity.AttachedThread;
import cal.core.internal.activity.AwaitedSocket;
import cal.core.internal.activity.InputWait;
import cal.core.internal.activity.Invocation;
import cal.core.internal.activity.NextInput;
import cal.core.internal.support.Log;
import cal.core.internal.support.ThreadLocals;
import cal.core.internal.support.Thrown;
import java.lang.System.Logger.Level;
import java.net.Socket;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

/**
 * A loop of the server's, cut into steps by a file. Behind its last turn the loop closes all that
 * is open. So an early end closes the socket alone, and then runs the loop to its end, as for a
 * lost client. The binding names the socket, or else the loop has read the socket last. Without
 * either, the object itself is closed. A drain has closed the socket of an accepting loop.
 *
 * <p>The loop was written for a thread of its own, so thread locals go with the activity from step
 * to step, on whichever thread.
 */
final class LoopActivity extends SpawnedActivity implements NextInput.OfLoop {
  /** A loop that takes no end of its socket for its own is left after these turns. */
  private static final int TURNS = 16;

  private static final String POOL = "java.util.concurrent.ThreadPoolExecutor";

  /** Whether the log was told that thread locals stay behind. */
  private static final AtomicBoolean SAID = new AtomicBoolean();

  private boolean opened;
  private boolean over;

  /** Whether variables of the loop have told the next input, at the end of the last step. */
  private boolean told;

  /** The socket in a variable; null for none. */
  private volatile Socket variable;

  private Object left;

  /** Thread locals between two steps; null for none. */
  private Map<ThreadLocal<?>, Object> locals;

  /** The thread of the last step, where thread locals stay with threads. */
  private Thread before;

  LoopActivity(ActivityStage stage, Invocation call) {
    super(stage, call);
    locals = ThreadLocals.inherited();
    if (AttachedThread.current() == null
        && stage.isFirstLoop()
        && StackWalker.getInstance().walk(LoopActivity::isInPool)) {
      Log.log(
          Level.WARNING,
          "stage="
              + stage.name()
              + ": a pool of the server (thread "
              + Thread.currentThread().getName()
              + ") begins its loops, and each call returns at once; so a bound of the pool limits"
              + " no clients any more, and cal.stage."
              + stage.name()
              + ".max-in-flight does",
          null);
    }
  }

  private static boolean isInPool(Stream<StackWalker.StackFrame> frames) {
    return frames.anyMatch(frame -> frame.getClassName().equals(POOL));
  }

  @Override
  public Object step() throws Throwable {
    opened = true;
    over = true;
    Map<ThreadLocal<?>, Object> ofThread = ThreadLocals.putOn(locals);
    try {
      Object more = super.step();
      over = !Boolean.TRUE.equals(more);
      return more;
    } finally {
      locals = ThreadLocals.takeOff(ofThread);
      ThreadLocals.missing().ifPresent(this::sayLeftBehind);
    }
  }

  private void sayLeftBehind(String reason) {
    Thread now = Thread.currentThread();
    if (before != null && before != now && !SAID.getAndSet(true)) {
      Log.log(
          Level.WARNING,
          "stage="
              + stage().name()
              + ": steps of a loop share threads, and its thread locals do not go with it, since "
              + reason
              + ", or choose a model that keeps the activity's own thread, such as thread or"
              + " virtual",
          null);
    }
    before = now;
  }

  /** The first step opens the loop, and ends before the first turn. */
  @Override
  Socket nextSocket() {
    if (!told) {
      return opened ? stage().awaited(target()) : null;
    }
    return stage().isEmpty(left) ? named() : null;
  }

  @Override
  public void awaitsNext(Socket socket, Object where) {
    told = true;
    variable = socket;
    left = where;
  }

  private Socket named() {
    return variable != null ? variable : stage().socketOf(target());
  }

  private Socket socket() {
    Socket named = named();
    InputWait input = input();
    return named != null || input == null ? named : input.socket();
  }

  @Override
  public boolean closesTarget() {
    return super.closesTarget() || socket() != null;
  }

  @Override
  protected Throwable closeTarget(Throwable failure) {
    Socket socket = socket();
    if (socket == null && target() instanceof AutoCloseable) {
      return super.closeTarget(failure);
    }
    try {
      AwaitedSocket.close(socket);
      return failure;
    } catch (Throwable secondary) { // of a socket of the server's
      return Thrown.both(failure, secondary);
    }
  }

  @Override
  protected Throwable finish(Throwable failure) {
    if (over) {
      return failure;
    }
    boolean ends = closesTarget() || (stage().draining() && clientArrived() != 0);
    Throwable all = closeTarget(failure);
    if (ends) {
      runToEnd();
    } else {
      Log.log(
          Level.WARNING,
          "ended early, without the code behind its loop, since its socket is unknown: "
              + this
              + "; name the socket by awaits: and buffer: beside loop:",
          null);
    }
    return all;
  }

  private void runToEnd() {
    try {
      for (int i = 0; i < TURNS && !over; i++) {
        step();
      }
    } catch (Throwable thrown) {
      over = true;
      Log.log(Level.DEBUG, "closed early, ended by what was thrown: " + this, thrown);
    }
    if (!over) {
      Log.log(Level.WARNING, "its socket is closed, and its loop has not ended: " + this, null);
    }
  }
}
