package cal.core.internal.region;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import cal.core.contract.LockPolicy;
import cal.core.spi.SynchronizationPolicy;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A thread goes in and out of regions while another looks: entries are used again. */
@JCStressTest
@Outcome(id = "0, [012]", expect = ACCEPTABLE, desc = "out of all, and seen within two at most")
@State
public class RegionStackStress {
  private static final SynchronizationPolicy OPEN = new LockPolicy();

  private final Object outer = new Object();
  private final Object inner = new Object();

  @Actor
  public void enterAndLeave(II_Result result) {
    RegionStack stack = RegionStack.ofThread();
    int outside = stack.depth();
    stack.enter(outer, outer, OPEN);
    stack.enter(inner, inner, OPEN);
    stack.leave(outside + 1);
    stack.leave(outside);
    result.r1 = stack.depth();
  }

  @Actor
  public void look(II_Result result) {
    RegionStack.forEach(view -> result.r2 = Math.max(result.r2, view.guards().size()));
  }
}
