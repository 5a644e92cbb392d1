package cal.reactive;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.contract.StandingQueue;
import cal.core.internal.activity.AttachedThread;
import cal.core.internal.activity.Shedding;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Steps without a thread, whose input the loop has found long ago. */
class LateLeftStepTest extends LeavingFixture {
  private static final int BUSY = '!';

  /** How far the clock of the stage is ahead of the loop's. */
  private final AtomicLong ahead = new AtomicLong();

  LateLeftStepTest() {
    super(Map.of("cal.model", "reactive"));
  }

  private void refuse(Object target) {
    Peer peer = (Peer) target;
    assertThat(AttachedThread.currentActivity().target()).isSameAs(peer);
    try {
      assertThat(peer.in.read()).isPositive();
      peer.out.write(BUSY);
    } catch (IOException lost) {
      throw new UncheckedIOException(lost);
    }
  }

  @Test
  void shouldBeRefusedInPlace() throws Exception {
    open();
    stage.sheds(
        new Shedding(
            "work", any -> true, this::refuse, any -> 0, () -> System.nanoTime() + ahead.get()));
    StandingQueue.in(stage.shedding().overload());
    Peer peer = leftPeer();
    ahead.set(TimeUnit.MILLISECONDS.toNanos(300));
    peer.client.getOutputStream().write(2);
    assertThat(peer.client.getInputStream().read()).isEqualTo(BUSY);
    peer.left();
    ahead.set(-TimeUnit.HOURS.toNanos(1));
    peer.ask(3);
    peer.client.getOutputStream().write(4);
    assertThat(peer.client.getInputStream().read()).as("of a step in time").isEqualTo(4);
    assertThat(stage.status().shed()).isEqualTo(1);
    assertThat(warnings).isEmpty();
  }
}
