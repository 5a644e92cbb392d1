package cal.bench.overload;

import static org.assertj.core.api.Assertions.assertThat;

import cal.bench.load.ErrorKind;
import cal.bench.load.LoadSpec;
import cal.bench.load.Sessions;
import cal.bench.load.TestServer;
import cal.bench.load.Workload;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Tag("measuring")
@Timeout(300)
class OverloadTest {
  private static final Duration HALF = Duration.ofMillis(500);

  private static Overload.Seen seen(TestServer server, Duration settling, Duration most)
      throws Exception {
    LoadSpec open = new LoadSpec(server.address(), Workload.upload(64), Sessions.SHORT, 200);
    Overload.Times times = new Overload.Times(HALF, settling, HALF, most);
    return new Overload(open, 400, 100, times).measure(OptionalLong.empty());
  }

  /** Of about 100 requests before the load and 600 until it is measured, some are refused. */
  @Test
  void shouldNotMeasureALoadThatHasNotSettled() throws Exception {
    AtomicInteger requests = new AtomicInteger();
    try (TestServer server =
        new TestServer(
            (socket, in, out) -> {
              int request = requests.incrementAndGet();
              if (request < 200 || request > 300) {
                out.writeInt(TestServer.checksum(TestServer.frame(in)));
              }
            })) {
      Overload.Seen seen = seen(server, HALF.multipliedBy(3), HALF);

      assertThat(seen.errors().values().stream().mapToLong(Long::longValue).sum()).isEqualTo(101);
      assertThat(seen.loaded().errors()).isEmpty();
      assertThat(seen.loaded().answers()).isPositive();
    }
  }

  /** About 100 come in a second; the calm would last for half of one. */
  @Test
  void shouldWaitForTheCalmWhereAnEarlierLoadIsStillFelt() throws Exception {
    AtomicInteger requests = new AtomicInteger();
    try (TestServer server =
        new TestServer(
            (socket, in, out) -> {
              if (requests.incrementAndGet() > 200) {
                out.writeInt(TestServer.checksum(TestServer.frame(in)));
              }
            })) {
      Overload.Seen seen = seen(server, HALF, HALF.multipliedBy(20));

      assertThat(seen.calmP99Micros()).isFinite();
      assertThat(seen.loaded().errors()).isEmpty();
    }
  }

  @Test
  void shouldNotKnowHowLongItLastsWhereNobodyWasAnsweredBefore() throws Exception {
    try (TestServer server = new TestServer((socket, in, out) -> {})) {
      Overload.Seen seen = seen(server, HALF, HALF);

      assertThat(seen.calmP99Micros()).isInfinite();
      assertThat(seen.recoverySeconds()).isNull();
      assertThat(seen.errors()).doesNotContainKey(ErrorKind.TIMEOUT);
    }
  }
}
