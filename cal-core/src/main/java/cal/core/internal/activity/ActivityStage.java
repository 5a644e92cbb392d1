package cal.core.internal.activity;

import cal.core.internal.admission.Counters;
import cal.core.internal.admission.LiveNumbers;
import cal.core.internal.admission.Refusal;
import cal.core.internal.admission.Waits;
import cal.core.internal.report.BoundedLog;
import cal.core.internal.report.Hangs;
import cal.core.internal.support.Log;
import cal.core.spi.Stage;
import cal.core.spi.Worker;
import java.lang.System.Logger.Level;
import java.net.Socket;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * A stage as its activities, and the threads that run them, see it. Thread-safe.
 *
 * <p>A class and no interface: its one subclass lets compilers call its methods without a look at
 * the type.
 */
public abstract class ActivityStage implements Stage, Waits.Stage {
  private final String name;
  private final Failures failures;
  private final Counters counters = new Counters();
  private final BoundedLog log = new BoundedLog();

  /** Null where the binding says nothing. */
  private volatile Function<Object, Socket> awaits;

  /** Null where the binding says nothing. */
  private volatile Predicate<Object> listens;

  /** Null where the binding names no refusal of late steps. */
  private volatile Shedding shedding;

  /** Null where activities are no loops, as {@link #empties} is. */
  private volatile Function<Object, Socket> loops;

  private volatile Predicate<Object> empties;
  private final AtomicBoolean hasLoops = new AtomicBoolean();

  /**
   * Makes a stage that has run nothing.
   *
   * @param failures is told of the failures of its activities
   */
  protected ActivityStage(String name, Failures failures) {
    this.name = name;
    this.failures = failures;
  }

  @Override
  public final String name() {
    return name;
  }

  public final Failures failures() {
    return failures;
  }

  public final Counters counters() {
    return counters;
  }

  public final BoundedLog log() {
    return log;
  }

  @Override
  public final void mistaken(String sentence) {
    failures.mistaken(sentence);
  }

  @Override
  public final void kept(
      String hang, Thread thread, long since, BooleanSupplier forGood, BooleanSupplier lasts) {
    StackTraceElement[] stack = thread.getStackTrace();
    List<String> place = List.of("kept", name, Hangs.place(stack));
    String stacks = Hangs.stack(thread.getName(), List.of(stack));
    failures.hangs().keep(place, hang, stacks, since, forGood, lasts);
  }

  /** Sets the socket awaited between two steps, by the target; before the first activity. */
  public final void awaits(Function<Object, Socket> said) {
    awaits = said;
  }

  /** Sets which clients only listen, by the target; before the first activity. */
  public final void listens(Predicate<Object> said) {
    listens = said;
  }

  /** Sets how late steps are refused; before the first activity. */
  public final void sheds(Shedding said) {
    shedding = said;
  }

  /** How late steps are refused; null where the binding says nothing. */
  public final Shedding shedding() {
    return shedding;
  }

  /**
   * Sets the socket of loops, by the target, and whether nothing is left in a buffer; before the
   * first activity.
   */
  public final void loops(Function<Object, Socket> said, Predicate<Object> isEmpty) {
    loops = said;
    empties = isEmpty;
  }

  /** Whether an activity is a loop of the server's, which ends by itself once its socket does. */
  public final boolean cutsLoops() {
    return loops != null;
  }

  /** Whether no loop has begun in the stage before: true once. */
  public final boolean isFirstLoop() {
    return !hasLoops.get() && !hasLoops.getAndSet(true);
  }

  /** The socket of a loop by its binding; null where the binding says nothing. Never throws. */
  public final Socket socketOf(Object target) {
    try {
      return loops.apply(target);
    } catch (Throwable ofTheServer) {
      Log.log(Level.DEBUG, "stage=" + name + ": the socket of a loop is unknown", ofTheServer);
      return null;
    }
  }

  @Override
  public final boolean leavesSteps() {
    return awaits != null;
  }

  /** Whether nothing is left in a buffer of a loop's. */
  public final boolean isEmpty(Object buffer) {
    return empties.test(buffer);
  }

  public final Socket awaited(Object target) {
    Function<Object, Socket> said = awaits;
    return said == null ? null : said.apply(target);
  }

  public final boolean onlyListens(Object target) {
    Predicate<Object> said = listens;
    return said != null && said.test(target);
  }

  /** The attached threads. */
  public abstract Workers attached();

  @Override
  public final AttachedThread attach() {
    return attached().attach();
  }

  @Override
  public final AttachedThread worker() {
    return attached().current();
  }

  @Override
  public final Collection<Worker> workers() {
    return attached().all();
  }

  /** The present counts. */
  public abstract LiveNumbers numbers();

  /** Whether the threads of the model are event loops: nothing may keep a loop. */
  public abstract boolean onEventLoop();

  /** Whether new activities are refused, and others end after their present step. */
  public abstract boolean draining();

  /** Whether an activity must end now, without the next step. */
  public abstract boolean mustEnd(StagedActivity activity);

  /** Whether the context of an activity has been drained: no further step begins. */
  public abstract boolean drainsContextOf(StagedActivity activity);

  /** Leaves the end of an activity to the JVM: no drain waits any more. */
  public abstract void leaveToJvm(StagedActivity activity);

  /** Begins an activity now; returns the reason for a refusal after too long a wait, or null. */
  public abstract Refusal begin(StagedActivity activity);

  /** Whether an activity between two steps is another thread's now. */
  public abstract boolean takesOver(StagedActivity activity);

  /** Gives the permit of an ended activity back. */
  public abstract void leave(StagedActivity activity);
}
