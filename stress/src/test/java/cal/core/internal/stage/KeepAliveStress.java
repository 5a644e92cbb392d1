package cal.core.internal.stage;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import cal.core.internal.support.KeepAlive;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.Z_Result;

/** An activity comes as the keeper of the one before goes: a keeper looks after it. */
@JCStressTest
@Outcome(id = "true", expect = ACCEPTABLE, desc = "the activity has a keeper")
@State
public class KeepAliveStress {
  private static final long DEADLINE_NANOS = 20_000_000_000L;

  private final KeepAlive keepAlive = new KeepAlive(this::busy, () -> {});
  private volatile boolean inFlight;
  private volatile boolean kept;
  private volatile boolean looked;

  /** Once a keeper has seen the activity, it may go. */
  private boolean busy() {
    boolean seen = inFlight;
    looked = true;
    if (seen) {
      kept = true;
    }
    return false;
  }

  /** The keeper that it starts finds nothing in flight, and goes. */
  @Actor
  public void comeAndGo() {
    keepAlive.ensure();
  }

  /** Comes just as the keeper has looked. */
  @Actor
  public void come() {
    while (!looked) {
      Thread.onSpinWait();
    }
    inFlight = true;
    keepAlive.ensure();
  }

  @Arbiter
  public void look(Z_Result result) {
    long start = System.nanoTime();
    while (!kept && System.nanoTime() - start < DEADLINE_NANOS) {
      Thread.yield();
    }
    result.r1 = kept;
    inFlight = false;
  }
}
