package cal.cli.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** In which order clients connect, by a clock that the test gives. */
class ConnectQueueTest {
  private static final long MILLI = 1_000_000;

  private final ConnectQueue queue = ConnectQueue.of(new Pace.Eager());

  private static List<Client> clients(int count, boolean known) {
    List<Client> clients =
        IntStream.range(0, count).mapToObj(i -> new Client(i, 0, false)).toList();
    clients.forEach(client -> client.known = known);
    return clients;
  }

  private List<Client> connecting(long now) {
    List<Client> connecting = new ArrayList<>();
    for (Client next = queue.next(now); next != null; next = queue.next(now)) {
      connecting.add(next);
    }
    return connecting;
  }

  @Test
  void shouldServeFirstConnectionsAndLaterOnesInTheOrderOfTheirWishes() {
    List<Client> first = clients(3, false);
    List<Client> again = clients(3, true);
    for (int i = 0; i < 3; i++) {
      queue.add(first.get(i));
      queue.add(again.get(i));
    }
    queue.passOver(MILLI);

    assertThat(connecting(0))
        .containsExactly(
            first.get(0), again.get(0), first.get(1), again.get(1), first.get(2), again.get(2));
    assertThat(again.getLast().since).as("the time between rounds").isEqualTo(MILLI);
  }

  @Test
  void shouldLetNobodyPassWhoIsNewAndHasToWait() {
    List<Client> first = clients(25, false);
    first.forEach(queue::add);
    Client again = clients(1, true).getFirst();
    queue.add(again);

    assertThat(connecting(0)).isEqualTo(first.subList(0, 10));
    assertThat(connecting(MILLI / 2)).isEmpty();
    assertThat(connecting(MILLI)).isEqualTo(first.subList(10, 20));
    assertThat(connecting(2 * MILLI)).hasSize(6).endsWith(again);
  }

  @Test
  void shouldBoundTheConnectionsThatAreBeingMade() {
    List<Client> all = clients(1100, true);
    all.forEach(queue::add);

    List<Client> begun = connecting(0);
    assertThat(begun).isEqualTo(all.subList(0, 1024));
    queue.remove(begun.get(500));
    assertThat(connecting(MILLI)).containsExactly(all.get(1024));
    assertThat(queue.size()).isEqualTo(75);
  }

  @Test
  void shouldNotWaitForThoseThatHaveMetAFullBacklog() {
    clients(1100, true).forEach(queue::add);
    assertThat(connecting(0)).hasSize(1024);

    assertThat(connecting(99 * MILLI)).isEmpty();
    assertThat(connecting(100 * MILLI)).hasSize(76);
  }

  @Test
  void shouldLetRequestsThatArriveConnectAtOnce() {
    ConnectQueue open = ConnectQueue.of(new Pace.Arriving(1, 1));
    List<Client> all = clients(2000, false);
    all.forEach(open::add);

    assertThat(all).allSatisfy(client -> assertThat(open.next(0)).isSameAs(client));
  }

  @Test
  void shouldForgetWhoWishesNoMore() {
    List<Client> two = clients(2, true);
    two.forEach(queue::add);
    queue.remove(two.getFirst());

    assertThat(connecting(Duration.ofSeconds(1).toNanos())).containsExactly(two.getLast());
  }
}
