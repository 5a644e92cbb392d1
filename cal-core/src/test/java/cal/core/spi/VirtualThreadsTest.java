package cal.core.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The outcome for a virtual thread that cannot be made. */
@Timeout(300)
class VirtualThreadsTest {
  /** As a virtual thread of unknown scheduler does it: another makes the thread for it. */
  private static Throwable thrownOnAVirtualThread(VirtualThreads threads) throws Exception {
    AtomicReference<Throwable> thrown = new AtomicReference<>();
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                threads.start("test-thread", () -> {});
              } catch (Throwable t) {
                thrown.set(t);
              }
            })
        .join();
    return thrown.get();
  }

  @Test
  void shouldThrowTheSameWhoeverAsks() throws Exception {
    OutOfMemoryError none = new OutOfMemoryError("unable to create native thread");
    try (VirtualThreads scarce =
        new VirtualThreads(
            "test-starter",
            (name, body) -> {
              throw none;
            })) {
      assertThatThrownBy(() -> scarce.start("test-thread", () -> {})).isSameAs(none);
      assertThat(thrownOnAVirtualThread(scarce)).isSameAs(none);
    }
  }

  @Test
  void shouldSayWhichThreadCannotBeMadeAfterItsEnd() throws Exception {
    VirtualThreads threads = new VirtualThreads("test-starter");
    threads.close();
    threads.close();
    assertThat(thrownOnAVirtualThread(threads))
        .isInstanceOf(RejectedExecutionException.class)
        .hasMessage("thread=test-thread cannot be made from an event loop: its starter has ended");
  }
}
