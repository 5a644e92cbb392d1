package cal.core.internal.admission;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** The limit that is found, for simulated servers: a tick is a millisecond. */
class FoundLimitTest {
  private static final int WINDOW = 100;

  /** Serves first come, first served; its acceptor may come only where nobody waits any more. */
  private static final class Simulated {
    private final FoundLimit found = new FoundLimit();
    private final double capacityPerMilli;
    private final boolean acceptsInTurn;

    private final Deque<Long> backlog = new ArrayDeque<>();
    private final Deque<Long> admitted = new ArrayDeque<>();

    /** The arrivals of those admitted, in the same order. */
    private final Deque<Long> arrivals = new ArrayDeque<>();

    private final List<Long> latencies = new ArrayList<>();
    private long now;
    private double due;
    private double room;
    private int limit = FoundLimit.NONE;
    private int began;
    private int late;
    private int refused;
    private int everRefused;

    Simulated(int capacity, boolean acceptsInTurn) {
      this.capacityPerMilli = capacity / 1000.0;
      this.acceptsInTurn = acceptsInTurn;
    }

    /** Runs for a while, at a load in parts of the capacity. */
    void run(double load, int millis) {
      latencies.clear();
      everRefused = 0;
      for (int i = 0; i < millis; i++) {
        tick(load);
      }
    }

    private void tick(double load) {
      now++;
      for (due += load * capacityPerMilli; due >= 1; due--) {
        backlog.add(now);
      }
      if (!acceptsInTurn || admitted.isEmpty()) {
        backlog.forEach(this::accept);
        backlog.clear();
      }
      for (room = Math.min(room + capacityPerMilli, capacityPerMilli + 1);
          room >= 1 && !admitted.isEmpty();
          room--) {
        began++;
        late += now - admitted.poll() > FoundLimit.LATE_MILLIS ? 1 : 0;
        latencies.add(now - arrivals.poll());
      }
      if (now % WINDOW == 0) {
        limit =
            found.after(
                new FoundLimit.Window(WINDOW * 1_000_000L, began, late, refused, admitted.size()));
        began = 0;
        late = 0;
        refused = 0;
      }
    }

    private void accept(long arrival) {
      if (admitted.size() < limit) {
        admitted.add(now);
        arrivals.add(arrival);
      } else {
        refused++;
        everRefused++;
      }
    }

    /** Answers, in parts of the capacity, since the last run began. */
    double answered(int millis) {
      return latencies.size() / (capacityPerMilli * millis);
    }
  }

  @Property(tries = 200)
  void shouldAnswerInTimeWhatAServerCanAnswer(
      @ForAll @IntRange(min = 400, max = 20_000) int capacity,
      @ForAll @DoubleRange(min = 1.3, max = 4) double load,
      @ForAll boolean acceptsInTurn) {
    Simulated server = new Simulated(capacity, acceptsInTurn);
    server.run(0.5, 3_000);
    server.run(load, 15_000);
    server.run(load, 4_000);

    assertThat(server.answered(4_000)).as("of the capacity").isGreaterThan(0.97);
    assertThat(server.latencies).allMatch(millis -> millis < 900);

    server.run(0.5, 1_000);
    server.run(0.5, 2_000);
    assertThat(server.everRefused).as("refused a second after the load").isZero();
    assertThat(server.limit).isEqualTo(FoundLimit.NONE);
    assertThat(server.latencies).allMatch(millis -> millis < FoundLimit.TARGET_MILLIS);
  }

  /** A young JVM, or a pause: much waits for a while, and is served. */
  @Property(tries = 200)
  void shouldRefuseNobodyOfABurst(
      @ForAll @IntRange(min = 400, max = 20_000) int capacity,
      @ForAll @DoubleRange(min = 2, max = 20) double burst,
      @ForAll @IntRange(min = 100, max = 10_000) int millis) {
    Simulated server = new Simulated(capacity, false);
    for (int i = 0; i < 5; i++) {
      server.run(burst, (int) Math.min(millis, 500 / burst));
      assertThat(server.everRefused).isZero();
      server.run(0.4, millis + 2_000);
      assertThat(server.everRefused).isZero();
    }
    assertThat(server.limit).isEqualTo(FoundLimit.NONE);
  }

  /** Its pool begins nobody for a while: none of those that wait then is late before it begins. */
  @Property(tries = 100)
  void shouldNotTakeAStandstillForALoad(
      @ForAll @IntRange(min = 1, max = 200) int windows,
      @ForAll @IntRange(min = 0, max = 5_000) int waiting) {
    FoundLimit found = new FoundLimit();
    for (int i = 0; i < windows; i++) {
      assertThat(found.after(new FoundLimit.Window(1, 0, 0, 0, waiting)))
          .isEqualTo(FoundLimit.NONE);
    }
  }

  /** A round of the others takes longer, and few newcomers wait for it. */
  @Property(tries = 100)
  void shouldNotTakeRoundsOfOthersForALoad(
      @ForAll @IntRange(min = 1, max = 1_000) int windows,
      @ForAll @IntRange(min = 0, max = FoundLimit.LEAST - 1) int waiting) {
    FoundLimit found = new FoundLimit();
    for (int i = 0; i < windows; i++) {
      assertThat(found.after(window(30, 30, waiting))).isEqualTo(FoundLimit.NONE);
    }
  }

  private static FoundLimit.Window window(int began, int late, int waiting) {
    return new FoundLimit.Window(WINDOW * 1_000_000L, began, late, 0, waiting);
  }

  @Test
  void shouldGiveAYoungServerMoreTime() {
    FoundLimit found = new FoundLimit();
    for (int i = 1; i < FoundLimit.STANDING_YOUNG; i++) {
      assertThat(found.after(window(30, 30, 500))).as("window %d", i).isEqualTo(FoundLimit.NONE);
    }
    assertThat(found.after(window(30, 30, 500))).isEqualTo(FoundLimit.LEAST);
  }

  /** What it did under another load tells nothing. */
  @Test
  void shouldForgetAThroughputOnceNobodyIsLate() {
    FoundLimit found = new FoundLimit();
    for (int i = 0; i < FoundLimit.YOUNG; i++) {
      found.after(window(10, 0, 500));
    }
    int limit = FoundLimit.NONE;
    for (int i = 0; i < FoundLimit.STANDING; i++) {
      assertThat(limit).isEqualTo(FoundLimit.NONE);
      limit = found.after(window(1_000, 1_000, 500));
    }
    assertThat(limit).as("1,000 in 100 ms, for 150 ms").isEqualTo(1_500);
  }
}
