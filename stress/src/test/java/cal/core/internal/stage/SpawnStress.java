package cal.core.internal.stage;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** Activities are spawned as their stage closes: under every model each ends once. */
public class SpawnStress {
  @JCStressTest
  @Outcome(id = "2", expect = ACCEPTABLE, desc = "each ended once")
  @State
  public static class UnderThread {
    private final ClosingStage stage = new ClosingStage("thread");

    @Actor
    public void spawn() {
      stage.spawnTwo();
    }

    @Actor
    public void close() {
      stage.close();
    }

    @Arbiter
    public void look(I_Result result) {
      result.r1 = stage.ended();
    }
  }

  @JCStressTest
  @Outcome(id = "2", expect = ACCEPTABLE, desc = "each ended once")
  @State
  public static class UnderThreadPool {
    private final ClosingStage stage = new ClosingStage("thread-pool");

    @Actor
    public void spawn() {
      stage.spawnTwo();
    }

    @Actor
    public void close() {
      stage.close();
    }

    @Arbiter
    public void look(I_Result result) {
      result.r1 = stage.ended();
    }
  }

  @JCStressTest
  @Outcome(id = "2", expect = ACCEPTABLE, desc = "each ended once")
  @State
  public static class UnderExecutor {
    private final ClosingStage stage = new ClosingStage("executor");

    @Actor
    public void spawn() {
      stage.spawnTwo();
    }

    @Actor
    public void close() {
      stage.close();
    }

    @Arbiter
    public void look(I_Result result) {
      result.r1 = stage.ended();
    }
  }

  @JCStressTest
  @Outcome(id = "2", expect = ACCEPTABLE, desc = "each ended once")
  @State
  public static class UnderExecutorPool {
    private final ClosingStage stage = new ClosingStage("executor-pool");

    @Actor
    public void spawn() {
      stage.spawnTwo();
    }

    @Actor
    public void close() {
      stage.close();
    }

    @Arbiter
    public void look(I_Result result) {
      result.r1 = stage.ended();
    }
  }

  @JCStressTest
  @Outcome(id = "2", expect = ACCEPTABLE, desc = "each ended once")
  @State
  public static class UnderVirtual {
    private final ClosingStage stage = new ClosingStage("virtual");

    @Actor
    public void spawn() {
      stage.spawnTwo();
    }

    @Actor
    public void close() {
      stage.close();
    }

    @Arbiter
    public void look(I_Result result) {
      result.r1 = stage.ended();
    }
  }

  @JCStressTest
  @Outcome(id = "2", expect = ACCEPTABLE, desc = "each ended once")
  @State
  public static class UnderJcsp {
    private final ClosingStage stage = new ClosingStage("jcsp");

    @Actor
    public void spawn() {
      stage.spawnTwo();
    }

    @Actor
    public void close() {
      stage.close();
    }

    @Arbiter
    public void look(I_Result result) {
      result.r1 = stage.ended();
    }
  }

  @JCStressTest
  @Outcome(id = "2", expect = ACCEPTABLE, desc = "each ended once")
  @State
  public static class UnderJcspPool {
    private final ClosingStage stage = new ClosingStage("jcsp-pool");

    @Actor
    public void spawn() {
      stage.spawnTwo();
    }

    @Actor
    public void close() {
      stage.close();
    }

    @Arbiter
    public void look(I_Result result) {
      result.r1 = stage.ended();
    }
  }
}
