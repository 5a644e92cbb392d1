package cal.sample.upload;

import static cal.sample.upload.Payloads.crc;
import static cal.sample.upload.Payloads.random;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
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
      assertThat(store.load().getRequests()).isEqualTo(1);
      assertThat(store.load().getBusyNanos()).isBetween(Duration.ofMillis(35).toNanos(), taken);
    }
  }

  @Test
  void shouldSumWhatIsInsideOverTime() {
    AtomicLong clock = new AtomicLong(1000);
    StoreLoad load = new StoreLoad(clock::get);

    load.begin();
    clock.addAndGet(5);
    load.begin();
    assertThat(load.getBusyNanos()).isEqualTo(5);
    clock.addAndGet(10);
    assertThat(load.getBusyNanos()).as("two at a time count twice").isEqualTo(25);
    load.end();
    clock.addAndGet(100);
    load.end();
    clock.addAndGet(1000);

    assertThat(load.getBusyNanos()).isEqualTo(125);
    assertThat(load.getUsedNanos()).as("while there was any").isEqualTo(115);
    assertThat(load.getRequests()).isEqualTo(2);
  }

  @Test
  void shouldCountAFrameThatWasNotStored() {
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
    assertThat(store.load().getRequests()).isEqualTo(1);
  }
}
