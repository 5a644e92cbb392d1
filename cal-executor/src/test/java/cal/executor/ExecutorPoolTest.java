package cal.executor;

import static cal.core.contract.ModelFixture.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cal.core.contract.Work;
import cal.core.internal.engine.Engine;
import cal.core.internal.settings.Configuration;
import cal.core.internal.stage.OpenStage;
import cal.core.spi.CapturedActivity;
import cal.core.spi.Pool;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A pool for which the system has no more threads goes on with those it has. */
@Timeout(300)
class ExecutorPoolTest {
  private final Engine runtime =
      Engine.of(Configuration.of(Map.of("cal.model", "executor-pool")), List.of("work"));
  private final OpenStage stage = runtime.open("work");
  private ExecutorPool pool;

  @AfterEach
  void close() {
    pool.close();
    runtime.close();
  }

  /** A pool of two threads, of which the system has so many. */
  private ExecutorPool pool(int threadsToBeHad) {
    AtomicInteger left = new AtomicInteger(threadsToBeHad);
    ThreadFactory real = ExecutorPool.threads(stage);
    ThreadFactory scarce =
        work -> {
          if (left.getAndDecrement() <= 0) {
            throw new OutOfMemoryError("unable to create native thread");
          }
          return real.newThread(work);
        };
    pool = new ExecutorPool(stage, new Pool.Settings(ExecutorPoolModel.SIZE, 2, 7), scarce);
    return pool;
  }

  /** Two steps, the second of which ends it: it has to get through the queue once. */
  private CapturedActivity twoSteps(CountDownLatch begun, CountDownLatch go, CountDownLatch done) {
    AtomicBoolean second = new AtomicBoolean();
    return Work.of(
            stage,
            () -> {
              if (second.getAndSet(true)) {
                done.countDown();
                return false;
              }
              begun.countDown();
              await(go, "the go-ahead");
              return true;
            })
        .activity();
  }

  @Test
  void shouldKeepAnActivityThatGoesOnWhenNoThreadCanBeHad() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(0);
    CountDownLatch done = new CountDownLatch(1);
    pool(1).start(twoSteps(begun, go, done));
    await(done, "the end of an activity that was queued again");
  }

  @Test
  void shouldQueueAnActivityForTheThreadsThatItHas() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    CountDownLatch done = new CountDownLatch(3);
    pool(1).start(twoSteps(begun, go, done));
    await(begun, "the first activity");
    pool.start(twoSteps(begun, go, done));
    pool.start(twoSteps(begun, go, done));
    assertThat(pool.waiting()).hasSize(2);
    go.countDown();
    await(done, "the ends of three activities on one thread");
  }

  @Test
  void shouldRefuseWithoutAnyThread() {
    CountDownLatch none = new CountDownLatch(0);
    assertThatThrownBy(() -> pool(0).start(twoSteps(none, none, none)))
        .isInstanceOf(OutOfMemoryError.class);
    assertThat(pool.waiting()).isEmpty();
  }
}
