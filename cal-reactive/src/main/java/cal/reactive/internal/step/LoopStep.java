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
 * An activity on a loop, as the turn of a worker for the next step.
 *
 * <p>Contract: a left step has no thread. Of all threads with a reason to call the step (input, a
 * deadline, a close, a drain), a single thread claims the step and puts the step behind the others,
 * once; no reason is missed, also where the first cannot put the step there. All else is for the
 * worker of the step.
 *
 * <p>Steps follow the activities of the CAL paper (section 3.1). The difference: where a binding
 * names the first input of a step, the activity keeps no stack between two steps, like a handler of
 * a reactor.
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

  /** Claimed, with another reason since. */
  private static final byte AGAIN = 3;

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

  /** Null once the activity keeps a thread from the first step to the last. */
  private Leaving leaving;

  /** The first input of the next step; null if unknown. */
  private ExpectedRead awaited;

  /** The reason against a worker. */
  private Throwable broken;

  /** The place and time of the last leave; published with the state. */
  private Readiness readiness;

  private long since;

  @SuppressWarnings("UnusedVariable") // used through its handle
  private volatile byte state;

  /**
   * An activity placed on a loop.
   *
   * @param leaving the rules of its stage for leaving a step; null without such steps
   */
  public LoopStep(CapturedActivity activity, Loop placedOn, Leaving leaving) {
    this.activity = activity;
    this.placedOn = placedOn;
    this.leaving = leaving;
  }

  public CapturedActivity activity() {
    return activity;
  }

  /** Whether the scheduler has these rules. */
  public boolean isOf(Leaving rules) {
    return leaving == rules;
  }

  /** Whether the activity leaves its steps. */
  boolean leaves() {
    return leaving != null;
  }

  @Override
  public ExpectedRead awaited() {
    return awaited;
  }

  /** Before a step, on its worker. */
  void begin(LoopThread here) {
    STATE.setOpaque(this, RUNNING); // a claim is refused before as well as after
    LoopThread now = here;
    if (leaving != null && awaited == null) {
      expectFirst();
      now = LoopThread.current(); // the binding may have waited
    }
    watch(now);
  }

  /** Watches the first input of the step from now on, on a loop's thread, if known. */
  void watch(LoopThread here) {
    if (awaited != null && here != null) {
      here.firstInput().of(this);
    }
  }

  /**
   * A first step is run at once, and yet has to begin by its binding. The object may not have the
   * asked socket yet: after the step the binding is asked again, and then an exception ends the
   * activity. An error ends the activity now.
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
   * After a step with another to come: leaves the next step until there is input, an end of input,
   * or the time has come.
   *
   * @return false if the step is to be called now; otherwise another thread may have the step
   *     already
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
   * The binding is wrong: from now on the activity keeps a thread. An activity called in order to
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

  /** Marks the step as left from now on, at a channel. */
  void leftAt(Readiness where) {
    if (readiness != where) {
      forgetReadiness();
      readiness = where;
    }
    since = where.loop().timers().lookedAt();
    state = LEFT;
  }

  /** The activity with its wait at the last leave; for any thread. */
  public LeftActivity whileLeft() {
    ExpectedRead input = awaited;
    return new LeftActivity(activity, input == null ? null : input.peer(), since);
  }

  /** Whether the step was left at a channel; for the claiming thread. */
  boolean isAt(Readiness where) {
    return readiness == where;
  }

  /** After a claim for input, found by the last look. */
  void inputCame() {
    activity.inputCame(readiness.loop().timers().lookedAt());
  }

  /** Gives the claim up, after a failed call; whether the caller has another reason to serve. */
  boolean disclaim() {
    return (byte) STATE.getAndSet(this, LEFT) == AGAIN;
  }

  /**
   * Whether the calling thread claims the step, of all threads with a reason. Until a worker has
   * the step, the reason of another thread is left to the claiming thread.
   */
  public boolean claim() {
    for (byte now = state; now == LEFT || now == READY; now = state) {
      if (STATE.compareAndSet(this, now, (byte) (now + 1))) {
        return now == LEFT;
      }
    }
    return false;
  }

  /** The same for the worker that has left the step just now, and is to go on. */
  public boolean takeBack() {
    boolean claimed = claim();
    if (claimed) {
      state = RUNNING;
    }
    return claimed;
  }

  /**
   * Has the step called without its input, if left.
   *
   * @param claimed told before the call
   */
  public void resume(Consumer<LeftActivity> claimed) {
    readiness.resumeStep(step -> claimed.accept(step.whileLeft()));
  }

  /** Whether the step has no worker: left, or on the way to a worker; a momentary view. */
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

  /** A loop gives the step to a worker instead; this is for a step without a worker to be had. */
  @Override
  public void run() {
    activity.giveUp(broken);
    ended();
  }

  /** Notes the reason against a worker. */
  void breakOff(Throwable cause) {
    broken = cause;
  }
}
