package cal.core.spi;

import static cal.core.contract.ModelFixture.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cal.core.contract.ModelFixture;
import cal.core.contract.Work;
import cal.core.internal.engine.Engine;
import cal.core.internal.settings.Configuration;
import cal.core.internal.stage.OpenStage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A pool grows while it can, refuses where it must, and loses no activity. */
@Timeout(300)
class PoolTest {
  private static final Setting<Integer> SIZE =
      Setting.number("test-pool.size", 3, 1, 9, "threads", "threads of a test's pool");

  private final Engine runtime =
      Engine.of(Configuration.of(Map.of("cal.model", "sequential")), List.of("work"));
  private final OpenStage stage = runtime.open("work");
  private final CountDownLatch ended = new CountDownLatch(1);
  private ScarcePool pool;

  @AfterEach
  void close() throws Exception {
    pool.close();
    for (Thread thread : pool.threads) {
      assertThat(thread.join(Duration.ofMinutes(2))).as("%s ends", thread).isTrue();
    }
    runtime.close();
  }

  /** Of three threads, where the system has fewer. */
  private class ScarcePool extends Pool {
    private final LinkedBlockingQueue<CapturedActivity> queue = new LinkedBlockingQueue<>();
    private final List<Thread> threads = new ArrayList<>();
    private int threadsToBeHad;

    ScarcePool(int threadsToBeHad) {
      super(stage, new Settings(SIZE, 3, 7));
      this.threadsToBeHad = threadsToBeHad;
    }

    @Override
    protected void startThread() {
      if (threads.size() == threadsToBeHad) {
        throw new OutOfMemoryError("unable to create native thread");
      }
      Taker taker =
          new Taker() {
            @Override
            protected CapturedActivity take() throws InterruptedException {
              return ScarcePool.this.take();
            }
          };
      threads.add(Thread.ofPlatform().daemon().name("test-pool").start(taker));
    }

    CapturedActivity take() throws InterruptedException {
      return queue.take();
    }

    @Override
    protected boolean anyWaits() {
      return !queue.isEmpty();
    }

    @Override
    protected boolean put(CapturedActivity activity) {
      queue.add(activity);
      return !closed() || !queue.remove(activity);
    }

    @Override
    public Collection<CapturedActivity> waiting() {
      return List.copyOf(queue);
    }

    @Override
    protected List<CapturedActivity> stop() {
      threads.forEach(Thread::interrupt);
      List<CapturedActivity> never = new ArrayList<>();
      queue.drainTo(never);
      return never;
    }
  }

  private CapturedActivity last() {
    return Work.of(
            stage,
            () -> {
              ended.countDown();
              return false;
            })
        .activity();
  }

  /** Occupies a thread until it is told to go on, then asks for another step. */
  private CapturedActivity occupying(CountDownLatch occupied, CountDownLatch release, int steps) {
    AtomicInteger left = new AtomicInteger(steps);
    return Work.of(
            stage,
            () -> {
              occupied.countDown();
              await(release, "release");
              return left.decrementAndGet() > 0;
            })
        .activity();
  }

  private List<String> loggedWhile(Runnable action) {
    List<String> lines = new CopyOnWriteArrayList<>();
    Handler handler =
        new Handler() {
          @Override
          public void publish(LogRecord line) {
            lines.add(line.getMessage());
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    Logger log = Logger.getLogger("cal");
    log.addHandler(handler);
    try {
      action.run();
    } finally {
      log.removeHandler(handler);
    }
    return lines;
  }

  @Test
  void shouldGoOnWithTheThreadsThatCanBeHad() throws Exception {
    pool = new ScarcePool(1);
    CountDownLatch occupied = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    pool.start(occupying(occupied, release, 1));
    await(occupied, "the only thread is busy");
    assertThat(loggedWhile(() -> pool.start(last())))
        .containsExactly(
            "stage=work has 1 threads of 3: no more can be had (unable to create native thread);"
                + " it tries again each second, or lower cal.test-pool.size");
    assertThat(pool.waiting()).hasSize(1);
    release.countDown();
    await(ended, "the second activity on the only thread");
  }

  @Test
  void shouldGrowAgainOnceThreadsCanBeHadAgain() throws Exception {
    pool = new ScarcePool(1);
    CountDownLatch release = new CountDownLatch(1);
    pool.start(occupying(new CountDownLatch(1), release, 1));
    pool.start(last());
    assertThat(pool.threads).hasSize(1);
    pool.threadsToBeHad = 9;
    ModelFixture.eventually(
        "activities that come have all threads started",
        () -> {
          pool.start(last());
          return pool.threads.size() == 3;
        });
    await(ended, "an activity, while the first thread is busy");
    release.countDown();
  }

  /** Nobody comes any more, since those that wait are the last. */
  @Test
  void shouldGrowAgainForActivitiesThatWait() throws Exception {
    pool = new ScarcePool(1);
    CountDownLatch release = new CountDownLatch(1);
    pool.start(occupying(new CountDownLatch(1), release, 1));
    pool.start(last());
    pool.threadsToBeHad = 9;
    ModelFixture.eventually(
        "another thread is had",
        () -> {
          pool.retry();
          return pool.threads.size() > 1;
        });
    await(ended, "the second activity, while the first thread is busy");
    pool.retry();
    assertThat(pool.threads).as("for none that wait").hasSize(2);
    release.countDown();
  }

  @Test
  void shouldGrowAgainForAllThatWait() throws Exception {
    pool = new ScarcePool(1);
    CountDownLatch occupied = new CountDownLatch(3);
    CountDownLatch release = new CountDownLatch(1);
    for (int i = 0; i < 3; i++) {
      pool.start(occupying(occupied, release, 1));
    }
    pool.threadsToBeHad = 9;
    ModelFixture.eventually(
        "all threads are had",
        () -> {
          pool.retry();
          return pool.threads.size() == 3;
        });
    await(occupied, "three threads are busy");
    release.countDown();
  }

  @Test
  void shouldRefuseWithoutAnyThreadAndTryAgain() throws Exception {
    pool = new ScarcePool(0);
    assertThatThrownBy(() -> pool.start(last())).isInstanceOf(OutOfMemoryError.class);
    assertThat(pool.waiting()).isEmpty();
    pool.threadsToBeHad = 3;
    pool.start(last());
    await(ended, "the next activity");
  }

  @Test
  void shouldHaveNoMoreThreadsThanItsSize() throws Exception {
    pool = new ScarcePool(9);
    CountDownLatch occupied = new CountDownLatch(3);
    CountDownLatch release = new CountDownLatch(1);
    for (int i = 0; i < 9; i++) {
      pool.start(occupying(occupied, release, 1));
    }
    await(occupied, "three threads are busy");
    assertThat(pool.threads).hasSize(3);
    assertThat(pool.waiting()).hasSize(6);
    assertThat(pool.capacity()).isEqualTo(10);
    release.countDown();
  }

  @Test
  void shouldLetOthersGoFirstBetweenTwoSteps() throws Exception {
    pool = new ScarcePool(1);
    CountDownLatch occupied = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    AtomicInteger steps = new AtomicInteger();
    pool.start(
        Work.of(
                stage,
                () -> {
                  occupied.countDown();
                  await(release, "release");
                  return steps.incrementAndGet() < 2 || ended.getCount() > 0;
                })
            .activity());
    await(occupied, "the only thread is busy");
    pool.start(last());
    release.countDown();
    await(ended, "the second activity, between two steps of the first");
  }

  /** An activity that is neither run nor put holds its place, and the JVM, for ever. */
  @Test
  void shouldKeepAnActivityThatCannotBePutAgain() throws Exception {
    CountDownLatch occupied = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    AtomicInteger puts = new AtomicInteger();
    pool =
        new ScarcePool(1) {
          @Override
          protected boolean put(CapturedActivity activity) {
            if (puts.incrementAndGet() > 2) {
              throw new OutOfMemoryError("Java heap space");
            }
            return super.put(activity);
          }
        };
    pool.start(occupying(occupied, release, 6));
    await(occupied, "the only thread is busy");
    pool.start(last());
    release.countDown();
    await(ended, "the second activity, after six steps of the first");
    assertThat(puts).hasValue(7);
  }

  @Test
  void shouldKeepItsThreadWhateverIsThrownThere() throws Exception {
    AtomicInteger takes = new AtomicInteger();
    pool =
        new ScarcePool(1) {
          @Override
          CapturedActivity take() throws InterruptedException {
            return switch (takes.incrementAndGet()) {
              case 1 -> throw new IllegalStateException("a fault of the test");
              case 2 -> throw new InterruptedException();
              case 3 -> null;
              default -> super.take();
            };
          }
        };
    List<String> lines =
        loggedWhile(
            () -> {
              pool.start(last());
              try {
                await(ended, "the activity, after a fault");
              } catch (InterruptedException e) {
                throw new AssertionError(e);
              }
            });
    assertThat(lines).containsExactly("a thread of stage=work goes on after");
  }

  @Test
  void shouldRefuseOnceItIsClosed() throws Exception {
    pool = new ScarcePool(1);
    CountDownLatch occupied = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    pool.start(occupying(occupied, release, 1));
    await(occupied, "the only thread is busy");
    CapturedActivity waits = last();
    pool.start(waits);
    assertThat(pool.close()).containsExactly(waits);
    assertThatThrownBy(() -> pool.start(last()))
        .isInstanceOf(RejectedExecutionException.class)
        .hasMessage("the pool of stage=work is closed");
    assertThat(pool.waiting()).isEmpty();
    assertThat(pool.close()).as("again").isEmpty();
    release.countDown();
  }
}
