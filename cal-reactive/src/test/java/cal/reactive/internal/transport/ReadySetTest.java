package cal.reactive.internal.transport;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.internal.os.NativeBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A set whose channels are told while others are found. */
class ReadySetTest {
  private static final int WAITING = 100;
  private static final int ROUNDS = 100_000;

  private final ReadySet ready = new ReadySet();
  private final List<Integer> told = new ArrayList<>();

  @Test
  void shouldTellInOrderInNoMoreRoomWhereOthersAreFoundMeanwhile() {
    for (int i = 0; i < WAITING; i++) {
      ready.add(channel(i), 1);
    }
    for (int i = WAITING; i < ROUNDS; i++) {
      assertThat(ready.tellNext()).isTrue();
      ready.add(channel(i), 1);
    }
    ready.tellAll();
    assertThat(ready.isEmpty()).isTrue();
    assertThat(ready.room()).isLessThanOrEqualTo(4 * WAITING);
    assertThat(told).hasSize(ROUNDS).isSorted();
  }

  private Registration channel(int number) {
    ReadinessListener listener =
        new ReadinessListener() {
          @Override
          public void ready(Registration registration, int operations) {
            told.add(number);
          }

          @Override
          public void wakeUp() {}

          @Override
          public void closed() {}
        };
    return new Silent(listener);
  }

  private record Silent(ReadinessListener told) implements Registration {
    @Override
    public boolean arm(int operation) {
      return true;
    }

    @Override
    public void disarm(int operations) {}

    @Override
    public boolean tellsAgain() {
      return false;
    }

    @Override
    public boolean mayHaveMore() {
      return false;
    }

    @Override
    public int read(NativeBuffer into) {
      return 0;
    }

    @Override
    public int write(NativeBuffer from) {
      return 0;
    }

    @Override
    public boolean isOpen() {
      return true;
    }

    @Override
    public void close() {}
  }
}
