package cal.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.contract.Holdings;
import cal.core.contract.ModelFixture;
import cal.core.internal.support.Acquisitions;
import com.hazelcast.core.Hazelcast;
import java.net.MulticastSocket;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Where a part of a member cannot be had, the others are given back. */
@Timeout(300)
class MembersOpeningTest {
  private static Beacon beacon() throws Exception {
    return new Beacon(new MulticastSocket(0), "127.0.0.1:4711");
  }

  @Test
  void shouldCloseTheSocketOfABeaconThatHasNoThread() throws Exception {
    Holdings first = Holdings.now();
    List<Beacon> whole = new ArrayList<>();
    int all = Acquisitions.count(() -> whole.add(beacon()));
    whole.getFirst().close();
    Holdings before = first.settled();
    for (int nth = 1; nth <= all; nth++) {
      Error fault = new OutOfMemoryError("in a test");
      List<MulticastSocket> sockets = new ArrayList<>(List.of(new MulticastSocket(0)));
      assertThat(
              Acquisitions.failing(
                  nth, fault, () -> new Beacon(sockets.getFirst(), "127.0.0.1:4711")))
          .isSameAs(fault);
      sockets.getFirst().close(); // where it was not the beacon's yet
      before.awaitAgain("acquisition %d of %d".formatted(nth, all));
    }
  }

  /** The last acquisition is the moment after all others. */
  @Test
  void shouldBeAMemberNoMoreWhereTheRestCannotBeHad() {
    int instances = Hazelcast.getAllHazelcastInstances().size();
    Membership membership =
        new Membership(
            true, "127.0.0.1:0", List.of(), null, 1, "00000000", getClass().getClassLoader());
    Error fault = new OutOfMemoryError("in a test");
    int last = 5;
    assertThat(Acquisitions.failing(last, fault, () -> new Members(membership))).isSameAs(fault);
    assertThat(Hazelcast.getAllHazelcastInstances()).hasSize(instances);
    ModelFixture.eventually(
        "its threads end",
        () ->
            Thread.getAllStackTraces().keySet().stream()
                .noneMatch(thread -> thread.getName().startsWith("hz.")));
  }
}
