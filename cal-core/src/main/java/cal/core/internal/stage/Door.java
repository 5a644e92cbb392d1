package cal.core.internal.stage;

import cal.core.internal.admission.Admission;
import cal.core.internal.admission.Waits;
import cal.core.internal.region.RegionStack;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * The way into a full stage: what the full-policy says, but that nobody waits for itself.
 *
 * <p>Thread-safe; for the calling thread, whose workers, loop and regions it looks at.
 */
final class Door {
  private final OpenStage stage;
  private final Admission admission;
  private final Waits<OpenStage> waits;

  /** Made once: hand-offs are frequent. */
  private final Predicate<OpenStage> order;

  private final Consumer<Runnable> forPlace;

  Door(OpenStage stage, Admission admission, Waits<OpenStage> waits) {
    this.stage = stage;
    this.admission = admission;
    this.waits = waits;
    this.order =
        caller -> {
          waits.order(caller, stage);
          return false;
        };
    this.forPlace = taking -> waits.forPlace(CallChain.stages(), stage, taking);
  }

  /** Does what the full-policy says of a spawned activity that found no place. */
  Admission.Outcome spawn() {
    boolean callerMayRun = !CallChain.onEventLoop();
    if (!admission.waitsWhenFull(callerMayRun)) {
      return admission.enterFull(true, callerMayRun);
    }
    List<OpenStage> callers = CallChain.stages();
    Admission.Outcome hopeless = hopeless(callers);
    try {
      Admission.Outcome outcome = admission.enterFull(hopeless == null, callerMayRun);
      return outcome == Admission.Outcome.FULL ? hopeless : outcome;
    } finally {
      if (hopeless == null) {
        waits.end(callers, stage);
      }
    }
  }

  /** Why the caller could wait for itself; null if it cannot, and is now known to wait. */
  private Admission.Outcome hopeless(List<OpenStage> callers) {
    if (callers.contains(stage)) {
      return Admission.Outcome.FULL_OF_ITS_CALLERS;
    }
    if (RegionStack.inside()) {
      return Admission.Outcome.FULL_IN_A_REGION;
    }
    return waits.begin(callers, stage) == null ? null : Admission.Outcome.FULL_IN_A_CIRCLE;
  }

  /**
   * Admits a hand-off, whose caller works for other stages.
   *
   * @throws IllegalStateException if it would close a circle of stages that wait for each other
   */
  Admission.Outcome handOff() {
    if (stage.bounded()) {
      CallChain.any(order);
    }
    StageSettings settings = stage.settings();
    long deadline = settings.queueDeadline();
    long patience = settings.patience();
    boolean impatient = patience > 0 && (deadline == 0 || patience < deadline);
    Admission.Outcome outcome =
        admission.enterHandOff(!CallChain.onEventLoop(), impatient ? patience : deadline, forPlace);
    return impatient && outcome == Admission.Outcome.LATE ? Admission.Outcome.NO_PLACE : outcome;
  }
}
