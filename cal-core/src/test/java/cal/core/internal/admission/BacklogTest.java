package cal.core.internal.admission;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Times of arrival, by what the system tells: a tick is a millisecond. */
class BacklogTest implements Backlog.Source {
  private static final int BUSY = (int) TimeUnit.NANOSECONDS.toMillis(Backlog.BUSY);
  private static final int PAUSE = (int) TimeUnit.NANOSECONDS.toMillis(Backlog.PAUSE);

  private final Backlog backlog = new Backlog(this);
  private int waiting;
  private int asked;
  private boolean lacksCores;

  @Override
  public int waiting() {
    asked++;
    return waiting;
  }

  @Override
  public boolean lacksCores() {
    return lacksCores;
  }

  /** Accepts a client that had waited; when it has come, in ticks. */
  private long accept(int now) {
    return millis(backlog.accepted(nanos(now), nanos(now), true));
  }

  private static long nanos(long ticks) {
    return TimeUnit.MILLISECONDS.toNanos(ticks);
  }

  private static long millis(long nanos) {
    return TimeUnit.NANOSECONDS.toMillis(nanos);
  }

  /** A client a tick, until the system is asked, and one tick more. */
  private int becomeBusy() {
    int now = 0;
    for (; now <= BUSY; now++) {
      assertThat(accept(now)).isEqualTo(now);
    }
    assertThat(asked).isEqualTo(1);
    return now;
  }

  @Test
  void shouldKnowThatThoseWhoWaitedWhenItAskedHadComeByThen() {
    waiting = 200;
    int now = becomeBusy();
    for (int i = 0; i < 200; i++, now++) {
      assertThat(accept(now)).as("client %d", i).isEqualTo(BUSY);
    }
    assertThat(asked).isEqualTo(1 + 200 / PAUSE);
    assertThat(accept(now)).as("the first who came later").isEqualTo(BUSY + PAUSE);
  }

  @Test
  void shouldForgetAllOnceNobodyWaits() {
    waiting = 1000;
    int now = becomeBusy();
    assertThat(acceptBlocked(now)).as("one alone may be a pause of the thread").isEqualTo(BUSY);
    for (int i = 0; i < 40; i++) {
      acceptBlocked(++now);
    }
    assertThat(accept(++now)).isEqualTo(now);
    assertThat(asked).isEqualTo(1);
  }

  private long acceptBlocked(int now) {
    return millis(backlog.accepted(nanos(now), nanos(now), false));
  }

  @Test
  void shouldAskOfASlowAcceptorOnlyWhereCoresLack() {
    waiting = 1000;
    int now = 0;
    for (; now < 10 * BUSY; now += 2) {
      assertThat(accept(now)).isEqualTo(now);
    }
    assertThat(asked).isZero();
    lacksCores = true;
    for (; now < 20 * BUSY; now += 2) {
      accept(now);
    }
    assertThat(asked).isPositive();
  }

  @Test
  void shouldForgetAllWhereOthersAcceptUnseen() {
    waiting = 1000;
    int now = becomeBusy();
    assertThat(accept(now)).isEqualTo(BUSY);
    waiting = 500;
    for (now++; asked == 1; now++) {
      assertThat(accept(now)).isLessThanOrEqualTo(now);
    }
    assertThat(accept(now)).isEqualTo(now - 1);
  }

  @Test
  void shouldKnowNothingWhereTheSystemTellsNothing() {
    waiting = -1;
    int now = becomeBusy();
    assertThat(accept(now)).isEqualTo(now);
  }

  @Test
  void shouldKeepFewAnswers() {
    waiting = 1_000_000;
    int now = becomeBusy();
    for (; now < 100 * PAUSE; now++) {
      assertThat(accept(now)).isEqualTo(BUSY);
    }
    assertThat(asked).isLessThanOrEqualTo(30);
  }
}
