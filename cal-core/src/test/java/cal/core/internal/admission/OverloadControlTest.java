package cal.core.internal.admission;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Refusals of simulated servers: a tick is a millisecond. */
class OverloadControlTest {
  /** The part of a service that a refusal costs. */
  private static final double REFUSAL = 0.05;

  /** A second after a load the last few may be late; of 3,000 servers one took 103 ms. */
  private static final int AGAIN = 150;

  /** Accepted at a time where clients wait with the system. */
  private static final int FEW = 8;

  /** The places where clients wait. */
  private enum Waits {
    /** In the stage: its acceptor comes at once. */
    IN_THE_STAGE,
    /** In both: an acceptor of a loop comes once all are served, and takes all. */
    IN_BOTH,
    /** With the system: its acceptor comes seldom, and takes a few. */
    WITH_THE_SYSTEM
  }

  /** A client: when it came, and when the stage takes it to have come. */
  private record Client(long came, long arrived) {}

  /** Serves first come, first served. */
  private static final class Simulated {
    private final OverloadControl overload = new OverloadControl();
    private final Deque<Long> line = new ArrayDeque<>();
    private final Deque<Client> stage = new ArrayDeque<>();
    private final List<Long> latencies = new ArrayList<>();
    private final Backlog backlog = new Backlog(new Line());
    private final double capacityPerMilli;
    private final Waits waits;
    private long now;
    private double due;
    private double room;
    private int refused;
    private long lastRefused;

    Simulated(int capacity, Waits waits) {
      this.capacityPerMilli = capacity / 1000.0;
      this.waits = waits;
    }

    /** Runs for a while, at a load in parts of the capacity. */
    void run(double load, int millis) {
      latencies.clear();
      refused = 0;
      for (int i = 0; i < millis; i++) {
        for (due += load * capacityPerMilli; due >= 1; due--) {
          line.add(now);
        }
        tick();
      }
    }

    /** Runs for a while, with clients that come again once they were served or refused. */
    void runClosed(int clients, int millis) {
      runClosed(clients, millis, 0);
    }

    /** The same, where nothing runs for some milliseconds in the middle. */
    void runClosed(int clients, int millis, int pause) {
      latencies.clear();
      refused = 0;
      for (int i = 0; i < clients; i++) {
        line.add(now);
      }
      int ended = 0;
      for (int i = 0; i < millis; i++) {
        if (i == millis / 2) {
          pause(0, pause);
        }
        tick();
        for (; ended < latencies.size() + refused; ended++) {
          line.add(now);
        }
      }
      line.clear();
    }

    private final class Line implements Backlog.Source {
      @Override
      public int waiting() {
        return line.size();
      }

      @Override
      public boolean lacksCores() {
        return true;
      }
    }

    void burst(int clients) {
      for (int i = 0; i < clients; i++) {
        line.add(now);
      }
    }

    /** Nothing runs. */
    void pause(double load, int millis) {
      for (int i = 0; i < millis; i++) {
        now++;
        for (due += load * capacityPerMilli; due >= 1; due--) {
          line.add(now);
        }
      }
    }

    private void tick() {
      now++;
      room = Math.min(room + capacityPerMilli, capacityPerMilli + 1);
      boolean takesAll = waits == Waits.IN_THE_STAGE || (waits == Waits.IN_BOTH && stage.isEmpty());
      while (takesAll && !line.isEmpty()) {
        accept();
      }
      while (room >= 1) {
        Client next = next();
        if (next == null) {
          return;
        }
        if (overload.begin(nanos(now), next.arrived())) {
          latencies.add(now - next.came());
          room--;
        } else {
          refuse();
        }
      }
    }

    /** The next that begins, or is refused; null for none. */
    private Client next() {
      while (stage.isEmpty() && waits == Waits.WITH_THE_SYSTEM && !line.isEmpty()) {
        for (int i = 0; i < FEW && !line.isEmpty(); i++) {
          accept();
        }
      }
      return stage.poll();
    }

    private void accept() {
      long came = line.poll();
      boolean waited = waits == Waits.WITH_THE_SYSTEM && came < now;
      long arrived = backlog.accepted(nanos(now), nanos(now), waited);
      if (overload.admit(nanos(now), arrived)) {
        stage.add(new Client(came, arrived));
      } else {
        refuse();
      }
    }

    private void refuse() {
      refused++;
      lastRefused = now;
      room -= REFUSAL;
    }

    /** Answers, in parts of the capacity, since the last run began. */
    double answered(int millis) {
      return latencies.size() / (capacityPerMilli * millis);
    }

    private static long nanos(long millis) {
      return TimeUnit.MILLISECONDS.toNanos(millis);
    }
  }

  @Property(tries = 100)
  void shouldAnswerInTimeWhatAServerCanAnswer(
      @ForAll @IntRange(min = 400, max = 20_000) int capacity,
      @ForAll @DoubleRange(min = 1.3, max = 3) double load,
      @ForAll Waits waits) {
    Simulated server = new Simulated(capacity, waits);
    server.run(0.5, 3_000);
    server.run(load, 2_500);
    server.run(load, 4_000);

    assertThat(server.answered(4_000)).as("of the capacity").isGreaterThan(0.85);
    assertThat(server.latencies).allMatch(millis -> millis < 1_000);

    server.run(0.5, 1_000);
    server.run(0.5, 2_000);
    assertThat(server.refused).as("refused a second after the load").isZero();
    assertThat(server.latencies).allMatch(millis -> millis < AGAIN);
  }

  @Property(tries = 100)
  void shouldRefuseNobodyOfABurstHoweverLongItLasts(
      @ForAll @IntRange(min = 100, max = 20_000) int capacity, @ForAll Waits waits) {
    Simulated server = new Simulated(capacity, waits);
    server.run(0.5, 2_000);
    server.burst(1_000);
    server.run(0, 12_000);

    assertThat(server.refused).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void shouldRefuseNobodyAfterAPause(Waits waits) {
    Simulated server = new Simulated(2_000, waits);
    server.run(0.5, 2_000);
    server.pause(0.5, 800);
    server.run(0.5, 10_000);

    assertThat(server.refused).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void shouldRefuseNobodyOfAThousandThatAFastServerServesInTurn(Waits waits) {
    Simulated server = new Simulated(2_500, waits);
    server.runClosed(1_000, 20_000);

    assertThat(server.refused).isZero();
  }

  /** Clients who were refused come again at once, and must not keep the refusals alive. */
  @ParameterizedTest
  @EnumSource
  void shouldEndRefusalsThatAPauseHasBegun(Waits waits) {
    Simulated server = new Simulated(2_500, waits);
    server.runClosed(1_000, 40_000, 220);

    assertThat(server.now - server.lastRefused).isGreaterThan(12_000);
  }

  /** An hour of few late ones says nothing of the present second, and no more does a busy one. */
  @Test
  void shouldCountTheLateOnesOfThePresent() {
    OverloadControl overload = new OverloadControl();
    long now = 0;
    long wait = OverloadControl.HOPELESS + 1;
    for (int i = 0; i < 3_600 * 10; i++, now += TimeUnit.MILLISECONDS.toNanos(100)) {
      assertThat(overload.begin(now, now - wait)).as("ten a second").isTrue();
    }
    int refused = 0;
    for (int i = 0; i < 3_000; i++, now += TimeUnit.MILLISECONDS.toNanos(1)) {
      refused += overload.begin(now, now - wait) ? 0 : 1;
    }
    assertThat(refused).as("of a thousand a second").isPositive();
    for (int i = 0; i < 60; i++, now += TimeUnit.MILLISECONDS.toNanos(100)) {
      boolean begins = overload.begin(now, now - wait);
      assertThat(begins || i < 25).as("ten a second again").isTrue();
    }
  }

  @ParameterizedTest
  @EnumSource
  void shouldRefuseNobodyWhereClientsAreAsPatientAsTheServerIsSlow(Waits waits) {
    Simulated server = new Simulated(OverloadControl.LEAST_A_SECOND - 4, waits);
    server.runClosed(200, 60_000);

    assertThat(server.refused).isZero();
  }

  /** Each of them comes late, however few are served. */
  @Test
  void shouldNotStayClosedWhereAllAreLateForAnotherReason() {
    OverloadControl overload = new OverloadControl();
    int begun = 0;
    for (long millis = 0; millis < 60_000; millis++) {
      long now = TimeUnit.MILLISECONDS.toNanos(millis);
      begun += overload.begin(now, now - 2 * OverloadControl.HOPELESS) ? 1 : 0;
    }
    assertThat(begun).isGreaterThan(30_000);
  }

  @Test
  void shouldKnowTimesOnBothSidesOfTheClocksEnd() {
    OverloadControl overload = new OverloadControl();
    long end = Long.MAX_VALUE;
    long tick = TimeUnit.MILLISECONDS.toNanos(5);
    for (long now = end - 200 * tick; now - end < 200 * tick; now += tick) {
      overload.begin(now, now - OverloadControl.LATE - 1);
    }
    long now = end + 200 * tick;
    assertThat(overload.admit(now, now - OverloadControl.HOPELESS)).isTrue();
    assertThat(overload.admit(now, now - OverloadControl.HOPELESS - 1)).isFalse();
    assertThat(overload.admit(now, now - OverloadControl.DEADLINE)).isTrue();
    assertThat(overload.admit(now, now - OverloadControl.DEADLINE - 1)).isFalse();
  }
}
