package cal.core.internal.lock;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import cal.core.spi.SynchronizationPolicy;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A thread writes two fields inside a region while another looks at both without an entry. */
@JCStressTest
@Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "before the region")
@Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "after the region")
@Outcome(id = "-1, -1", expect = ACCEPTABLE, desc = "the look does not count")
@State
public class GlanceStress {
  private static final SynchronizationPolicy POLICY =
      new LockPolicies().named(LockPolicies.OPTIMISTIC, 1);

  private final Object guard = new Object();
  private int left;
  private int right;

  @Actor
  public void write() {
    POLICY.enter(guard);
    left = 1;
    right = 1;
    POLICY.exit(guard);
  }

  @Actor
  public void look(II_Result result) {
    long glanced = POLICY.glance(guard);
    result.r1 = left;
    result.r2 = right;
    if (glanced == 0 || !POLICY.isValid(guard, glanced)) {
      result.r1 = -1;
      result.r2 = -1;
    }
  }
}
