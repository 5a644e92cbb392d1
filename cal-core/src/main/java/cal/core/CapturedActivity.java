package cal.core;

import java.lang.System.Logger.Level;
import org.aspectj.lang.JoinPoint;

/**
 * An activity as the models see it: its body, and where it comes from.
 *
 * <p>Made by {@code ActivityCapture} at a captured call. A model only passes it on; {@link
 * Carrier#run} runs its steps. Not thread-safe by itself: a model hands it from carrier to carrier
 * with a happens-before edge (a queue, a thread start), so that its steps never overlap.
 */
public abstract class CapturedActivity {
  private final Stage stage;
  private final JoinPoint.StaticPart site;
  private final Object caller;
  private final Object target;

  /** Set while the first input of a step is awaited: read by a drain, on another thread. */
  private volatile boolean awaitingInput;

  /** Set by a drain, on another thread. */
  private volatile boolean cutShort;

  /** Set before the activity is started; null where nothing goes with it. */
  private ActivityCompanion companion;

  private boolean inputSeen;
  private boolean begun;

  /** An interrupt status that the last step left set: it goes with the activity, not the thread. */
  private boolean interrupted;

  /**
   * Describes a captured call.
   *
   * @param stage the stage that runs it
   * @param site the captured join point
   * @param caller the object that made the call, or null for a static caller
   * @param target the object called, or null for a static procedure
   */
  protected CapturedActivity(Stage stage, JoinPoint.StaticPart site, Object caller, Object target) {
    this.stage = stage;
    this.site = site;
    this.caller = caller;
    this.target = target;
  }

  /**
   * Runs the captured procedure once, on the calling thread.
   *
   * @return what the procedure returned; {@link Boolean#TRUE} asks for another step
   * @throws Throwable what the procedure threw
   */
  protected abstract Object call() throws Throwable;

  /**
   * The stage that this activity belongs to.
   *
   * @return the stage
   */
  public final Stage stage() {
    return stage;
  }

  /**
   * The working context that started this activity.
   *
   * @return the caller or else the target, whichever is a working context; null if neither is
   */
  public final WorkingContext context() {
    if (caller instanceof WorkingContext context) {
      return context;
    }
    return target instanceof WorkingContext context ? context : null;
  }

  /**
   * Where the activity was captured.
   *
   * @return {@code class.method(File.java:line)} of the called procedure and its call site
   */
  public final String site() {
    return site == null
        ? "unknown"
        : site.getSignature().toLongString() + " at " + site.getSourceLocation();
  }

  /**
   * The name of this activity, for people: its stage and the object it works on.
   *
   * @return for example {@code connection[UploadConnection /127.0.0.1:52110]}
   */
  public final String name() {
    return stage.name() + "[" + (target == null ? "static" : Log.describe(target)) + "]";
  }

  /**
   * The object that made the captured call.
   *
   * @return null for a static caller
   */
  protected final Object caller() {
    return caller;
  }

  /**
   * The object whose procedure was captured.
   *
   * @return null for a static procedure
   */
  protected final Object target() {
    return target;
  }

  final void accompaniedBy(ActivityCompanion chosen) {
    companion = chosen;
  }

  final ActivityCompanion companion() {
    return companion;
  }

  final JoinPoint.StaticPart joinPoint() {
    return site;
  }

  /** The carrier whose thread waits for this activity: of a hand-off made on one, else null. */
  Carrier waitingCarrier() {
    return null;
  }

  /** Whether the activity has run a step, so that it now is between two. */
  final boolean begun() {
    return begun;
  }

  /** Before a step, on its thread: an interrupt status that another activity left is cleared. */
  final void beginStep() {
    begun = true;
    inputSeen = false;
    if (!ownsInterrupts()) {
      Thread.interrupted();
    }
    if (interrupted) {
      interrupted = false;
      Thread.currentThread().interrupt();
    }
  }

  /** After a step that asks for another, which may run on another thread. */
  final void betweenSteps() {
    interrupted = Thread.interrupted();
  }

  final void beforeInput() {
    if (!inputSeen) {
      awaitingInput = true;
    }
  }

  final void afterInput() {
    if (awaitingInput) {
      awaitingInput = false;
      inputSeen = true;
    }
  }

  /**
   * Ends the activity, once: closes its target and gives its place in the stage back.
   *
   * @param carrier what ran its last step; null if it never began
   * @param failure what its last step threw, or null
   */
  void end(Carrier carrier, Throwable failure) {
    stage.ended(this, carrier, closeTarget(failure));
  }

  /** Ends the activity in place of the step that it was about to run. */
  final void endUnrun(Carrier carrier, boolean first) {
    begun = !first;
    end(carrier, null);
  }

  /** Whether its context may stop it before it begins: not where a caller waits for its answer. */
  boolean mayStayUnbegun() {
    return true;
  }

  /** Whether an interrupt that its thread got before the first step is meant for it. */
  boolean ownsInterrupts() {
    return false;
  }

  /** Whether the activity now waits for the first input of a step: for its next request. */
  final boolean awaitingInput() {
    return awaitingInput;
  }

  /** Closes the target of a running activity soon, so that it wakes up and ends. */
  final void closeEarly(Closer closer) {
    cutShort = true;
    closer.run(this::closeNow);
  }

  private void closeNow() {
    Throwable failure = closeTarget(null);
    if (failure != null) {
      Log.log(Level.WARNING, "closing the target of " + this + " failed", failure);
    }
  }

  /** Whether a drain has closed or interrupted it, so that what its step throws is no surprise. */
  final boolean cutShort() {
    return cutShort;
  }

  /**
   * Closes the target if it can be closed.
   *
   * @return the failure, with what closing threw as suppressed, or else what closing threw
   */
  Throwable closeTarget(Throwable failure) {
    if (target instanceof AutoCloseable closeable) {
      try {
        closeable.close();
      } catch (Throwable secondary) {
        if (failure == null) {
          return secondary;
        }
        if (secondary != failure) {
          failure.addSuppressed(secondary);
        }
      }
    }
    return failure;
  }

  @Override
  public String toString() {
    return name() + " captured at " + site();
  }
}
