package cal.sample.upload;

import static cal.sample.upload.Payloads.crc;
import static cal.sample.upload.Payloads.random;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SlowStoreTest {

  @ParameterizedTest
  @ValueSource(strings = {"compute", "wait", "disk"})
  void shouldTakeItsTimeForEachFrame(String kind) {
    try (SlowStore store = (SlowStore) Stores.open(kind + ":50ms:memory")) {
      long begun = System.nanoTime();

      assertThat(store.store(random(10), 0, 10)).isEqualTo(crc(random(10)));

      long taken = System.nanoTime() - begun;
      assertThat(taken).isGreaterThan(Duration.ofMillis(35).toNanos());
    }
  }

  @Test
  void shouldKeepTheInterruptOfAFrameThatWasNotStored() {
    SlowStore store =
        new SlowStore(
            () -> {
              throw new InterruptedException("in vain");
            },
            new MemoryStore());

    assertThatThrownBy(() -> store.store(random(10), 0, 10))
        .isInstanceOf(StoreException.class)
        .hasMessage("stopped while a frame was stored");
    assertThat(Thread.interrupted()).as("the interrupt is kept").isTrue();
  }
}
