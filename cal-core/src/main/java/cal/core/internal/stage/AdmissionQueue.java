package cal.core.internal.stage;

import cal.core.internal.activity.ActivityStage;
import cal.core.internal.activity.CallChain;
import cal.core.internal.admission.Decision;
import cal.core.internal.admission.Permits;
import cal.core.internal.admission.Waits;
import cal.core.internal.generation.StageSettings;
import cal.core.internal.region.RegionStack;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * The callers at a full stage: the full-policy decides, and nobody waits for itself.
 *
 * <p>Thread-safe; for the calling thread, with its workers, loop and regions.
 */
final class AdmissionQueue {
  private final ActivityStage stage;
  private final Generations scheduler;
  private final Permits permits;
  private final Waits<ActivityStage> waits;

  /** Made once: hand-offs are frequent. */
  private final Predicate<ActivityStage> order;

  private final Consumer<Runnable> forPlace;

  AdmissionQueue(ActivityStage stage, Generations scheduler, Waits<ActivityStage> waits) {
    this.stage = stage;
    this.scheduler = scheduler;
    this.permits = scheduler.permits();
    this.waits = waits;
    this.order =
        caller -> {
          waits.order(caller, stage);
          return false;
        };
    this.forPlace = taking -> waits.forPlace(CallChain.stages(), stage, taking);
  }

  /** Follows the full-policy for a spawned activity without a place. */
  Decision spawn() {
    boolean callerMayRun = !CallChain.onEventLoop();
    if (!permits.waitsWhenFull(callerMayRun)) {
      return permits.enterFull(true, callerMayRun);
    }
    List<ActivityStage> callers = CallChain.stages();
    Decision hopeless = hopeless(callers);
    try {
      Decision decision = permits.enterFull(hopeless == null, callerMayRun);
      return decision == Decision.FULL ? hopeless : decision;
    } finally {
      if (hopeless == null) {
        waits.end(callers, stage);
      }
    }
  }

  /** The reason for a wait of the caller for itself; null for none: the wait is now known. */
  private Decision hopeless(List<ActivityStage> callers) {
    if (callers.contains(stage)) {
      return Decision.FULL_OF_ITS_CALLERS;
    }
    if (RegionStack.inside()) {
      return Decision.FULL_IN_A_REGION;
    }
    return waits.begin(callers, stage) == null ? null : Decision.FULL_IN_A_CIRCLE;
  }

  /**
   * Admits a hand-off, whose caller works for other stages.
   *
   * @throws IllegalStateException if the wait would close a circle of stages
   */
  Decision handOff() {
    if (stage.bounded()) {
      CallChain.any(order);
    }
    StageSettings settings = scheduler.settings();
    long deadline = settings.queueDeadline();
    long patience = settings.patience();
    boolean impatient = patience > 0 && (deadline == 0 || patience < deadline);
    Decision decision =
        permits.enterHandOff(!CallChain.onEventLoop(), impatient ? patience : deadline, forPlace);
    return impatient && decision == Decision.LATE ? Decision.NO_PLACE : decision;
  }
}
