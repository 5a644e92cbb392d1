package cal.core.internal.admission;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Which ranks a simulated server sheds, that serves first come, first served. */
class OverloadRanksTest {
  /** The part of a service that a refusal costs. */
  private static final double REFUSAL = 0.1;

  private static final int CAPACITY_PER_MILLI = 2;

  /** A request: when it came, and its rank. */
  private record Request(long came, int rank) {}

  private final OverloadControl overload = new OverloadControl();
  private final Deque<Request> line = new ArrayDeque<>();
  private final int[] asked = new int[3];
  private final int[] inTime = new int[3];
  private final int[] refused = new int[3];
  private final double[] due = new double[3];
  private double room;
  private long now;

  /** Runs for a while, at loads of each rank in parts of the capacity. */
  private void run(int millis, double... loads) {
    for (int i = 0; i < millis; i++) {
      now++;
      for (int rank = 0; rank < loads.length; rank++) {
        for (due[rank] += loads[rank] * CAPACITY_PER_MILLI; due[rank] >= 1; due[rank]--) {
          line.add(new Request(now, rank));
          asked[rank]++;
        }
      }
      serve();
    }
  }

  private void serve() {
    for (room = Math.min(room, 1) + CAPACITY_PER_MILLI; room >= 1 && !line.isEmpty(); ) {
      Request next = line.poll();
      if (overload.begin(nanos(now), nanos(next.came()), next.rank())) {
        inTime[next.rank()] += now - next.came() < 1000 ? 1 : 0;
        room--;
      } else {
        refused[next.rank()]++;
        room -= REFUSAL;
      }
    }
  }

  private static long nanos(long millis) {
    return TimeUnit.MILLISECONDS.toNanos(millis);
  }

  private double answered(int rank) {
    return inTime[rank] / (double) asked[rank];
  }

  @Test
  void shouldAnswerTheHighAndNearlyAllThatItCan() {
    run(2_000, 0.45, 0.05);
    run(6_000, 1.8, 0.2);
    run(2_000, 0.45, 0.05);

    assertThat(answered(1)).as("of a tenth of high rank").isGreaterThan(0.99);
    int answers = inTime[0] + inTime[1];
    assertThat(answers / (CAPACITY_PER_MILLI * 8_000.0)).isGreaterThan(0.85);
    assertThat(refused[1]).isZero();
  }

  /** The lowest alone is not enough: nothing of it is served before others are refused. */
  @Test
  void shouldShedTheNextRankWhereTheLowestIsNotEnough() {
    run(10_000, 0.5, 1.5, 0.2);

    assertThat(answered(2)).as("but for the first second").isGreaterThan(0.97);
    assertThat(answered(1)).isBetween(0.4, 0.6);
    assertThat(answered(0)).isLessThan(0.35);
  }

  @Test
  void shouldRefuseNobodyOfABurst() {
    run(1_000, 0.45, 0.05);
    for (int i = 0; i < 2_000; i++) {
      line.add(new Request(now, i % 10 == 0 ? 1 : 0));
    }
    run(4_000, 0, 0);

    assertThat(refused).containsOnly(0);
  }

  /** Nobody of the higher rank comes for long: then the lowest is what is refused. */
  @Test
  void shouldForgetWhatItHasShed() {
    run(6_000, 0.2, 2.0);
    run(3_000, 0.2, 0);
    int before = refused[0];
    run(1_000, 0.2, 0);
    assertThat(refused[0]).isEqualTo(before);
  }
}
