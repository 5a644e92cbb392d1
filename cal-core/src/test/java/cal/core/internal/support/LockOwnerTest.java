package cal.core.internal.support;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** It leans on internals of the JDK: this says where they have changed. */
@Timeout(300)
@SuppressWarnings("LockNotBeforeTry")
class LockOwnerTest {
  private static Object blocker(Thread waiting) {
    Awaitility.await().until(() -> LockSupport.getBlocker(waiting) != null);
    return LockSupport.getBlocker(waiting);
  }

  @Test
  void shouldNameTheOwnerOfALock() throws Exception {
    ReentrantLock lock = new ReentrantLock();
    lock.lock();
    Thread waiting = Thread.ofVirtual().start(lock::lock);
    Object blocker = blocker(waiting);

    assertThat(LockOwner.isTold()).isTrue();
    assertThat(LockOwner.isLock(blocker)).isTrue();
    assertThat(LockOwner.of(blocker)).containsSame(Thread.currentThread());
    lock.unlock();
    waiting.join();
    assertThat(LockOwner.of(blocker)).as("it has ended without an unlock").containsSame(waiting);
  }

  @Test
  void shouldNameAWriterAndNoReader() throws Exception {
    ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    lock.readLock().lock();
    Thread writes = Thread.ofVirtual().start(() -> lock.writeLock().lock());

    assertThat(LockOwner.isLock(blocker(writes))).isTrue();
    assertThat(LockOwner.of(blocker(writes))).isEmpty();
    lock.readLock().unlock();
    writes.join();
  }

  @Test
  void shouldTakeALatchForNoLock() throws Exception {
    CountDownLatch latch = new CountDownLatch(1);
    Thread waiting =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    latch.await();
                  } catch (InterruptedException ended) {
                    Thread.currentThread().interrupt();
                  }
                });

    assertThat(LockOwner.isLock(blocker(waiting))).isFalse();
    assertThat(LockOwner.of(blocker(waiting))).isEmpty();
    latch.countDown();
    waiting.join();
  }
}
