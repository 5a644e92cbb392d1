package cal.reactive.internal.step;

import static java.nio.channels.SelectionKey.OP_READ;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import cal.core.internal.stage.ForkedLife;
import cal.core.spi.CapturedActivity;
import cal.reactive.internal.loop.Loop;
import cal.reactive.internal.socket.SideLock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Proxy;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;
import org.openjdk.jcstress.infra.results.Z_Result;

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
    return new Loop(null, true, "left", new EdgePoller(), FreeWorkers::new);
  }

  private static EdgePoller.Edges edges(Loop loop) {
    try {
      return (EdgePoller.Edges) new Readiness(loop, null, OP_READ).registration();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Leaves a step, and waits until it is to be called; as a worker does that takes its turns. */
  private static void leave(LoopStep step, Readiness readiness, Loop loop) {
    if (isLeft(step, readiness)) {
      awaitTurn(step, loop);
    }
  }

  private static boolean isLeft(LoopStep step, Readiness readiness) {
    try {
      return readiness.leaveStep(step, 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void awaitTurn(LoopStep step, Loop loop) {
    while (loop.queue().poll() != step) {
      Thread.yield();
    }
    step.begin(null);
  }

  /** A poller that tells once of each edge. */
  @JCStressTest
  @Outcome(id = "3", expect = ACCEPTABLE, desc = "all was read")
  @State
  public static class NoEdgeIsMissedByALeftStep {
    private final Loop loop = loop();
    private final EdgePoller.Edges registration = edges(loop);
    private final LoopStep step = new LoopStep(Told.ACTIVITY, loop, null);
    private volatile int read;

    @Actor
    public void worker(I_Result result) {
      for (int i = 1; i <= INPUTS; i++) {
        while (registration.isEmpty()) {
          leave(step, registration.told(), loop);
        }
        registration.told().reads();
        registration.read();
        read = i;
      }
      result.r1 = read;
    }

    @Actor
    public void poller() {
      for (int sent = 1; sent <= INPUTS; sent++) {
        registration.send();
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
    private final EdgePoller.Edges registration = edges(loop);
    private final LoopStep step = new LoopStep(Told.ACTIVITY, loop, null);
    private int turns;

    public AStepIsCalledOnce() {
      turns = isLeft(step, registration.told()) ? 0 : 100;
    }

    @Actor
    public void poller() {
      registration.send();
    }

    @Actor
    public void drain() {
      registration.told().signalInput();
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
    private final EdgePoller.Edges registration = edges(loop);
    private final LoopStep step = new LoopStep(Told.ACTIVITY, loop, null);
    private int turns;

    @Actor
    public void worker() {
      if (!isLeft(step, registration.told())) {
        turns++;
      }
    }

    @Actor
    public void closer() {
      registration.close();
      registration.told().closed();
    }

    @Arbiter
    public void count(I_Result result) {
      for (Runnable turn = loop.queue().poll(); turn != null; turn = loop.queue().poll()) {
        turns += turn == step ? 1 : 100;
      }
      result.r1 = turns;
    }
  }

  /** An input whose reads take turns, and leave the step of the one; as a socket's does. */
  private static final class Input {
    final Loop loop = loop();
    final EdgePoller.Edges registration = edges(loop);
    final LoopStep step = new LoopStep(Told.ACTIVITY, loop, null);
    final SideLock reading = new SideLock();
    boolean drained = true;
    volatile boolean read;

    /** Leaves the step, unless the other reads; one byte comes, and the step's turn. */
    void leaveAndSend() {
      boolean left = false;
      if (reading.tryLock()) {
        drained = false;
        left = isLeft(step, registration.told());
        reading.unlock();
      }
      registration.send();
      if (left) {
        awaitTurn(step, loop);
      }
    }

    /** Tries once, as a reader does whose time is over. */
    void tryRead() {
      reading.lock();
      registration.told().reads();
      if (!registration.isEmpty()) {
        registration.read();
        read = true;
      }
      drained = true;
      reading.unlock();
    }

    /** Reads, or waits until the other has read. */
    void read() {
      reading.lock();
      while (!read) {
        if (!drained) {
          registration.told().reads();
          read = !registration.isEmpty();
          drained = true;
        } else {
          ReadinessStress.await(registration.told(), 0);
          drained = false;
        }
      }
      reading.unlock();
    }
  }

  /** The thread that waits has the lock, which the step needs. */
  @JCStressTest
  @Outcome(id = "true", expect = ACCEPTABLE, desc = "one of them has read")
  @State
  public static class NoStepIsLeftBesideAReader {
    private final Input input = new Input();

    @Actor
    public void worker(Z_Result result) {
      input.leaveAndSend();
      input.tryRead();
      result.r1 = input.read;
    }

    @Actor
    public void reader() {
      input.read();
    }
  }

  /** Another thread finds nothing, and the step does not believe that. */
  @JCStressTest
  @Outcome(id = "true", expect = ACCEPTABLE, desc = "one of them has read")
  @State
  public static class NoStepBelievesAnotherReader {
    private final Input input = new Input();

    @Actor
    public void worker(Z_Result result) {
      input.leaveAndSend();
      input.read();
      result.r1 = input.read;
    }

    @Actor
    public void reader() {
      input.tryRead();
    }
  }

  /** Is told of input, and has no steps. */
  private static final class Told {
    static final CapturedActivity ACTIVITY =
        (CapturedActivity)
            Proxy.newProxyInstance(
                Told.class.getClassLoader(),
                new Class<?>[] {CapturedActivity.class},
                (proxy, method, arguments) -> null);
  }
}
