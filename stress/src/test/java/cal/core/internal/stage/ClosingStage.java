package cal.core.internal.stage;

import cal.core.contract.Work;
import cal.core.internal.engine.Engine;
import cal.core.internal.settings.Configuration;
import cal.core.spi.StageStatus;
import java.util.List;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;

/** A stage of one worker that is closed while something comes: what became of it. */
final class ClosingStage {
  static {
    ForkedLife.bound();
  }

  private static final long DEADLINE_NANOS = 20_000_000_000L;

  private final OpenStage stage;
  private volatile int calls;

  ClosingStage(String model) {
    Engine runtime =
        Engine.of(
            Configuration.of(
                Map.of(
                    "cal.model", model,
                    "cal.thread-pool.size", "1",
                    "cal.executor-pool.size", "1",
                    "cal.jcsp-pool.size", "1",
                    "cal.queue-capacity", "4")),
            List.of("work"));
    stage = runtime.open("work");
  }

  /** Two activities of as many steps as they may have: a pool of one puts each back. */
  void spawnTwo() {
    stage.spawn(Work.of(stage, () -> true));
    stage.spawn(Work.of(stage, () -> true));
  }

  void close() {
    stage.close();
  }

  /** How many activities were counted as ended, once two were, and their workers have gone. */
  int ended() {
    long start = System.nanoTime();
    while ((counted() < 2 || !stage.workers().isEmpty())
        && System.nanoTime() - start < DEADLINE_NANOS) {
      Thread.yield();
    }
    return (int) counted();
  }

  private long counted() {
    StageStatus status = stage.status();
    return status.rejected() + status.failed() + status.completed();
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // there is one call
  private int call() {
    return ++calls;
  }

  /** "ran" if the call has run and returned; "refused" if it has not, and said so. */
  String handOff() {
    try {
      Object answer = stage.handOff(Work.of(stage, this::call));
      return Integer.valueOf(1).equals(answer) && calls == 1 ? "ran" : "ran falsely: " + answer;
    } catch (RejectedExecutionException | IllegalStateException refused) {
      return calls == 0 ? "refused" : "refused, and ran";
    } catch (Throwable thrown) {
      return thrown.toString();
    }
  }
}
