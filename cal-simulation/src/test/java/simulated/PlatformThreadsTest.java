package simulated;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import cal.simulation.Simulated;
import java.lang.Thread.State;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;

/** A platform thread whose place a virtual thread takes still shows the truth. */
final class PlatformThreadsTest {
  private static int starts;

  private static final class OwnThread extends Thread {
    private Thread seen;

    @Override
    public void run() {
      seen = currentThread();
      LockSupport.park();
    }
  }

  @Simulated(seeds = 20)
  void shouldShowThePlatformThread() throws InterruptedException {
    OwnThread thread = new OwnThread();
    assertEquals(State.NEW, thread.getState());
    assertFalse(thread.isAlive());
    thread.start();
    assertThrows(IllegalThreadStateException.class, thread::start);
    assertTrue(thread.isAlive());
    Thread.sleep(1_000);
    assertEquals(State.WAITING, thread.getState());
    assertTrue(
        Stream.of(thread.getStackTrace())
            .anyMatch(frame -> frame.getClassName().equals(OwnThread.class.getName())));
    LockSupport.unpark(thread);
    assertTrue(thread.join(Duration.ofSeconds(1)));
    assertFalse(thread.isAlive());
    assertEquals(State.TERMINATED, thread.getState());
    assertSame(thread, thread.seen);
  }

  @Simulated(seeds = 20)
  void shouldInterruptThePlatformThread() throws InterruptedException {
    CountDownLatch interrupted = new CountDownLatch(1);
    Thread thread =
        Thread.ofPlatform()
            .name("sleeper")
            .start(
                () -> {
                  try {
                    Thread.sleep(Duration.ofDays(1));
                  } catch (InterruptedException stop) {
                    assertFalse(Thread.currentThread().isInterrupted());
                    Thread.currentThread().interrupt();
                    assertTrue(Thread.currentThread().isInterrupted());
                    interrupted.countDown();
                  }
                });
    thread.interrupt();
    interrupted.await();
    thread.join();
  }

  @Tag("measuring")
  @Simulated(seeds = 20)
  void shouldTellTheHandlerOfTheThread() throws Exception {
    CompletableFuture<Thread> told = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              throw new IllegalStateException("on purpose");
            });
    thread.setUncaughtExceptionHandler((failed, failure) -> told.complete(failed));
    thread.start();
    assertSame(thread, told.get());
  }

  private static final CompletableFuture<Integer> SOON = new CompletableFuture<>();
  private static final CompletableFuture<Integer> LATER = new CompletableFuture<>();

  private static final class Pinned {
    static final int TWO = 1 + SOON.join();
  }

  private static final class PinnedTwice {
    static final int FIVE = LATER.join() + 2;
  }

  private static final class PinnedForATime {
    static final boolean HELD = new ReentrantLock().isHeldByCurrentThread();

    static {
      LockSupport.parkNanos(1_000_000_000);
    }
  }

  /** Where a thread cannot leave its carrier, others go on all the same, in virtual time. */
  @Tag("measuring")
  @Simulated(seeds = 20)
  void shouldWaitInClassInitializers() throws Exception {
    Thread late =
        Thread.ofVirtual()
            .start(
                () -> {
                  LockSupport.parkNanos(2_000_000_000);
                  SOON.complete(1);
                  LATER.complete(3);
                });
    CompletableFuture<Integer> two = CompletableFuture.supplyAsync(() -> Pinned.TWO);
    assertEquals(5, PinnedTwice.FIVE);
    assertEquals(2, two.get());
    late.join();
    long before = System.nanoTime();
    assertFalse(PinnedForATime.HELD);
    assertTrue(System.nanoTime() - before >= 1_000_000_000);
  }

  /** Names, thread ids and static state are new for each seed. */
  @Simulated(seeds = 20)
  void shouldBeginEachSeedAnew() {
    starts++;
    assertEquals(1, starts);
    assertEquals("Thread-0", new Thread(() -> {}).getName());
    assertEquals(new Object().hashCode(), new Object().hashCode());
  }
}
