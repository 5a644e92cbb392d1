package cal.core.internal.activity;

import cal.core.internal.admission.OverloadControl;
import cal.core.internal.support.Log;
import java.lang.System.Logger.Level;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;

/**
 * The late steps of a stage, answered by the server's own refusal in place of the step. Lateness is
 * judged as that of connections, by {@link OverloadControl}. Thread-safe; the binding is asked on
 * the thread of the activity alone.
 */
public final class Shedding {
  private final String stage;
  private final Predicate<Object> can;
  private final Consumer<Object> busy;
  private final ToIntFunction<Object> priority;
  private final LongSupplier clock;
  private final OverloadControl overload = new OverloadControl();
  private final AtomicBoolean told = new AtomicBoolean();

  /**
   * The shedding of a stage.
   *
   * @param can whether a target can refuse
   * @param busy refuses the request of a target
   * @param priority the rank of a target: the lowest is refused first
   */
  public Shedding(
      String stage, Predicate<Object> can, Consumer<Object> busy, ToIntFunction<Object> priority) {
    this(stage, can, busy, priority, System::nanoTime);
  }

  /** The same by another clock, for tests. */
  public Shedding(
      String stage,
      Predicate<Object> can,
      Consumer<Object> busy,
      ToIntFunction<Object> priority,
      LongSupplier clock) {
    this.stage = stage;
    this.can = can;
    this.busy = busy;
    this.priority = priority;
    this.clock = clock;
  }

  /** Which steps are refused. */
  public OverloadControl overload() {
    return overload;
  }

  /** Whether steps of a target may be refused. */
  public boolean isFor(Object target) {
    return can.test(target);
  }

  /**
   * Whether a step is refused now.
   *
   * @param came when its input had come, by {@link System#nanoTime}
   */
  public boolean refuses(long came, Object target) {
    return !overload.begin(clock.getAsLong(), came, priority.applyAsInt(target));
  }

  /** Has the server refuse the request of a target. */
  public void refuse(Object target) {
    busy.accept(target);
  }

  /** Says, once, which steps are never late. */
  public void tellUnseen(String what) {
    if (!told.get() && !told.getAndSet(true)) {
      Log.log(
          Level.WARNING, "stage=" + stage + ": busy is not called for some clients, " + what, null);
    }
  }

  /** Says that no step is ever late under a model. */
  public void tellUnused(String model) {
    Log.log(
        Level.WARNING,
        "stage="
            + stage
            + " model="
            + model
            + ": busy is never called, since each call runs in its caller; choose another model to"
            + " refuse late requests",
        null);
  }
}
