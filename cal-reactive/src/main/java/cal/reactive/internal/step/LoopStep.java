package cal.reactive.internal.step;

import cal.core.spi.ActivityScheduler.LeftActivity;
import cal.core.spi.CapturedActivity;
import cal.reactive.internal.loop.Loop;
import cal.reactive.internal.loop.LoopThread;
import cal.reactive.internal.loop.StepTurn;
import java.lang.System.Logger.Level;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.Consumer;

/**
 * An activity on a loop, as the turn of a worker that runs the next step.
 *
 * <p>Contract: a step that is left has no thread. Of all threads that find a reason to call the
 * step (input, a deadline, a close, a drain), one claims the step and puts it behind the others,
 * once; no reason is missed. All else is for the worker that runs the step.
 *
 * <p>Steps follow the activities of the CAL paper (section 3.1). The difference: where a binding
 * names the input that a step begins with, the activity keeps no stack between two steps, as a
 * handler of a reactor keeps none.
 *
 * <pre>
 *             leave: nothing is there             claim: the first reason
 *  RUNNING ----------------------------&gt; LEFT ----------------------------&gt; READY
 *     ^ ^                                 |  ^                                | |
 *     | +------- takeBack: input came ----+  +--- disclaim: not enqueued -----+ |
 *     +-------------------- begin, on a worker of the loop --------------------+
 * </pre>
 */
public final class LoopStep implements StepTurn {
  private static final System.Logger LOG = System.getLogger("cal");
  private static final byte RUNNING = 0;
  private static final byte LEFT = 1;
  private static final byte READY = 2;
  private static final VarHandle STATE;

  static {
    try {
      STATE = MethodHandles.lookup().findVarHandle(LoopStep.class, "state", byte.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final CapturedActivity activity;
  private final Loop placedOn;

  /** Null once its activity keeps a thread from its first step to its last. */
  private Leaving leaving;

  /** The input that its next step begins with; null where that is not known. */
  private ExpectedRead awaited;

  /** Why it can have no worker. */
  private Throwable broken;

  /** Where it was left last, and when; published with the state. */
  private Readiness readiness;

  private long since;

  @SuppressWarnings("UnusedVariable") // used through its handle
  private volatile byte state;

  /**
   * An activity that was placed on a loop.
   *
   * @param leaving the rules of its stage for leaving a step; null where none may
   */
  public LoopStep(CapturedActivity activity, Loop placedOn, Leaving leaving) {
    this.activity = activity;
    this.placedOn = placedOn;
    this.leaving = leaving;
  }

  public CapturedActivity activity() {
    return activity;
  }

  /** Whether its scheduler is the one with these rules. */
  public boolean isOf(Leaving rules) {
    return leaving == rules;
  }

  /** Whether its activity leaves its steps. */
  boolean leaves() {
    return leaving != null;
  }

  @Override
  public ExpectedRead awaited() {
    return awaited;
  }

  /** Before a step, on the worker that runs it. */
  void begin(LoopThread here) {
    STATE.setOpaque(this, RUNNING); // a claim is refused before as well as after
    LoopThread now = here;
    if (leaving != null && awaited == null) {
      expectFirst();
      now = LoopThread.current(); // the binding may have waited
    }
    watch(now);
  }

  /** Watches the first input of the step that begins now on a loop's thread, if it is known. */
  void watch(LoopThread here) {
    if (awaited != null && here != null) {
      here.firstInput().of(this);
    }
  }

  /**
   * A first step is run at once, and yet has to begin as its binding says. Its object may not have
   * yet what the binding asks it for: after the step it is asked again, and then an exception ends
   * the activity. An error ends it now.
   */
  private void expectFirst() {
    ExpectedRead first = null;
    try {
      first = awaitedNow();
    } catch (RuntimeException notYet) {
      LOG.log(
          Level.DEBUG, "awaits(..) of stage=" + activity.stage().name() + ", too early", notYet);
    }
    if (first != null) {
      expect(first);
    }
  }

  private ExpectedRead awaitedNow() {
    return activity.awaits() instanceof InputSource source ? source.inputToldBy(placedOn) : null;
  }

  private void expect(ExpectedRead input) {
    awaited = input;
    input.expectedBy(this);
  }

  /**
   * After a step that asks for another: leaves that until there is input, an end of it, or its time
   * has come.
   *
   * @return false if it is to be called now; otherwise another thread may have it already
   */
  boolean leave() {
    if (leaving == null) {
      return false;
    }
    if (awaited != null && awaited.isExpectedBy(this)) {
      mistaken("went on without reading it");
      return false;
    }
    ExpectedRead next = awaitedNow();
    if (next == null) {
      awaited = null;
      return false;
    }
    expect(next);
    boolean left = next.leave(this, leaving.graceMillis());
    return left && !(activity.mustEnd() && takeBack()); // a drain may have looked just before
  }

  /**
   * Its binding is wrong: from now on its activity keeps a thread. One that is called in order to
   * end does not read.
   */
  @Override
  public void mistaken(String how) {
    Leaving rules = leaving;
    if (rules != null && !activity.mustEnd()) {
      leaving = null;
      awaited = null;
      rules.mistaken(activity, how);
    }
  }

  /** Says that it is left from now on, at a channel. */
  void leftAt(Readiness where) {
    if (readiness != where) {
      forgetReadiness();
      readiness = where;
    }
    since = where.loop().timers().lookedAt();
    state = LEFT;
  }

  /** The activity with what it waits for, as it was left last; for any thread. */
  public LeftActivity whileLeft() {
    ExpectedRead input = awaited;
    return new LeftActivity(activity, input == null ? null : input.peer(), since);
  }

  /** Whether it was left at a channel; for the thread that has claimed it. */
  boolean isAt(Readiness where) {
    return readiness == where;
  }

  /** Leaves it claimed by nobody, where it could not be called. */
  void disclaim() {
    state = LEFT;
  }

  /** Whether the calling thread is the one that has it called, of all that find a reason. */
  public boolean claim() {
    return state == LEFT && STATE.compareAndSet(this, LEFT, READY);
  }

  /** The same for the worker that has left it just now, and is to go on with it. */
  public boolean takeBack() {
    boolean claimed = claim();
    if (claimed) {
      state = RUNNING;
    }
    return claimed;
  }

  /**
   * Has it called without its input, if it is left.
   *
   * @param claimed told of it before it is
   */
  public void resume(Consumer<LeftActivity> claimed) {
    readiness.resumeStep(step -> claimed.accept(step.whileLeft()));
  }

  /** Whether it has no worker: it is left, or on its way to one; a momentary view. */
  boolean isLeft() {
    return state != RUNNING;
  }

  /** After the last step. */
  void ended() {
    placedOn.activities().decrementAndGet();
    forgetReadiness();
  }

  private void forgetReadiness() {
    if (readiness != null) {
      readiness.forget();
    }
  }

  /** A loop gives it to a worker instead; this is for one that could have none. */
  @Override
  public void run() {
    activity.giveUp(broken);
    ended();
  }

  /** Notes why it can have no worker. */
  void breakOff(Throwable cause) {
    broken = cause;
  }
}
