package cal.core.internal.region;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import cal.core.internal.lock.LockPolicies;
import cal.core.internal.stage.ForkedLife;
import cal.core.spi.SynchronizationPolicy;
import cal.jcsp.CspPolicy;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * A thread waits inside a region for another, which signals there. Results are how many were inside
 * at a time, and the depth of the thread that waited, after all.
 */
public class RegionWaitStress {
  static {
    ForkedLife.bound();
  }

  /** A thing that one thread has ready for another. */
  private static class Ready {
    private final Object guard = new Object();
    private final SynchronizationPolicy policy;
    private boolean ready;
    private int inside;
    private int most;

    Ready(SynchronizationPolicy policy) {
      this.policy = policy;
    }

    private RegionStack enter() {
      RegionStack stack = RegionStack.ofThread();
      stack.enter(guard, guard, policy);
      come();
      return stack;
    }

    private void come() {
      inside++;
      most = Math.max(most, inside);
    }

    void await(II_Result result) {
      RegionStack stack = enter();
      try {
        while (!ready) {
          inside--;
          boolean known = Conditions.await(guard, 0, 0);
          come();
          if (!known) {
            throw new IllegalStateException("no region of the guard");
          }
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      result.r1 = most;
      inside--;
      stack.leave(0);
      result.r2 = stack.depth();
    }

    void signal() {
      RegionStack stack = enter();
      ready = true;
      boolean known = Conditions.signal(guard);
      inside--;
      stack.leave(known ? 0 : -1);
    }
  }

  @JCStressTest
  @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "one at a time, and none waits in vain")
  @State
  public static class UnderLock extends Ready {
    private static final SynchronizationPolicy POLICY = new LockPolicies().named("lock", 1);

    public UnderLock() {
      super(POLICY);
    }

    @Actor
    public void one(II_Result result) {
      await(result);
    }

    @Actor
    public void other() {
      signal();
    }
  }

  @JCStressTest
  @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "one at a time, and none waits in vain")
  @State
  public static class UnderShared extends Ready {
    private static final SynchronizationPolicy POLICY =
        new LockPolicies().named(LockPolicies.SHARED, 1);

    public UnderShared() {
      super(POLICY);
    }

    @Actor
    public void one(II_Result result) {
      await(result);
    }

    @Actor
    public void other() {
      signal();
    }
  }

  @JCStressTest
  @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "one at a time, and none waits in vain")
  @State
  public static class UnderCsp extends Ready {
    private static final SynchronizationPolicy POLICY = new CspPolicy();

    public UnderCsp() {
      super(POLICY);
    }

    @Actor
    public void one(II_Result result) {
      await(result);
    }

    @Actor
    public void other() {
      signal();
    }
  }
}
