package cal.core.internal.support;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.contract.ModelFixture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Closings that never return: how many threads they keep, and what becomes of the others. */
@Timeout(300)
class CloserTest {
  private static final int MANY = 3 * Closer.MOST;

  private final CountDownLatch released = new CountDownLatch(1);
  private final AtomicInteger begun = new AtomicInteger();
  private final AtomicInteger forced = new AtomicInteger();

  /** Waits for good. */
  private final class Stuck implements Closer.Closing {
    @Override
    public void run() {
      begun.incrementAndGet();
      await(released);
    }

    @Override
    public void force() {
      forced.incrementAndGet();
    }
  }

  private static void await(CountDownLatch end) {
    try {
      ModelFixture.await(end, "the end of a closing");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void shouldForceWhatDoesNotReturnAndKeepFewThreads() throws Exception {
    Closer look = Closer.ofLook();
    Closer drain = Closer.ofDrain();
    try (look;
        drain) {
      for (int i = 0; i < MANY; i++) {
        look.run(new Stuck());
      }
      ModelFixture.eventually(
          "all are forced, begun or not",
          () -> {
            look.look();
            return forced.get() == MANY;
          });
      assertThat(begun).hasValueLessThanOrEqualTo(Closer.MOST);
      CountDownLatch closed = new CountDownLatch(1);
      drain.run(closed::countDown);
      ModelFixture.await(closed, "what a drain closes beside them");
      released.countDown();
    }
  }

  @Test
  void shouldForceWhatWaitsForAThreadOnlyWhereNoneGetsOn() {
    AtomicLong now = new AtomicLong();
    CountDownLatch slow = new CountDownLatch(1);
    Closer closer = new Closer(1, CalThread.ofPool("test-close-"), now::get);
    try (closer) {
      closer.run(() -> await(slow));
      closer.run(new Stuck());
      closer.run(new Stuck());
      now.addAndGet(2_000_000_000L);
      slow.countDown();
      ModelFixture.eventually("the next has begun", () -> begun.get() == 1);
      closer.look();
      assertThat(forced).as("one has a thread, which the other waits for").hasValue(0);
      now.addAndGet(2_000_000_000L);
      closer.look();
      assertThat(forced).as("neither gets on").hasValue(2);
      released.countDown();
    }
  }

  @Test
  void shouldAskForAThreadAgainWhereNoneCouldBeHad() throws Exception {
    CountDownLatch closed = new CountDownLatch(1);
    AtomicInteger asked = new AtomicInteger();
    ThreadFactory maker = CalThread.ofPool("test-close-");
    ThreadFactory scarce =
        work -> {
          if (asked.getAndIncrement() == 0) {
            throw new OutOfMemoryError("made by a test");
          }
          return maker.newThread(work);
        };
    try (Closer closer = new Closer(1, scarce, System::nanoTime)) {
      closer.run(closed::countDown);
      assertThat(asked).hasValue(1);
      closer.look();
      assertThat(asked).hasValue(2);
      ModelFixture.await(closed, "what the second thread closes");
    }
  }
}
