package cal.reactive.internal.step;

import static java.nio.channels.SelectionKey.OP_READ;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import cal.core.internal.stage.ForkedLife;
import cal.reactive.internal.group.LoopStress;
import cal.reactive.internal.loop.Loop;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;
import org.openjdk.jcstress.infra.results.Z_Result;

/** A thread off the loop waits for a channel, and a loop signals: nobody waits in vain. */
public class ReadinessStress {
  static {
    ForkedLife.bound();
  }

  /** Asleep or not, it is never asked: the loop of these channels is played by an actor. */
  private static final Loop LOOP = LoopStress.loops(1).all().getFirst();

  private static Readiness join(FakeChannel channel) {
    try {
      return new Readiness(LOOP, channel, 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Of channels of which a poller tells once: the same. */
  private static final Loop EDGES =
      new Loop(null, true, "edges", new EdgePoller(), FreeWorkers::new);

  private static EdgePoller.Edges edges() {
    try {
      return (EdgePoller.Edges) new Readiness(EDGES, null, OP_READ).registration();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static void await(Readiness readiness, long deadline) {
    try {
      readiness.await(OP_READ, deadline);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @JCStressTest
  @Outcome(id = "3", expect = ACCEPTABLE, desc = "all was read")
  @State
  public static class NoInputIsWaitedForInVain {
    private static final int INPUTS = 3;

    private final FakeChannel channel = new FakeChannel();
    private final Readiness readiness = join(channel);
    private volatile int read;

    @Actor
    public void reader(I_Result result) {
      for (int i = 1; i <= INPUTS; i++) {
        while (channel.isEmpty()) {
          await(readiness, 0);
        }
        channel.read();
        read = i;
      }
      result.r1 = read;
    }

    @Actor
    public void loop() {
      for (int sent = 1; sent <= INPUTS; sent++) {
        channel.send();
        while (read < sent) {
          channel.select();
          Thread.yield();
        }
      }
    }
  }

  /** The reader may be woken up, and not have read yet, when the next edge is told. */
  @JCStressTest
  @Outcome(id = "3", expect = ACCEPTABLE, desc = "all was read")
  @State
  public static class NoEdgeIsMissed {
    private static final int INPUTS = 3;

    private final EdgePoller.Edges registration = edges();
    private volatile int read;

    @Actor
    public void reader(I_Result result) {
      for (int i = 1; i <= INPUTS; i++) {
        while (registration.isEmpty()) {
          await(registration.told(), 0);
        }
        registration.read();
        read = i;
      }
      result.r1 = read;
    }

    @Actor
    public void loop() {
      for (int sent = 1; sent <= INPUTS; sent++) {
        registration.send();
        while (read < sent) {
          Thread.yield();
        }
      }
    }
  }

  @JCStressTest
  @Outcome(id = "true", expect = ACCEPTABLE, desc = "who waits finds it closed")
  @State
  public static class NobodyWaitsForAClosedChannel {
    private final FakeChannel channel = new FakeChannel();
    private final Readiness readiness = join(channel);

    @Actor
    public void reader(Z_Result result) {
      while (channel.isOpen()) {
        await(readiness, 0);
      }
      result.r1 = true;
    }

    @Actor
    public void close() {
      channel.closeNow();
      readiness.closed();
    }
  }

  @JCStressTest
  @Outcome(id = "true", expect = ACCEPTABLE, desc = "who waits goes on when the time has come")
  @State
  public static class NobodyWaitsForLongerThanHeWould {
    private final FakeChannel channel = new FakeChannel();
    private final Readiness readiness = join(channel);

    @Actor
    public void reader(Z_Result result) {
      long deadline = System.nanoTime() + 20_000;
      while (System.nanoTime() < deadline) {
        await(readiness, deadline);
      }
      result.r1 = true;
    }

    @Actor
    public void turn() {
      LOOP.execute(() -> {});
    }
  }
}
