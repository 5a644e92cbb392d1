package cal.core.contract;

import cal.core.internal.region.Policies;
import cal.core.spi.SynchronizationPolicy;
import java.time.Duration;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Timeout;

/**
 * The guarantees of every synchronization policy. A policy's module extends this and names the
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
@Timeout(300)
public abstract class SynchronizationContract {
  /** For sub-classes. */
  protected SynchronizationContract() {}

  /**
   * The policy that is tested.
   *
   * @return the value of {@code cal.synchronization}
   */
  protected abstract String policy();

  /**
   * The policy itself, null for monitors; by its name unless a test of the contract has its own.
   */
  SynchronizationPolicy found() {
    return Policies.of(getClass().getClassLoader())
        .named(policy(), getClass().getName())
        .orElse(null);
  }

  /** How long a test waits for what must happen. */
  Duration deadline() {
    return RegionFixture.DEADLINE;
  }

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

  @Nested
  class Faults extends RegionFaultContract {
    Faults() {
      super(SynchronizationContract.this);
    }
  }
}
