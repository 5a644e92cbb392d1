package cal.core.internal.stage;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/**
 * A call is handed off as its stage closes: it runs once, or its caller is told that it has not.
 */
public class HandOffStress {
  @JCStressTest
  @Outcome(
      id = {"ran", "refused"},
      expect = ACCEPTABLE,
      desc = "its caller knows")
  @State
  public static class UnderThread {
    private final ClosingStage stage = new ClosingStage("thread");

    @Actor
    public void handOff(L_Result result) {
      result.r1 = stage.handOff();
    }

    @Actor
    public void close() {
      stage.close();
    }
  }

  @JCStressTest
  @Outcome(
      id = {"ran", "refused"},
      expect = ACCEPTABLE,
      desc = "its caller knows")
  @State
  public static class UnderThreadPool {
    private final ClosingStage stage = new ClosingStage("thread-pool");

    @Actor
    public void handOff(L_Result result) {
      result.r1 = stage.handOff();
    }

    @Actor
    public void close() {
      stage.close();
    }
  }

  @JCStressTest
  @Outcome(
      id = {"ran", "refused"},
      expect = ACCEPTABLE,
      desc = "its caller knows")
  @State
  public static class UnderExecutor {
    private final ClosingStage stage = new ClosingStage("executor");

    @Actor
    public void handOff(L_Result result) {
      result.r1 = stage.handOff();
    }

    @Actor
    public void close() {
      stage.close();
    }
  }

  @JCStressTest
  @Outcome(
      id = {"ran", "refused"},
      expect = ACCEPTABLE,
      desc = "its caller knows")
  @State
  public static class UnderExecutorPool {
    private final ClosingStage stage = new ClosingStage("executor-pool");

    @Actor
    public void handOff(L_Result result) {
      result.r1 = stage.handOff();
    }

    @Actor
    public void close() {
      stage.close();
    }
  }

  @JCStressTest
  @Outcome(
      id = {"ran", "refused"},
      expect = ACCEPTABLE,
      desc = "its caller knows")
  @State
  public static class UnderVirtual {
    private final ClosingStage stage = new ClosingStage("virtual");

    @Actor
    public void handOff(L_Result result) {
      result.r1 = stage.handOff();
    }

    @Actor
    public void close() {
      stage.close();
    }
  }

  @JCStressTest
  @Outcome(
      id = {"ran", "refused"},
      expect = ACCEPTABLE,
      desc = "its caller knows")
  @State
  public static class UnderJcsp {
    private final ClosingStage stage = new ClosingStage("jcsp");

    @Actor
    public void handOff(L_Result result) {
      result.r1 = stage.handOff();
    }

    @Actor
    public void close() {
      stage.close();
    }
  }

  @JCStressTest
  @Outcome(
      id = {"ran", "refused"},
      expect = ACCEPTABLE,
      desc = "its caller knows")
  @State
  public static class UnderJcspPool {
    private final ClosingStage stage = new ClosingStage("jcsp-pool");

    @Actor
    public void handOff(L_Result result) {
      result.r1 = stage.handOff();
    }

    @Actor
    public void close() {
      stage.close();
    }
  }
}
