package cal.reactive;

import static java.nio.channels.SelectionKey.OP_READ;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import cal.core.internal.stage.ForkedLife;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * A worker leaves a step while others find reasons to have it called: it is called once, and not in
 * vain. No thread serves the loop: an actor takes its turns.
 */
public class LeftStepStress {
  static {
    ForkedLife.bound();
  }

  private static final int INPUTS = 3;

  private static Loop loop() {
    return new Loop(null, true, "left", new EdgePoller());
  }

  private static EdgePoller.Edges edges(Loop loop) {
    try {
      return (EdgePoller.Edges) Readiness.join(loop, null, OP_READ).place();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Leaves a step, and waits until it is to be called; as a worker does that takes its turns. */
  private static void leave(LoopStep step, Readiness readiness, Loop loop) {
    try {
      if (readiness.leaveStep(step, 0)) {
        while (loop.queue().poll() != step) {
          Thread.yield();
        }
        step.begin(null);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A poller that tells once of each edge. */
  @JCStressTest
  @Outcome(id = "3", expect = ACCEPTABLE, desc = "all was read")
  @State
  public static class NoEdgeIsMissedByALeftStep {
    private final Loop loop = loop();
    private final EdgePoller.Edges place = edges(loop);
    private final LoopStep step = new LoopStep(null, loop, null);
    private volatile int read;

    @Actor
    public void worker(I_Result result) {
      for (int i = 1; i <= INPUTS; i++) {
        while (place.isEmpty()) {
          leave(step, place.told(), loop);
        }
        place.told().reads();
        place.read();
        read = i;
      }
      result.r1 = read;
    }

    @Actor
    public void poller() {
      for (int sent = 1; sent <= INPUTS; sent++) {
        place.send();
        while (read < sent) {
          Thread.yield();
        }
      }
    }
  }

  /** Input and a drain find one step that is left. */
  @JCStressTest
  @Outcome(id = "1", expect = ACCEPTABLE, desc = "one turn")
  @State
  public static class AStepIsCalledOnce {
    private final Loop loop = loop();
    private final EdgePoller.Edges place = edges(loop);
    private final LoopStep step = new LoopStep(null, loop, null);
    private int turns;

    public AStepIsCalledOnce() {
      try {
        turns = place.told().leaveStep(step, 0) ? 0 : 100;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Actor
    public void poller() {
      place.send();
    }

    @Actor
    public void drain() {
      place.told().signalInput();
    }

    @Arbiter
    public void count(I_Result result) {
      for (Runnable turn = loop.queue().poll(); turn != null; turn = loop.queue().poll()) {
        turns += turn == step ? 1 : 100;
      }
      result.r1 = turns;
    }
  }

  /** A step that is left as its channel is closed finds that. */
  @JCStressTest
  @Outcome(id = "1", expect = ACCEPTABLE, desc = "called, or found closed")
  @State
  public static class NoClosedChannelKeepsAStep {
    private final Loop loop = loop();
    private final EdgePoller.Edges place = edges(loop);
    private final LoopStep step = new LoopStep(null, loop, null);
    private int turns;

    @Actor
    public void worker() {
      try {
        if (!place.told().leaveStep(step, 0)) {
          turns++;
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Actor
    public void closer() {
      place.close();
      place.told().closed();
    }

    @Arbiter
    public void count(I_Result result) {
      for (Runnable turn = loop.queue().poll(); turn != null; turn = loop.queue().poll()) {
        turns += turn == step ? 1 : 100;
      }
      result.r1 = turns;
    }
  }
}
