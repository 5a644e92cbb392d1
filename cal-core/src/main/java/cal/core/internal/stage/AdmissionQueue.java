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
 * The way into a full stage: what the full-policy says, but that nobody waits for itself.
 *
 * <p>Thread-safe; for the calling thread, whose workers, loop and regions it looks at.
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

  /** Does what the full-policy says of a spawned activity that found no place. */
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

  /** Why the caller could wait for itself; null if it cannot, and is now known to wait. */
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
   * @throws IllegalStateException if it would close a circle of stages that wait for each other
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
