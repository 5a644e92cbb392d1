package cal.cli.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cal.cli.load.exchange.Workload;
import cal.cli.load.result.ErrorKind;
import cal.cli.load.result.LoadResult;
import cal.cli.load.result.Sessions;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Tag("measuring")
@Timeout(300)
class PaceTest {
  @Test
  void shouldSendWhatArrivesInLongAndShortSessions() throws Exception {
    for (Sessions sessions : Sessions.values()) {
      try (TestServer server = TestServer.upload();
          LoadSession session = open(server, sessions, 50, new Pace.Arriving(1000, 1))) {
        LoadResult result = session.round(Duration.ofSeconds(1), Duration.ofSeconds(5));

        assertThat(result.errors()).isEmpty();
        assertThat(result.answers() + result.lateAnswers()).isPositive();
        assertThat(result.warnings()).noneMatch(warning -> warning.contains("served"));
      }
    }
  }

  /** A client that is given up rests, and connects anew: the server knows how often. */
  @Test
  void shouldCountATimeoutOnceWhereItComes() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    AtomicInteger connections = new AtomicInteger();
    try (TestServer server =
        new TestServer(
            (socket, in, out) -> {
              connections.incrementAndGet();
              await(never);
            })) {
      LoadSpec spec =
          new LoadSpec(
              server.address(), Workload.upload(64), Sessions.LONG, 10, 1, Duration.ofSeconds(1));
      try (LoadSession session = LoadSession.open(spec, OptionalLong.empty())) {
        long counted = 0;
        while (counted < 15) {
          LoadResult slice = session.slice(Duration.ofMillis(500));
          assertThat(slice.errors().keySet()).isSubsetOf(ErrorKind.TIMEOUT);
          counted += slice.errorCount();
        }
        long each = counted;
        Awaitility.await("a connection for each that was given up, and for those that wait")
            .atMost(Duration.ofMinutes(2))
            .until(() -> connections.get() >= each);
      }
    }
  }

  private static void await(CountDownLatch latch) throws InterruptedIOException {
    try {
      latch.await();
    } catch (InterruptedException ends) {
      throw new InterruptedIOException("the test ends");
    }
  }

  @Test
  void shouldRefuseARateWhereNothingArrives() throws Exception {
    assertThatThrownBy(() -> new Pace.Arriving(0, 1)).hasMessageStartingWith("rate=0.0 must be");
    assertThatThrownBy(() -> new Pace.Thinking(Duration.ZERO, 1)).hasMessageStartingWith("mean=");
    try (TestServer server = TestServer.upload();
        LoadSession session = open(server, Sessions.LONG, 1, new Pace.Eager())) {
      assertThatThrownBy(() -> session.arrive(10)).isInstanceOf(IllegalStateException.class);
    }
  }

  private static LoadSession open(TestServer server, Sessions sessions, int clients, Pace pace)
      throws Exception {
    LoadSpec spec = new LoadSpec(server.address(), Workload.upload(64), sessions, clients);
    return LoadSession.open(spec.at(pace), OptionalLong.empty());
  }
}
