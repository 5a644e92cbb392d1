package cal.core.internal.support;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.contract.ModelFixture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
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
      try {
        ModelFixture.await(released, "the end of the test");
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    @Override
    public void force() {
      forced.incrementAndGet();
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
}
