package cal.core;

import cal.core.internal.activity.AttachedThread;
import cal.core.internal.stage.OpenStage;
import cal.core.internal.start.Bootstrap;
import java.net.Socket;
import org.aspectj.lang.JoinPoint;
import org.aspectj.lang.annotation.SuppressAjWarnings;

/**
 * Captures a server's activities: the one aspect that a binding extends (CAL paper, section 3.2).
 *
 * <p>A sub-aspect is one stage, named after it ({@code UploadActivities.Connection} is stage {@code
 * connection}). It overrides at least one of the pointcuts below, and may override {@link #blocks},
 * {@link #awaits}, {@link #listens}, {@link #busy} and {@link #priority}; which model runs the
 * stage is configuration. The guarantees:
 *
 * <ul>
 *   <li>A <em>spawned</em> call returns at once, false or nothing, and throws nothing; its
 *       procedure is run by the stage's workers, again while it returns true, one step at a time.
 *   <li>A <em>handed-off</em> call returns and throws exactly as unwoven; its caller waits.
 *   <li>Under {@code sequential} both proceed in their caller, as if unwoven.
 *   <li>An exception ends its activity alone and reaches the {@link FailureHandler}; an {@link
 *       AutoCloseable} target of a spawned activity is closed whenever the activity ends.
 * </ul>
 *
 * A call made through a method reference or by reflection is no call join point, and not captured.
 */
public abstract aspect ActivityCapture {
  /** Capture outside synchronization: a lock is taken by the thread that executes. */
  declare precedence: ActivityCapture+, CriticalRegions+;

  /** Nobody is within this type: the default of every pointcut. */
  private static final class Nothing {}

  /** Calls of procedures, {@code void} or {@code boolean}, each of which becomes an activity. */
  protected pointcut captureOnInvocation(): within(Nothing);

  /** Constructor or factory calls that make an object with an activity, one each. */
  protected pointcut captureOnInstantiation(): within(Nothing);

  /**
   * Calls on such an object that its activity replaces. The first call starts the activity, which
   * repeats this call, or runs {@link Activity#proceed} of an object that is an {@link Activity}.
   */
  protected pointcut cancelCall(): within(Nothing);

  /** Calls, of any signature, that run in this stage while their caller waits. */
  protected pointcut captureHandOff(): within(Nothing);

  /** A binding's own code, an inter-type {@code proceed()} above all, calls the server natively. */
  private pointcut elsewhere():
      !within(ActivityCapture+) && !withincode(boolean Activity+.proceed());

  private final OpenStage stage =
      Bootstrap.stage(
          getClass(), blocks(), this::awaits, this::listens, this::busy, this::priority);

  /**
   * Whether a spawned call proceeds in its caller, as unwoven. Within an activity, after a switch
   * for example, the call is one as well, so that a drain sees its wait for input.
   */
  private boolean proceeds() {
    boolean proceeds = stage.inPlace() && AttachedThread.currentActivity() == null;
    if (proceeds) {
      stage.countInPlace();
    }
    return proceeds;
  }

  /** Starts the runtime when a server's type is loaded, so that mistakes show before it serves. */
  @SuppressAjWarnings("adviceDidNotMatch")
  before(): staticinitialization(WorkingContext+) {}

  @SuppressAjWarnings("adviceDidNotMatch")
  Object around(Object caller, Object callee):
      captureOnInvocation() && elsewhere() && this(caller) && target(callee) {
    if (proceeds()) {
      return proceed(caller, callee);
    }
    stage.spawn(new CapturedCall(thisJoinPointStaticPart, caller, callee) {
      public Object call() {
        return proceed(caller(), target());
      }
    });
    return Boolean.FALSE;
  }

  @SuppressAjWarnings("adviceDidNotMatch")
  Object around(Object callee):
      captureOnInvocation() && elsewhere() && !this(Object) && target(callee) {
    if (proceeds()) {
      return proceed(callee);
    }
    stage.spawn(new CapturedCall(thisJoinPointStaticPart, null, callee) {
      public Object call() {
        return proceed(target());
      }
    });
    return Boolean.FALSE;
  }

  @SuppressAjWarnings("adviceDidNotMatch")
  Object around(): captureOnInvocation() && elsewhere() && !target(Object) {
    if (proceeds()) {
      return proceed();
    }
    stage.spawn(new CapturedCall(thisJoinPointStaticPart, null, null) {
      public Object call() {
        return proceed();
      }
    });
    return Boolean.FALSE;
  }

  /** ajc names the parts of the call so; a join point would cost a call in place two objects. */
  @SuppressAjWarnings("adviceDidNotMatch")
  Object around(): captureHandOff() && elsewhere() {
    if (stage.inPlace()) {
      stage.countInPlace();
      return proceed();
    }
    return stage.handOffCall(new HandedOffCall(thisJoinPointStaticPart, ajc$aroundClosure) {
      public Object call() {
        return proceed();
      }
    });
  }

  @SuppressAjWarnings("adviceDidNotMatch")
  after(Object maker) returning(Object made):
      captureOnInstantiation() && elsewhere() && this(maker) {
    instantiated(maker, made, thisJoinPointStaticPart);
  }

  @SuppressAjWarnings("adviceDidNotMatch")
  after() returning(Object made): captureOnInstantiation() && elsewhere() && !this(Object) {
    instantiated(null, made, thisJoinPointStaticPart);
  }

  private void instantiated(Object maker, Object made, JoinPoint.StaticPart site) {
    InstantiatedActivity activity =
        made == null ? null : InstantiatedActivity.make(stage, site, maker, made);
    if (activity != null && !stage.inPlace() && !Bootstrap.cancels(getClass())) {
      activity.startOnce(made, null);
    }
  }

  @SuppressAjWarnings("adviceDidNotMatch")
  Object around(Object callee): cancelCall() && elsewhere() && target(callee) {
    InstantiatedActivity activity = stage.inPlace() ? null : InstantiatedActivity.of(callee);
    if (activity == null) {
      return proceed(callee);
    }
    activity.startOnce(callee, new CapturedCall(thisJoinPointStaticPart, null, callee) {
      public Object call() {
        return proceed(target());
      }
    });
    return Boolean.FALSE;
  }

  /**
   * Whether this stage's calls block in a way that an event loop cannot wait for, file I/O above
   * all. A stage that only hands off, and has no model of its own, then runs on a pool of its own
   * ({@code executor-pool}) where {@code cal.model} is an event loop, instead of in its caller.
   *
   * @return false unless a binding says so
   */
  protected boolean blocks() {
    return false;
  }

  /**
   * The socket whose input the next step of a spawned activity begins with, where nothing is left
   * of the input before. Event loops then take the activity's thread away until that input is
   * there. The binding promises that the step reads this socket before it waits for anything else,
   * and before it writes. Asked on the activity's thread: before the first step, which is run at
   * once, and after each step that returned true.
   *
   * <p>For example {@code return connection.in.available() > 0 ? null : connection.socket;}. An
   * exception after a step ends the activity, as one of the step does.
   *
   * @param target the object whose procedure was captured; null for a static procedure
   * @return the socket; null, as by default, to call the next step at once
   */
  protected Socket awaits(Object target) {
    return null;
  }

  /**
   * Whether the client of a spawned activity only listens from now on, as one that has subscribed
   * does: it sends nothing, and waits for what the server has to say. Such a client is never idle.
   * It is closed neither where others wait for its thread or place nor after an idle timeout. Asked
   * on the activity's thread: before the first step, and after each step that returned true.
   *
   * <p>For example {@code return connection.subscribed;}. An exception ends the activity, as one of
   * a step does.
   *
   * @param target the object whose procedure was captured; null for a static procedure
   * @return false unless a binding says so
   */
  protected boolean listens(Object target) {
    return false;
  }

  /**
   * Refuses a late request in the server's own words, in place of the next step, as {@code
   * connection.tooBusy();} does: reads the request, and answers. Called on the activity's thread,
   * in its turn, while more requests come than the stage serves in time, and this one has waited
   * for long. The next step goes on. Needs {@link #awaits}, whose socket tells of requests; a first
   * step is never refused. An exception ends the activity, as one of a step does.
   *
   * @param target the object whose procedure was captured
   */
  protected void busy(Object target) {}

  /**
   * The rank of an activity among those that {@link #busy} refuses: the lowest rank first. Asked on
   * the activity's thread, before a step that has waited, and before its request is read.
   *
   * @param target the object whose procedure was captured
   * @return 0 unless a binding says otherwise
   */
  protected int priority(Object target) {
    return 0;
  }

  declare error: captureOnInvocation() && call(!void && !boolean *(..)):
      "CAL rule 1: a spawned procedure returns void, or boolean (true: there is more to do);"
      + " hand the call off (captureHandOff, hand-off in cal.yaml) if its caller needs the answer";
  declare error: cancelCall() && call(!void && !boolean *(..)):
      "CAL rule 1: a cancelled call (cancelCall) returns void, or boolean; it is not run, and"
      + " has no answer";

  private pointcut anyCall(): call(* *(..)) || call(new(..));

  declare error: (captureOnInvocation() || cancelCall()) && !call(* *(..)):
      "CAL captures calls of methods: write call(..), not execution(..) or another join point";

  declare error: captureOnInstantiation() && !anyCall():
      "CAL captures calls that instantiate: write call(Type.new(..)), or call(..) of a factory";

  declare error: captureOnInvocation() && call(synchronized * *(..)):
      "CAL rule 3: a spawned procedure is not synchronized, its lock would be held for its whole"
      + " life; make the critical region a method of its own";
}
