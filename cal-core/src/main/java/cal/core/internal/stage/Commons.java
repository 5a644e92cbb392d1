package cal.core.internal.stage;

import cal.core.internal.admission.DrainedContexts;
import cal.core.internal.admission.Waits;
import cal.core.internal.support.KeepAlive;

/**
 * What all stages of a runtime have in common.
 *
 * @param keepAlive keeps the JVM while activities are in flight
 * @param waits which stage waits for which
 * @param interceptors go with activities; null where nothing does
 * @param drained contexts whose activities run no other step
 * @param failures whom failures are told
 * @param parts what the stages of a model share
 */
public record Commons(
    KeepAlive keepAlive,
    Waits<OpenStage> waits,
    StepInterceptors interceptors,
    DrainedContexts drained,
    Failures failures,
    SharedParts parts) {}
