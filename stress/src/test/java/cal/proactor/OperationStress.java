package cal.proactor;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import cal.core.internal.stage.ForkedLife;
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
@SuppressWarnings("this-escape") // an operation has its handler before the state is complete
public class OperationStress {
  static {
    ForkedLife.bound();
  }

  @JCStressTest
  @Outcome(id = "1, 0, 1", expect = ACCEPTABLE, desc = "it has one end")
  @State
  public static class ItIsCancelledAsItEnds extends StressedEngine {
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
  public static class ItIsCancelledAsItStarts extends StressedEngine {
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
  public static class ItIsCancelledAsThereIsRoomForIt extends StressedEngine {
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
  public static class TwoStartAsTheLeaderLooks extends StressedEngine {
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
  public static class OneIsStartedTwice extends StressedEngine {
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
  public static class ItsFileIsClosedAsItStarts extends StressedEngine {
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
  public static class TheProactorIsClosedAsItStarts extends StressedEngine {
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
      fill(result); // nobody handles events any more
    }
  }

  @JCStressTest
  @Outcome(id = "1, 0, 1", expect = ACCEPTABLE, desc = "it is told, and the file is given back")
  @State
  public static class TheProactorIsClosedAsATimerStarts extends StressedEngine {
    @Actor
    public void start() {
      proactor.start(AioOperation.timer(Long.MAX_VALUE, this::tell));
    }

    @Actor
    public void shut() {
      close();
    }

    @Arbiter
    public void look(III_Result result) {
      fill(result);
    }
  }

  @JCStressTest
  @Outcome(id = "1, 0, 1", expect = ACCEPTABLE, desc = "its time, or the cancellation")
  @State
  public static class ATimerIsCancelledAsItIsDue extends StressedEngine {
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
  public static class AnEventIsWaitedFor extends StressedEngine {
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
  public static class AStartIsWaitedFor extends StressedEngine {
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

  /** Nobody leads afterwards, so one of the two has to have started it. */
  @JCStressTest
  @Outcome(id = "1", expect = ACCEPTABLE, desc = "the device has it")
  @State
  public static class ItStartsAsTheLeaderLeaves extends StressedEngine {
    @Actor
    public void start() {
      started();
    }

    @Actor
    public void leadOnce() {
      int unused = handle(0);
    }

    @Arbiter
    public void look(I_Result result) {
      result.r1 = provider.device.count();
    }
  }
}
