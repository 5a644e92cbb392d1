package cal.core.internal.stage;

import cal.core.internal.activity.ActivityStage;
import cal.core.internal.activity.Failures;
import cal.core.internal.activity.StepInterceptors;
import cal.core.internal.admission.DrainedContexts;
import cal.core.internal.admission.Waits;
import cal.core.internal.generation.SharedParts;
import cal.core.internal.support.KeepAlive;

/**
 * The parts that all stages of a runtime have in common.
 *
 * @param keepAlive keeps the JVM while activities are in flight
 * @param waits which stage waits for which
 * @param interceptors go with activities; null where nothing does
 * @param drained contexts whose activities run no other step
 * @param failures the receivers of failures
 * @param parts the objects that the stages of a model share
 */
public record RuntimeParts(
    KeepAlive keepAlive,
    Waits<ActivityStage> waits,
    StepInterceptors interceptors,
    DrainedContexts drained,
    Failures failures,
    SharedParts parts) {}
