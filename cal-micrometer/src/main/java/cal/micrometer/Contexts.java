package cal.micrometer;

import io.micrometer.context.ContextRegistry;
import io.micrometer.context.ContextSnapshotFactory;
import io.micrometer.context.integration.Slf4jThreadLocalAccessor;

/**
 * Takes the context of a thread by all registered accessors; SLF4J's MDC is included where SLF4J is
 * on the class path. Thread-safe.
 */
final class Contexts {
  private final ContextRegistry registry = ContextRegistry.getInstance();

  /**
   * A value that a caller lacks must be hidden from the activity too: a worker had other values
   * before.
   */
  private final ContextSnapshotFactory factory =
      ContextSnapshotFactory.builder().contextRegistry(registry).clearMissing(true).build();

  Contexts() {
    if (Libraries.has("org.slf4j.MDC")
        && registry.getThreadLocalAccessors().stream()
            .noneMatch(one -> Slf4jThreadLocalAccessor.KEY.equals(one.key()))) {
      registry.registerThreadLocalAccessor(new Slf4jThreadLocalAccessor());
    }
  }

  /** The calling thread's context; null where nothing could be inside. */
  CarriedContext carried() {
    return registry.getThreadLocalAccessors().isEmpty() ? null : new CarriedContext(factory);
  }
}
