package cal.reactive.internal.group;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import cal.core.spi.Cores;
import cal.reactive.internal.loop.Loop;
import cal.reactive.internal.loop.Timers;
import cal.reactive.internal.transport.Transport;
import java.time.Duration;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/**
 * Turns and timers come from other threads as a loop falls asleep. Each actor waits for its own
 * before it goes on, so that nobody else ends the sleep for it.
 */
public class LoopStress {
  private static final long DEADLINE_NANOS = 20_000_000_000L;

  /** A task that a loop is to do once, soon. */
  private static final class Task extends Timers.Timer implements Runnable {
    private volatile boolean done;

    @Override
    public void run() {
      done = true;
    }

    @Override
    protected void expired() {
      done = true;
    }

    boolean awaited() {
      long start = System.nanoTime();
      while (!done && System.nanoTime() - start < DEADLINE_NANOS) {
        Thread.yield();
      }
      return done;
    }
  }

  private static boolean runs(Loop loop) {
    Task turn = new Task();
    loop.execute(turn);
    return turn.awaited();
  }

  private static boolean expires(Loop loop) {
    Task timer = new Task();
    if (loop.timers().set(timer, System.nanoTime() + 10_000)) {
      loop.wakeUp();
    }
    return timer.awaited();
  }

  /** Loops that stay with their threads: their sleep is the subject. */
  public static Loops loops(int number) {
    Patience forEver = new Patience(Duration.ZERO, Duration.ZERO, 1);
    return new Loops(
        "stress", number, forEver, Long.MAX_VALUE, Transport.NIO, Scheduling.LOOPS, Cores.ALL);
  }

  @JCStressTest
  @Outcome(id = "true, true", expect = ACCEPTABLE, desc = "both were run")
  @State
  public static class NoTurnIsSleptOver {
    private static final Loop LOOP = loops(1).all().getFirst();

    @Actor
    public void one(ZZ_Result result) {
      result.r1 = runs(LOOP);
    }

    @Actor
    public void another(ZZ_Result result) {
      result.r2 = runs(LOOP);
    }
  }

  @JCStressTest
  @Outcome(id = "true, true", expect = ACCEPTABLE, desc = "both were run")
  @State
  public static class NoTurnIsSleptOverByTwoLoopsThatHelp {
    private static final Loops LOOPS = loops(2);

    @Actor
    public void one(ZZ_Result result) {
      result.r1 = runs(LOOPS.all().getFirst());
    }

    @Actor
    public void another(ZZ_Result result) {
      result.r2 = runs(LOOPS.all().getLast());
    }
  }

  @JCStressTest
  @Outcome(id = "true, true", expect = ACCEPTABLE, desc = "the timer expired, the turn was run")
  @State
  public static class NoTimerIsSleptOver {
    private static final Loop LOOP = loops(1).all().getFirst();

    @Actor
    public void timer(ZZ_Result result) {
      result.r1 = expires(LOOP);
    }

    @Actor
    public void turn(ZZ_Result result) {
      result.r2 = runs(LOOP);
    }
  }
}
