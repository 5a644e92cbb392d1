package cal.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

/** Calls of a key go one after the other, and each has a deadline. */
class KeyOrderTest {
  @Test
  void shouldMakeCallsOfAKeyOneAfterTheOther() throws Exception {
    KeyOrder order = new KeyOrder();
    KeyOrder.Place first = order.enter("k");
    KeyOrder.Place second = order.enter("k");
    KeyOrder.Place third = order.enter("k");
    Deadline over = new Deadline(System.nanoTime(), Duration.ZERO, new HashSet<>());
    first.await(over);
    assertThatThrownBy(() -> second.await(over)).isInstanceOf(TimeoutException.class);
    second.leave();
    second.leave();
    assertThatThrownBy(() -> third.await(over))
        .as("the first has not gone")
        .isInstanceOf(TimeoutException.class);
    first.leave();
    third.await(over);
    third.leave();
    order.enter("k").await(over);
  }

  @Test
  void shouldTellKeysApartByWhatTheyHold() throws IOException {
    assertThat(KeyOrder.key(new byte[] {1, 2})).isEqualTo(KeyOrder.key(new byte[] {1, 2}));
    assertThat(KeyOrder.key(new byte[] {1, 2})).isNotEqualTo(KeyOrder.key(new byte[] {1, 3}));
    assertThat(KeyOrder.key(null)).isEqualTo(KeyOrder.key(null)).isNotNull();
    assertThatThrownBy(() -> KeyOrder.key(new Object())).isInstanceOf(IOException.class);
  }

  @Test
  void shouldTellThatACallHasNotRunWhichWasStoppedBeforeItWasSent() {
    KeyOrder order = new KeyOrder();
    order.enter("k");
    KeyOrder.Place behind = order.enter("k");
    Set<Deadline> open = new HashSet<>();
    try (Deadline deadline = new Deadline(System.nanoTime(), Duration.ofMinutes(2), open)) {
      open.forEach(Deadline::stop);
      assertThat(catchThrowableOfType(ClusterException.class, () -> behind.await(deadline)))
          .returns(false, ClusterException::mayHaveRun);
      deadline.sent(true);
      assertThat(catchThrowableOfType(ClusterException.class, () -> behind.await(deadline)))
          .returns(true, ClusterException::mayHaveRun);
    }
    assertThat(open).isEmpty();
  }
}
