package cal.sample.upload;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class StatisticsTest {

  private final Statistics statistics = new Statistics();

  private static SocketAddress address(int port) {
    return InetSocketAddress.createUnresolved("client", port);
  }

  @Test
  void shouldBeEmptyAtFirst() {
    assertThat(statistics.report().text()).isEqualTo("total clients=0 requests=0 bytes=0\nEND");
  }

  @Test
  void shouldKeepWhatAClientHadServedAfterItHasLeft() {
    Statistics.Tally gone = statistics.join(Protocol.UPLOAD, address(1));
    Statistics.Tally there = statistics.join(Protocol.UPLOAD, address(2));
    statistics.count(gone, 100);
    statistics.count(there, 20);
    statistics.leave(gone);
    statistics.leave(gone);
    Report report = statistics.report();
    assertThat(report.services()).containsExactly(new Report.Service(Protocol.UPLOAD, 1, 2, 120));
    assertThat(report.clients())
        .containsExactly(new Report.Client(Protocol.UPLOAD, address(2), 1, 20));
  }

  @Test
  void shouldKeepTheLastRequestsInTheirOrder() {
    Statistics.Tally client = statistics.join(Protocol.FACTOR, address(1));
    for (int i = 1; i <= 1000; i++) {
      statistics.count(client, i);
      assertThat(statistics.report().recent()).hasSize(Math.min(i, Statistics.RECENT));
    }
    for (int i = 0; i < Statistics.RECENT; i++) {
      int number = 1000 - Statistics.RECENT + 1 + i;
      assertThat(statistics.report().recent().get(i))
          .isEqualTo(new Report.Request(number, Protocol.FACTOR, address(1), number));
    }
  }

  @Test
  void shouldListNoMoreClientsThanItsBound() {
    for (int port = 1; port <= 1000; port++) {
      statistics.join(Protocol.UPLOAD, address(port));
    }
    Report report = statistics.report();
    assertThat(report.services().getFirst().clients()).isEqualTo(1000);
    assertThat(report.clients()).hasSize(Statistics.CLIENTS);
    assertThat(report.clients().getFirst().address()).isEqualTo(address(1));
  }

  @Test
  void shouldNotWaitWhereNobodyElseCanBeLetIn() throws InterruptedException {
    Statistics.Tally client = statistics.join(Protocol.UPLOAD, address(1));
    assertThat(statistics.waitForTotal(1, Duration.ofDays(1))).isFalse();
    statistics.count(client, 1);
    assertThat(statistics.waitForTotal(1, Duration.ofDays(1))).isTrue();
    assertThat(statistics.waitForTotal(2, Duration.ofDays(1))).isFalse();
  }

  @Test
  void shouldCountFailuresForALineASecond() {
    long second = 1_000_000_000L;
    assertThat(statistics.failed(Long.MAX_VALUE)).isEqualTo(1);
    assertThat(statistics.failed(Long.MAX_VALUE + second - 1)).isZero();
    assertThat(statistics.failed(Long.MAX_VALUE + second)).isEqualTo(2);
    assertThat(statistics.failed(Long.MAX_VALUE + second)).isZero();
  }
}
