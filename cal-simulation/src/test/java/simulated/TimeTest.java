package simulated;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import cal.simulation.Simulated;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.opentest4j.AssertionFailedError;

/** Each timed wait of the JDK takes its virtual time, within a tenth of a second. */
@SuppressWarnings({"JavaUtilDate", "LockNotBeforeTry", "WaitNotInLoop"})
final class TimeTest {
  interface Wait {
    void run() throws Exception;
  }

  private static void takes(long millis, Wait wait) throws Exception {
    Instant began = Instant.now();
    wait.run();
    long took = Duration.between(began, Instant.now()).toMillis();
    assertTrue(took >= millis && took < millis + 100, took + " ms in place of " + millis);
  }

  @Simulated(seeds = 3, limitSeconds = 200_000)
  void shouldSleepAndPark() throws Exception {
    takes(3_600_000, () -> LockSupport.parkNanos(Duration.ofHours(1).toNanos()));
    takes(60_000, () -> LockSupport.parkUntil(System.currentTimeMillis() + 60_000));
    takes(
        1_000,
        () -> {
          long end = System.nanoTime() + 1_000_000_000;
          while (System.nanoTime() < end) {
            Thread.onSpinWait();
          }
        });
    takes(3_600_000, () -> Thread.sleep(3_600_000)); // leaves a permit, so parks come before
    takes(
        1_000,
        () -> {
          Thread sleeper = Thread.ofVirtual().unstarted(TimeTest::sleepLong);
          sleeper.start();
          Thread.sleep(1_000);
          sleeper.interrupt();
          sleeper.join();
        });
  }

  private static void sleepLong() {
    try {
      Thread.sleep(Duration.ofDays(1));
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
  }

  @Simulated(seeds = 3, limitSeconds = 200_000)
  void shouldWaitForLocksAndQueues() throws Exception {
    takes(600_000, () -> new LinkedBlockingQueue<>().poll(10, TimeUnit.MINUTES));
    takes(60_000, () -> new SynchronousQueue<>().offer(1, 1, TimeUnit.MINUTES));
    takes(30_000, () -> assertFalse(new Semaphore(0).tryAcquire(30, TimeUnit.SECONDS)));
    takes(30_000, () -> assertFalse(new CountDownLatch(1).await(30, TimeUnit.SECONDS)));
    ReentrantLock lock = new ReentrantLock();
    lock.lock();
    takes(60_000, () -> assertFalse(lock.newCondition().await(1, TimeUnit.MINUTES)));
    Thread other =
        new Thread(
            () -> {
              try {
                takes(60_000, () -> assertFalse(lock.tryLock(1, TimeUnit.MINUTES)));
              } catch (Exception failure) {
                throw new IllegalStateException(failure);
              }
            });
    takes(
        60_000,
        () -> {
          other.start();
          other.join();
        });
  }

  @Simulated(seeds = 3, limitSeconds = 200_000)
  void shouldWaitInMonitors() throws Exception {
    Object monitor = new Object();
    takes(
        60_000,
        () -> {
          synchronized (monitor) {
            monitor.wait(60_000);
          }
        });
    takes(
        20_000,
        () -> {
          new Thread(
                  () -> {
                    LockSupport.parkNanos(Duration.ofSeconds(20).toNanos());
                    synchronized (monitor) {
                      monitor.notifyAll();
                    }
                  })
              .start();
          synchronized (monitor) {
            monitor.wait(60_000);
          }
        });
    takes(
        5_000,
        () -> {
          CountDownLatch held = new CountDownLatch(1);
          new Thread(
                  () -> {
                    synchronized (monitor) {
                      held.countDown();
                      LockSupport.parkNanos(Duration.ofSeconds(5).toNanos());
                    }
                  })
              .start();
          held.await();
          synchronized (monitor) {
            held.countDown();
          }
        });
  }

  @Simulated(seeds = 3, limitSeconds = 200_000)
  void shouldRunExecutors() throws Exception {
    takes(
        60_000,
        () ->
            assertThrows(
                CompletionException.class,
                () -> new CompletableFuture<>().orTimeout(1, TimeUnit.MINUTES).join()));
    takes(
        60_000,
        () ->
            CompletableFuture.supplyAsync(
                    () -> 1, CompletableFuture.delayedExecutor(1, TimeUnit.MINUTES))
                .join());
    takes(
        60_000,
        () ->
            assertThrows(
                TimeoutException.class, () -> new CompletableFuture<>().get(1, TimeUnit.MINUTES)));
    takes(
        300_000,
        () -> {
          try (ScheduledExecutorService pool = Executors.newScheduledThreadPool(1)) {
            assertEquals(1, pool.schedule(() -> 1, 5, TimeUnit.MINUTES).get());
          }
        });
    takes(3_000, () -> sleepAll(Executors.newFixedThreadPool(3), 9));
    takes(1_000, () -> sleepAll(Executors.newVirtualThreadPerTaskExecutor(), 300));
  }

  private static void sleepAll(ExecutorService made, int tasks) throws Exception {
    try (ExecutorService pool = made) {
      List<Future<Integer>> all = new ArrayList<>();
      for (int i = 0; i < tasks; i++) {
        all.add(
            pool.submit(
                () -> {
                  Thread.sleep(1_000);
                  return 1;
                }));
      }
      for (Future<Integer> one : all) {
        assertEquals(1, one.get());
      }
    }
  }

  @Simulated(seeds = 3, limitSeconds = 200_000)
  void shouldBeAskedByReferences() throws Exception {
    LongSupplier nanos = System::nanoTime;
    LongSupplier millis = System::currentTimeMillis;
    Supplier<Thread> thread = Thread::currentThread;
    long before = nanos.getAsLong();
    long began = millis.getAsLong();
    takes(3_600_000, () -> Thread.sleep(3_600_000));
    assertEquals(3_600, (nanos.getAsLong() - before) / 1_000_000_000);
    assertEquals(3_600, (millis.getAsLong() - began) / 1_000);
    CompletableFuture<Thread> seen = new CompletableFuture<>();
    Thread other = new Thread(() -> seen.complete(thread.get()));
    other.start();
    assertSame(other, seen.get());
  }

  @Simulated(seeds = 2, java = "-Dsimulation.date=2031-02-03")
  void shouldBeginAtADate() {
    assertEquals("2031-02-03", LocalDate.now(ZoneOffset.UTC).toString());
  }

  /** A certificate of the build is valid. */
  @Simulated(seeds = 2)
  void shouldBeginAfterTheBuild() throws IOException {
    Instant built = Files.getLastModifiedTime(Path.of(where())).toInstant();
    assertTrue(Instant.now().isAfter(built));
  }

  private static String where() {
    return TimeTest.class.getProtectionDomain().getCodeSource().getLocation().getPath();
  }

  @Simulated(seeds = 3)
  void shouldBeSeenByAssertions() {
    assertThrows(
        AssertionFailedError.class,
        () -> assertTimeout(Duration.ofSeconds(1), () -> Thread.sleep(60_000)));
    assertThrows(
        AssertionFailedError.class,
        () -> assertTimeoutPreemptively(Duration.ofSeconds(1), () -> Thread.sleep(60_000)));
  }

  @Simulated(seeds = 3, limitSeconds = 200_000)
  void shouldShowOneTimeInAllClocks() throws Exception {
    Date date = new Date();
    long millis = System.currentTimeMillis();
    long nanos = System.nanoTime();
    takes(86_400_000, () -> Thread.sleep(Duration.ofDays(1)));
    assertEquals(86_400, (new Date().getTime() - date.getTime()) / 1_000);
    assertEquals(86_400, (System.currentTimeMillis() - millis) / 1_000);
    assertEquals(86_400, (System.nanoTime() - nanos) / 1_000_000_000);
    takes(
        60_000,
        () -> {
          CountDownLatch told = new CountDownLatch(1);
          new Timer()
              .schedule(
                  new TimerTask() {
                    @Override
                    public void run() {
                      told.countDown();
                    }
                  },
                  60_000);
          told.await();
        });
  }
}
