package cal.reactive.internal.loop;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/** A timer is set and cleared by whoever waits, while the loop lets it expire. */
public class TimersStress {
  private static final long SOON = 1_000;
  private static final long LATER = 3_600_000_000_000L;

  private static final class Counted extends Timers.Timer {
    final AtomicInteger calls = new AtomicInteger();

    @Override
    protected void expired() {
      calls.incrementAndGet();
    }
  }

  @JCStressTest
  @Outcome(id = "1", expect = ACCEPTABLE, desc = "called once")
  @State
  public static class OneThatIsDueIsCalledOnce {
    private final Timers timers = new Timers();
    private final Counted timer = new Counted();
    private final long start = System.nanoTime();

    @Actor
    public void set() {
      timers.set(timer, start + SOON);
    }

    @Actor
    public void expire() {
      timers.expire(start + LATER);
    }

    @Arbiter
    public void look(I_Result result) {
      timers.expire(start + LATER);
      result.r1 = timer.calls.get();
    }
  }

  @JCStressTest
  @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "cleared first")
  @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "expired first")
  @State
  public static class OneThatIsClearedIsNotCalledAfterwards {
    private final Timers timers = new Timers();
    private final Counted timer = new Counted();
    private final long start = System.nanoTime();

    public OneThatIsClearedIsNotCalledAfterwards() {
      timers.set(timer, start + SOON);
    }

    @Actor
    public void clear() {
      timers.clear(timer);
    }

    @Actor
    public void expire() {
      timers.expire(start + LATER);
    }

    @Arbiter
    public void look(II_Result result) {
      result.r1 = timer.calls.get();
      timers.expire(start + LATER);
      result.r2 = timer.calls.get() - result.r1;
    }
  }

  @JCStressTest
  @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "set anew first: it moves")
  @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "expired first, and again when it is due")
  @State
  public static class OneThatIsSetAnewIsCalledThen {
    private final Timers timers = new Timers();
    private final Counted timer = new Counted();
    private final long start = System.nanoTime();

    public OneThatIsSetAnewIsCalledThen() {
      timers.set(timer, start + SOON);
    }

    @Actor
    public void setAnew() {
      timers.set(timer, start + LATER);
    }

    @Actor
    public void expire() {
      timers.expire(start + 2 * SOON);
    }

    @Arbiter
    public void look(II_Result result) {
      result.r1 = timer.calls.get();
      timers.expire(start + LATER);
      result.r2 = timer.calls.get() - result.r1;
    }
  }
}
