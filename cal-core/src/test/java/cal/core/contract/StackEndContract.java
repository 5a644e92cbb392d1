package cal.core.contract;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.internal.stage.OpenStage;
import org.junit.jupiter.api.Test;

/** Where a caller's stack ends in the middle of a spawn, no permit is lost, at whatever depth. */
abstract class StackEndContract extends ModelFixture {
  /** Spawns of one thread, each with one frame more of stack than the one before. */
  private static final int SPAWNS = 100;

  private static final int CALLERS = 2;

  private static final long STACK_BYTES = 512 * 1024;

  StackEndContract(ModelContract contract) {
    super(contract);
  }

  /** Calls a stage where its stack has ended, and from each frame on the way back. */
  private static final class Caller implements Runnable {
    private final OpenStage stage;
    private int spawned;
    private int thrown;

    Caller(OpenStage stage) {
      this.stage = stage;
    }

    @Override
    public void run() {
      try {
        descend();
      } catch (StackOverflowError end) {
        thrown++;
      }
    }

    @SuppressWarnings("InfiniteRecursion") // until the stack ends
    private void descend() {
      try {
        descend();
      } catch (StackOverflowError end) {
        thrown++;
      }
      if (spawned < SPAWNS) {
        Work.spawn(stage, () -> false);
        spawned++;
      }
    }
  }

  @Test
  void shouldLoseNoPermitWhereTheStackEnds() throws Exception {
    OpenStage stage = stage(2, "max-in-flight=100000");
    Work.spawn(stage, () -> false); // so that no class is to be loaded there
    quiescent(stage);
    for (int i = 0; i < CALLERS; i++) {
      Caller caller = new Caller(stage);
      Thread thread = new Thread(null, caller, "test-caller", STACK_BYTES);
      thread.start();
      assertThat(thread.join(DEADLINE)).as("%s ends", thread).isTrue();
      assertThat(caller.thrown).as("calls for which there was no stack").isPositive();
      assertThat(caller.spawned).as("calls with stack enough").isEqualTo(SPAWNS);
      quiescent(stage);
    }
  }
}
