package cal.core;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Timeout;

/**
 * What every synchronization policy guarantees. A policy's module extends this and names the
 * policy:
 *
 * <pre>{@code
 * class CspPolicyTest extends SynchronizationContract {
 *   protected String policy() { return "csp"; }
 * }
 * }</pre>
 *
 * Each promise is tested on platform threads and on virtual ones. No test sleeps: they wait for
 * what must happen, within a deadline.
 */
@Timeout(120)
public abstract class SynchronizationContract {
  /** For sub-classes. */
  protected SynchronizationContract() {}

  /**
   * The policy that is tested.
   *
   * @return the value of {@code cal.synchronization}
   */
  protected abstract String policy();

  @Nested
  class Exclusion extends ExclusionContract {
    Exclusion() {
      super(SynchronizationContract.this);
    }
  }

  @Nested
  class Conditions extends ConditionContract {
    Conditions() {
      super(SynchronizationContract.this);
    }
  }

  @Nested
  class Interruptions extends RegionInterruptContract {
    Interruptions() {
      super(SynchronizationContract.this);
    }
  }
}
