package cal.proactor;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import cal.core.internal.stage.ForkedLife;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * Threads start, end, cancel, time and close operations at once. Each operation is told once, its
 * permit is given back once, and so is its file. Results are handlers called, permits that are out,
 * and how often the file was given back.
 */
public class OperationStress {
  static {
    ForkedLife.bound();
  }

  /** A proactor with room for one operation in flight, and one file. */
  abstract static class Engine {
    private static final ByteBuffer BUFFER = ByteBuffer.allocateDirect(1);

    final FakeDevice.Provider provider = new FakeDevice.Provider();
    private final AtomicInteger told = new AtomicInteger();
    final Proactor proactor;
    private final FakeDevice.Handle file;

    Engine() {
      AioConfig config = new AioConfig("fake", AioConfig.Leadership.SHARED).withInFlight(1);
      try {
        proactor = new Proactor(new AioProviders(List.of(provider)), 10, config);
        file = (FakeDevice.Handle) proactor.file(Path.of("any"), Set.of());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    final void tell(AioOperation ended) {
      told.incrementAndGet();
    }

    final AioOperation read() {
      return AioOperation.readAt(file, BUFFER, 0, this::tell);
    }

    final AioOperation started() {
      AioOperation operation = read();
      proactor.start(operation);
      return operation;
    }

    final int handle(long nanos) {
      try {
        return proactor.handleEvents(nanos);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    /** Leads once, and has the device end what it has. */
    final void end() {
      provider.device.end(1);
      int unused = handle(0);
    }

    final void closeFile() {
      try {
        file.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    final void close() {
      try {
        proactor.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    /** Ends all that is under way but what nobody knows of any more. */
    final void settle(III_Result result) {
      for (int i = 0; i < 3; i++) {
        end();
      }
      closeFile();
      result.r1 = told.get();
      result.r2 = proactor.alive();
      result.r3 = file.releases.get();
    }
  }

  @JCStressTest
  @Outcome(id = "1, 0, 1", expect = ACCEPTABLE, desc = "it has one end")
  @State
  public static class ItIsCancelledAsItEnds extends Engine {
    private final AioOperation operation = started();

    @Actor
    public void cancel() {
      proactor.cancel(operation);
    }

    @Actor
    public void complete() {
      end();
    }

    @Arbiter
    public void look(III_Result result) {
      settle(result);
    }
  }

  @JCStressTest
  @Outcome(id = "1, 0, 1", expect = ACCEPTABLE, desc = "whether it is cancelled or not")
  @State
  public static class ItIsCancelledAsItStarts extends Engine {
    private final AioOperation operation = read();

    @Actor
    public void start() {
      proactor.start(operation);
    }

    @Actor
    public void cancel() {
      proactor.cancel(operation);
    }

    @Arbiter
    public void look(III_Result result) {
      settle(result);
    }
  }

  @JCStressTest
  @Outcome(id = "2, 0, 1", expect = ACCEPTABLE, desc = "both have one end")
  @State
  public static class ItIsCancelledAsThereIsRoomForIt extends Engine {
    private final AioOperation deferred;

    public ItIsCancelledAsThereIsRoomForIt() {
      started();
      deferred = started();
    }

    @Actor
    public void cancel() {
      proactor.cancel(deferred);
    }

    @Actor
    public void complete() {
      end();
    }

    @Arbiter
    public void look(III_Result result) {
      settle(result);
    }
  }

  @JCStressTest
  @Outcome(id = "2, 0, 1", expect = ACCEPTABLE, desc = "both were started")
  @State
  public static class TwoStartAsTheLeaderLooks extends Engine {
    @Actor
    public void start() {
      started();
    }

    @Actor
    public void startAndLead() {
      started();
      end();
    }

    @Arbiter
    public void look(III_Result result) {
      settle(result);
    }
  }

  @JCStressTest
  @Outcome(id = "1, 0, 1", expect = ACCEPTABLE, desc = "one of them was refused")
  @State
  public static class OneIsStartedTwice extends Engine {
    private final AioOperation operation = read();

    private void start() {
      try {
        proactor.start(operation);
      } catch (IllegalStateException refused) {
        return; // as it is to be, of one of the two
      }
    }

    @Actor
    public void one() {
      start();
    }

    @Actor
    public void other() {
      start();
    }

    @Arbiter
    public void look(III_Result result) {
      settle(result);
    }
  }

  @JCStressTest
  @Outcome(id = "1, 0, 1", expect = ACCEPTABLE, desc = "the last one out gives the file back")
  @State
  public static class ItsFileIsClosedAsItStarts extends Engine {
    @Actor
    public void start() {
      started();
    }

    @Actor
    public void shut() {
      closeFile();
    }

    @Arbiter
    public void look(III_Result result) {
      settle(result);
    }
  }

  @JCStressTest
  @Outcome(id = "1, 0, 1", expect = ACCEPTABLE, desc = "nothing is left")
  @State
  public static class TheProactorIsClosedAsItStarts extends Engine {
    @Actor
    public void start() {
      started();
    }

    @Actor
    public void shut() {
      close();
    }

    @Arbiter
    public void look(III_Result result) {
      settle(result);
    }
  }

  @JCStressTest
  @Outcome(id = "1, 0, 1", expect = ACCEPTABLE, desc = "its time, or the cancellation")
  @State
  public static class ATimerIsCancelledAsItIsDue extends Engine {
    private final AioOperation timer = AioOperation.timer(0, this::tell);

    public ATimerIsCancelledAsItIsDue() {
      proactor.start(timer);
    }

    @Actor
    public void cancel() {
      proactor.cancel(timer);
    }

    @Actor
    public void expire() {
      end();
    }

    @Arbiter
    public void look(III_Result result) {
      settle(result);
    }
  }

  @JCStressTest
  @Outcome(id = "1", expect = ACCEPTABLE, desc = "the thread that waits handles it")
  @State
  public static class AnEventIsWaitedFor extends Engine {
    @Actor
    public void await(I_Result result) {
      result.r1 = handle(Long.MAX_VALUE);
    }

    @Actor
    public void post() {
      proactor.start(AioOperation.event(this::tell));
    }
  }

  @JCStressTest
  @Outcome(id = "1", expect = ACCEPTABLE, desc = "the thread that waits starts it and handles it")
  @State
  public static class AStartIsWaitedFor extends Engine {
    @Actor
    public void await(I_Result result) {
      result.r1 = handle(Long.MAX_VALUE);
    }

    @Actor
    public void start() {
      provider.device.end(1);
      started();
    }
  }
}
