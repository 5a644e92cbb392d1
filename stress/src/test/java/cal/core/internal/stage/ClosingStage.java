package cal.core.internal.stage;

import cal.core.contract.Work;
import cal.core.internal.engine.Engine;
import cal.core.internal.settings.Configuration;
import cal.core.spi.StageStatus;
import java.util.List;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;

/** A stage of one worker that is closed while something comes: what became of it. */
final class ClosingStage {
  static {
    ForkedLife.bound();
  }

  private static final List<String> MODELS =
      List.of(
          System.getProperty(
                  "models", "thread,thread-pool,executor,executor-pool,virtual,jcsp,jcsp-pool")
              .split(","));
  private static final AtomicInteger MADE = new AtomicInteger();
  private static final long DEADLINE_NANOS = 20_000_000_000L;

  private final String model;
  private final OpenStage stage;
  private volatile int calls;

  /** Neighbours in a stride of jcstress have different models, and no model has more of them. */
  static ClosingStage underTheNextModel() {
    return new ClosingStage(MODELS.get(Math.floorMod(MADE.getAndIncrement(), MODELS.size())));
  }

  private ClosingStage(String model) {
    this.model = model;
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
    Work.spawn(stage, () -> true);
    Work.spawn(stage, () -> true);
  }

  void close() {
    stage.close();
  }

  /** "each once" if both activities were counted as ended and their workers have gone. */
  String ended() {
    long start = System.nanoTime();
    while ((counted() < 2 || !stage.workers().isEmpty())
        && System.nanoTime() - start < DEADLINE_NANOS) {
      Thread.yield();
    }
    long counted = counted();
    int workers = stage.workers().size();
    return counted == 2 && workers == 0
        ? "each once"
        : model + ": ended=" + counted + " workers=" + workers;
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
      boolean once = Integer.valueOf(1).equals(answer) && calls == 1;
      return once ? "ran" : model + ": ran falsely: " + answer;
    } catch (RejectedExecutionException | IllegalStateException refused) {
      return calls == 0 ? "refused" : model + ": refused, and ran";
    } catch (Throwable thrown) {
      return model + ": " + thrown;
    }
  }
}
