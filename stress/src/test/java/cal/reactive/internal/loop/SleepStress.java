package cal.reactive.internal.loop;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import cal.core.internal.stage.ForkedLife;
import cal.reactive.internal.step.EdgePoller;
import cal.reactive.internal.step.FreeWorkers;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * Turns and timers come as a loop falls asleep, without a selector: an actor serves the loop, and
 * its poller sleeps until it is woken up.
 */
public class SleepStress {
  static {
    ForkedLife.bound();
  }

  /** A loop alone. */
  private enum Alone implements LoopGroup {
    GROUP;

    @Override
    public long help(Loop idle) {
      return Long.MAX_VALUE;
    }

    @Override
    public long limit(Loop sleeper, long millis) {
      return millis;
    }

    @Override
    public void woke(Loop loop) {}

    @Override
    public void relieve(Loop loop, LoopThread kept, long turn) {}

    @Override
    public void hasClosedAll() {}

    @Override
    public void finished() {}
  }

  /** A loop with things to be done. */
  private static class Served extends Timers.Timer {
    final Loop loop = new Loop(Alone.GROUP, true, "served", new EdgePoller(), FreeWorkers::new);

    /** For the thread that serves. */
    private int done;

    /** Serves the loop until so many things are done. */
    void serve(int things, I_Result result) {
      while (done < things) {
        Runnable turn = loop.queue().poll();
        if (turn != null) {
          turn.run();
        } else {
          sleep();
          loop.timers().expire(System.nanoTime());
        }
      }
      result.r1 = done;
    }

    private void sleep() {
      try {
        loop.sleep(Long.MAX_VALUE);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    void add() {
      loop.execute(() -> done++);
    }

    @Override
    protected void expired() {
      done++;
    }
  }

  @JCStressTest
  @Outcome(id = "2", expect = ACCEPTABLE, desc = "both were run")
  @State
  public static class NoTurnIsSleptOver extends Served {
    @Actor
    public void server(I_Result result) {
      serve(2, result);
    }

    @Actor
    public void caller() {
      add();
      add();
    }
  }

  @JCStressTest
  @Outcome(id = "1", expect = ACCEPTABLE, desc = "it has expired")
  @State
  public static class NoTimerIsSleptOver extends Served {
    @Actor
    public void server(I_Result result) {
      serve(1, result);
    }

    @Actor
    public void caller() {
      if (loop.timers().set(this, System.nanoTime())) {
        loop.wakeUp();
      }
    }
  }
}
