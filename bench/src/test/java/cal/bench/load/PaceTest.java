package cal.bench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.within;

import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Tag("measuring")
@Timeout(300)
class PaceTest {
  private static final Duration STALL = Duration.ofMillis(400);

  @Test
  void shouldDrawExponentialTimes() {
    double mean = 5_000_000;
    long[] times = times(7, mean);

    double average = LongStream.of(times).average().orElseThrow();
    double variance =
        LongStream.of(times).mapToDouble(t -> (t - mean) * (t - mean)).average().orElseThrow();
    long beyond = LongStream.of(times).filter(t -> t > 3 * mean).count();
    assertThat(average).isCloseTo(mean, within(mean * 0.02));
    assertThat(Math.sqrt(variance)).isCloseTo(mean, within(mean * 0.03));
    assertThat(beyond / 100_000.0).isCloseTo(Math.exp(-3), within(0.003));
    assertThat(times(7, mean)).as("the same seed").isEqualTo(times);
    assertThat(times(8, mean)).as("another seed").isNotEqualTo(times);
  }

  private static long[] times(long seed, double mean) {
    SplittableRandom random = new SplittableRandom(seed);
    return LongStream.generate(() -> Arrivals.exponential(random, mean)).limit(100_000).toArray();
  }

  @Test
  void shouldSendWhatArrivesInLongAndShortSessions() throws Exception {
    for (Sessions sessions : Sessions.values()) {
      try (TestServer server = TestServer.upload();
          LoadSession session = open(server, sessions, 50, new Pace.Arriving(1000, 1))) {
        LoadResult result = session.round(Duration.ofSeconds(1), Duration.ofSeconds(5));

        assertThat(result.errors()).isEmpty();
        assertThat(result.answers() + result.lateAnswers())
            .as("a thousand, four standard deviations more or less")
            .isBetween(870L, 1130L);
        assertThat(result.warnings()).noneMatch(warning -> warning.contains("served"));
      }
    }
  }

  @Test
  void shouldSendMoreWhereMoreArrive() throws Exception {
    try (TestServer server = TestServer.upload();
        LoadSession session = open(server, Sessions.LONG, 50, new Pace.Arriving(100, 1))) {
      LoadResult few = session.slice(Duration.ofSeconds(1));
      session.arrive(1000);
      LoadResult many = session.slice(Duration.ofSeconds(1));

      assertThat(few.answers()).isBetween(60L, 140L);
      assertThat(many.answers()).isBetween(800L, 1200L);
    }
  }

  /** Ten clients see one slow answer each; of 400 requests that are to be sent, 200 are late. */
  @Test
  void shouldShowAStallToAllThatArriveMeanwhile() throws Exception {
    LoadResult open = afterAStall(new Pace.Arriving(500, 1));
    LoadResult closed = afterAStall(new Pace.Eager());

    assertThat(open.latency().p90Micros()).isGreaterThan(STALL.toMillis() * 1000 / 2);
    assertThat(closed.latency().p90Micros()).isLessThan(STALL.toMillis() * 1000 / 2);
    assertThat(closed.latency().maxMicros()).isGreaterThan(STALL.toMillis() * 1000 / 2);
  }

  private static LoadResult afterAStall(Pace pace) throws Exception {
    CountDownLatch stall = new CountDownLatch(1);
    try (TestServer server =
            new TestServer(
                (socket, in, out) -> {
                  while (true) {
                    byte[] frame = TestServer.frame(in);
                    await(stall);
                    out.writeInt(TestServer.checksum(frame));
                  }
                });
        LoadSession session = open(server, Sessions.LONG, 10, pace)) {
      LoadResult stalled = session.slice(STALL);
      assertThat(stalled.answers()).isZero();
      assertThat(stalled.errors()).as("whose answers are to come").isEmpty();
      stall.countDown();
      return session.slice(STALL);
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
  void shouldCountWhoWaitsForAClientInVain() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    try (TestServer server = new TestServer((socket, in, out) -> await(never))) {
      LoadSpec spec =
          new LoadSpec(
              server.address(),
              Workload.upload(64),
              Sessions.LONG,
              1,
              1,
              Duration.ofMillis(100),
              new Pace.Arriving(500, 1));
      try (LoadSession session = LoadSession.open(spec, OptionalLong.empty())) {
        LoadResult result = session.round(Duration.ofMillis(500), Duration.ZERO);

        assertThat(result.errors()).containsOnlyKeys(ErrorKind.TIMEOUT);
        assertThat(result.errorCount()).as("about 250 arrive").isBetween(180L, 330L);
      }
    }
  }

  @Test
  void shouldCountATimeoutOnceWhereItComes() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    try (TestServer server = new TestServer((socket, in, out) -> await(never))) {
      LoadSpec spec =
          new LoadSpec(
              server.address(), Workload.upload(64), Sessions.LONG, 10, 1, Duration.ofSeconds(1));
      try (LoadSession session = LoadSession.open(spec, OptionalLong.empty())) {
        LoadResult before = session.slice(Duration.ofMillis(500));
        LoadResult after = session.slice(Duration.ofSeconds(1));

        assertThat(before.errors()).isEmpty();
        assertThat(after.errors()).containsExactly(entry(ErrorKind.TIMEOUT, 10L));
      }
    }
  }

  @Test
  void shouldThinkBetweenAnswerAndRequest() throws Exception {
    try (TestServer server = TestServer.upload();
        LoadSession session =
            open(server, Sessions.LONG, 100, new Pace.Thinking(Duration.ofMillis(100), 1))) {
      LoadResult result = session.round(Duration.ofSeconds(1), Duration.ofSeconds(5));

      assertThat(result.errors()).isEmpty();
      assertThat(result.answers()).as("100 clients, 10 a second each").isBetween(700L, 1150L);
      assertThat(result.latency().p50Micros()).as("without the thinking").isLessThan(50_000);
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
