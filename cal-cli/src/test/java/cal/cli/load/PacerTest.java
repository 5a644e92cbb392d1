package cal.cli.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import cal.cli.load.exchange.Workload;
import cal.cli.load.result.ErrorKind;
import cal.cli.load.result.Sessions;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** When clients ask, by a clock that the test gives. */
class PacerTest {
  private static final long MILLI = 1_000_000;
  private static final long SECOND = 1_000 * MILLI;
  private static final long SEED = 1;

  /** Sends nothing, and keeps for each request the moment from which its latency counts. */
  private static final class Asked extends Player {
    final List<Long> since = new ArrayList<>();
    final List<Client> busy = new ArrayList<>();

    Asked() {
      super(
          new LoadSpec(
              new InetSocketAddress(InetAddress.getLoopbackAddress(), 1),
              Workload.upload(64),
              Sessions.LONG,
              1),
          null);
      tally = new Tally(1);
    }

    @Override
    void ask(Client client, long from) {
      since.add(from);
      busy.add(client);
    }

    long timeouts() {
      return tally.errors.getOrDefault(ErrorKind.TIMEOUT, 0L);
    }

    /** Answers all requests: their clients are free. */
    void answer(Pacer pacer, long now) {
      List<Client> answered = List.copyOf(busy);
      busy.clear();
      answered.forEach(client -> pacer.free(client, now));
    }
  }

  private final Asked asked = new Asked();

  private Arrivals arrivals(double perSecond, Duration patience, int clients) {
    Arrivals arrivals = new Arrivals(asked, perSecond, SEED, patience.toNanos());
    arrivals.begin(0);
    for (int i = 0; i < clients; i++) {
      arrivals.free(new Client(i, 0, false), 0);
    }
    return arrivals;
  }

  /** The arrivals before a moment, as they are to be drawn. */
  private static List<Long> drawn(double perSecond, long until) {
    SplittableRandom random = new SplittableRandom(SEED);
    List<Long> times = new ArrayList<>();
    long next = Arrivals.exponential(random, SECOND / perSecond);
    while (next <= until) {
      times.add(next);
      next += Arrivals.exponential(random, SECOND / perSecond);
    }
    return times;
  }

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
  void shouldAskForEachThatArrivesSinceItsArrival() {
    Arrivals arrivals = arrivals(1000, Duration.ofSeconds(10), 50);

    for (long now = 0; now <= SECOND; now += MILLI) {
      arrivals.go(now);
      asked.answer(arrivals, now);
    }

    assertThat(asked.since).isEqualTo(drawn(1000, SECOND)).hasSizeBetween(900, 1100);
    assertThat(arrivals.untilNext(SECOND)).isPositive();
  }

  /** A pause of the generator is its own: what was to be sent meanwhile is sent, since then. */
  @Test
  void shouldMakeUpForAPause() {
    Arrivals arrivals = arrivals(1000, Duration.ofSeconds(10), 50);

    arrivals.go(0);
    for (int i = 0; i < 40; i++) {
      arrivals.go(SECOND);
      asked.answer(arrivals, SECOND);
    }

    assertThat(asked.since).isEqualTo(drawn(1000, SECOND));
  }

  @Test
  void shouldAskMoreWhereMoreArrive() {
    Arrivals arrivals = arrivals(100, Duration.ofSeconds(10), 50);
    for (long now = 0; now <= SECOND; now += MILLI) {
      arrivals.go(now);
      asked.answer(arrivals, now);
    }
    int few = asked.since.size();

    arrivals.rate(1000);
    for (long now = SECOND; now <= 2 * SECOND; now += MILLI) {
      arrivals.go(now);
      asked.answer(arrivals, now);
    }

    assertThat(few).isEqualTo(drawn(100, SECOND).size()).isBetween(70, 130);
    assertThat(asked.since.size() - few).isBetween(850, 1150);
    assertThat(asked.since).isSorted();
  }

  /** Ten clients wait for an answer each; who arrives meanwhile waits for one of them. */
  @Test
  void shouldShowAStallToAllThatArriveMeanwhile() {
    Arrivals arrivals = arrivals(500, Duration.ofSeconds(10), 10);
    long stall = 400 * MILLI;
    for (long now = 0; now <= stall; now += MILLI) {
      arrivals.go(now);
    }
    assertThat(asked.since).isEqualTo(drawn(500, stall).subList(0, 10));

    for (int i = 0; i < 40; i++) {
      asked.answer(arrivals, stall);
    }

    assertThat(asked.since).isEqualTo(drawn(500, stall)).hasSizeGreaterThan(150);
    assertThat(asked.timeouts()).isZero();
  }

  /** A request that arrives while a server stands still has not arrived. */
  @Test
  void shouldGoOnAfterAHoldAsIfThereHadBeenNone() {
    Arrivals arrivals = arrivals(500, Duration.ofSeconds(10), 1);
    arrivals.go(100 * MILLI);
    arrivals.hold(100 * MILLI);
    arrivals.go(SECOND);
    arrivals.begin(SECOND);
    for (int i = 0; i < 200; i++) {
      asked.answer(arrivals, SECOND);
    }

    List<Long> before = drawn(500, 100 * MILLI);
    assertThat(asked.since.getFirst()).isEqualTo(before.getFirst());
    assertThat(asked.since.subList(1, asked.since.size()))
        .isEqualTo(before.stream().skip(1).map(since -> since + 900 * MILLI).toList());
    long next = drawn(500, SECOND).get(before.size());
    assertThat(arrivals.untilNext(SECOND)).isEqualTo(next - 100 * MILLI);
    assertThat(asked.timeouts()).isZero();
  }

  @Test
  void shouldAskTheClientThatHasBeenFreeForLongest() {
    Arrivals arrivals = arrivals(1000, Duration.ofSeconds(10), 3);
    arrivals.go(SECOND);

    assertThat(asked.busy).extracting(client -> client.index).containsExactly(0, 1, 2);
  }

  @Test
  void shouldCountWhoWaitsForAClientInVain() {
    Arrivals arrivals = arrivals(500, Duration.ofMillis(100), 0);

    for (long now = 0; now <= 500 * MILLI; now += MILLI) {
      arrivals.go(now);
    }
    assertThat(asked.timeouts()).isEqualTo(drawn(500, 400 * MILLI).size());
    arrivals.end();

    assertThat(asked.timeouts()).isEqualTo(drawn(500, 500 * MILLI).size());
    assertThat(asked.since).isEmpty();
  }

  /** The latency counts from the end of the thinking. */
  @Test
  void shouldThinkBetweenAnswerAndRequest() {
    ThinkTime thinkTime = new ThinkTime(asked, new Pace.Thinking(Duration.ofMillis(100), SEED), 0);
    for (int i = 0; i < 100; i++) {
      thinkTime.free(new Client(i, 0, false), 0);
    }

    int last = 0;
    for (long now = 0; now <= SECOND; now += MILLI) {
      thinkTime.go(now);
      long asks = now;
      assertThat(asked.since.subList(last, asked.since.size())).allMatch(since -> since == asks);
      last = asked.since.size();
      assertThat(thinkTime.untilNext(now)).isPositive();
      asked.answer(thinkTime, now);
    }

    assertThat(asked.since).as("100 clients, 10 a second each").hasSizeBetween(850, 1150);
  }
}
