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
import java.util.stream.Stream;

/** A platform thread whose place a virtual thread takes still shows the truth. */
final class PlatformThreadsTest {
  private static int starts;

  private static final class OwnThread extends Thread {
    private Thread seen;

    @Override
    public void run() {
      seen = Thread.currentThread();
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

  /** Names, thread ids and static state are new for each seed. */
  @Simulated(seeds = 20)
  void shouldBeginEachSeedAnew() {
    starts++;
    assertEquals(1, starts);
    assertEquals("Thread-0", new Thread(() -> {}).getName());
    assertEquals(new Object().hashCode(), new Object().hashCode());
  }
}
