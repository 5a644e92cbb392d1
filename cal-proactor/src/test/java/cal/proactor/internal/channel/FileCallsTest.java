package cal.proactor.internal.channel;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.contract.FileStub;
import cal.proactor.AioHandle;
import cal.proactor.AioOperation;
import cal.proactor.Completions;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Calls of files that outlive their leader. */
@Timeout(300)
class FileCallsTest {
  private static final long MINUTES = 2;

  private final CountDownLatch begun = new CountDownLatch(1);
  private final CountDownLatch turned = new CountDownLatch(1);
  private final CompletableFuture<Long> told = new CompletableFuture<>();

  /** A disk that turns late. */
  private final class Disk extends FileStub {
    @Override
    public int read(ByteBuffer into, long position) {
      begun.countDown();
      try {
        assertThat(turned.await(MINUTES, TimeUnit.MINUTES)).isTrue();
      } catch (InterruptedException e) {
        throw new AssertionError("nobody interrupts", e);
      }
      into.position(into.limit());
      return into.limit();
    }
  }

  private final class Telling implements Completions {
    @Override
    public void completed(AioOperation operation, long count) {
      told.complete(count);
    }

    @Override
    public void accepted(AioOperation operation, AioHandle connection) {
      failed(operation, new AssertionError("a connection of a file"));
    }

    @Override
    public void failed(AioOperation operation, Throwable failure) {
      told.completeExceptionally(failure);
    }

    @Override
    public void cancelled(AioOperation operation) {
      told.cancel(false);
    }
  }

  private void start(FileCalls calls) throws InterruptedException {
    FileHandle file = new FileHandle(new Disk());
    calls.start(AioOperation.readAt(file, ByteBuffer.allocateDirect(7), 0, end -> {}));
    assertThat(begun.await(MINUTES, TimeUnit.MINUTES)).isTrue();
  }

  @Test
  void shouldTellTheEndOfACallAfterTheClose() throws Exception {
    FileCalls calls = new FileCalls(8, () -> told.completeExceptionally(new AssertionError()));
    start(calls);

    calls.close(new Telling());

    assertThat(told).isNotDone();
    turned.countDown();
    assertThat(told.get(MINUTES, TimeUnit.MINUTES)).isEqualTo(7);
  }

  @Test
  void shouldTellTheEndOfACallBeforeTheClose() throws Exception {
    CountDownLatch done = new CountDownLatch(1);
    FileCalls calls = new FileCalls(8, done::countDown);
    start(calls);
    turned.countDown();
    assertThat(done.await(MINUTES, TimeUnit.MINUTES)).isTrue();

    calls.close(new Telling());

    assertThat(told.get(MINUTES, TimeUnit.MINUTES)).isEqualTo(7);
  }
}
