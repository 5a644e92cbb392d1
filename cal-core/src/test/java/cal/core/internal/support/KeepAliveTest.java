package cal.core.internal.support;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.contract.ModelFixture;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** The one thread that is no daemon: there while something is in flight, and only then. */
class KeepAliveTest {
  /** Those of other tests, whose activities may be stuck for good. */
  private final Set<Thread> others = all();

  private static Set<Thread> all() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals("cal-keep-alive") && !thread.isDaemon())
        .collect(Collectors.toSet());
  }

  private long keepers() {
    return all().stream().filter(thread -> !others.contains(thread)).count();
  }

  @Test
  void shouldLiveWhileSomethingIsInFlight() {
    AtomicInteger inFlight = new AtomicInteger();
    KeepAlive keepAlive = new KeepAlive(() -> inFlight.get() > 0, () -> {});
    for (int round = 0; round < 3; round++) {
      inFlight.incrementAndGet();
      keepAlive.ensure();
      keepAlive.ensure();
      assertThat(keepers()).isEqualTo(1);
      inFlight.decrementAndGet();
      ModelFixture.eventually("the keeper goes", () -> keepers() == 0);
    }
  }

  /** The keeper goes just as the next activity comes: whoever wins, one is there afterwards. */
  @Test
  void shouldNeverMissAnActivityThatComesAsTheKeeperGoes() {
    AtomicInteger inFlight = new AtomicInteger();
    AtomicInteger looks = new AtomicInteger();
    KeepAlive[] keepAlive = new KeepAlive[1];
    // The look that lets the keeper go is the moment at which the next activity comes.
    keepAlive[0] =
        new KeepAlive(
            () -> {
              boolean busy = inFlight.get() > 0;
              if (!busy && looks.incrementAndGet() == 1) {
                inFlight.incrementAndGet();
                keepAlive[0].ensure();
              }
              return busy;
            },
            () -> {});
    inFlight.incrementAndGet();
    keepAlive[0].ensure();
    inFlight.decrementAndGet();
    ModelFixture.eventually("the race has been run", () -> looks.get() >= 1);
    assertThat(keepers()).as("keepers while one is in flight").isPositive();
    inFlight.decrementAndGet();
    ModelFixture.eventually("the keeper goes", () -> keepers() == 0);
  }

  @Test
  void shouldOutliveALookThatFindsNoMemory() {
    AtomicInteger looks = new AtomicInteger();
    AtomicInteger inFlight = new AtomicInteger(1);
    KeepAlive keepAlive =
        new KeepAlive(
            () -> {
              if (looks.incrementAndGet() == 2) {
                throw new OutOfMemoryError("made by a test");
              }
              return inFlight.get() > 0;
            },
            () -> {});
    keepAlive.ensure();
    ModelFixture.eventually("it looks again", () -> looks.get() > 2);
    assertThat(keepers()).isEqualTo(1);
    inFlight.decrementAndGet();
    ModelFixture.eventually("the keeper goes", () -> keepers() == 0);
  }

  /** Its death would end the server, with exit status 0. */
  @ParameterizedTest
  @FieldSource("cal.core.internal.support.CalThreadTest#FAULTS")
  void shouldOutliveWhateverIsThrownByALook(Throwable fault) {
    AtomicInteger looks = new AtomicInteger();
    AtomicInteger inFlight = new AtomicInteger(1);
    KeepAlive keepAlive =
        new KeepAlive(
            () -> inFlight.get() > 0,
            () -> {
              if (looks.incrementAndGet() == 2) {
                throw CalThreadTest.<RuntimeException>asIs(fault);
              }
            });
    keepAlive.ensure();
    ModelFixture.eventually("it looks again", () -> looks.get() > 3 || keepers() == 0);
    assertThat(keepers()).isEqualTo(1);
    inFlight.decrementAndGet();
    ModelFixture.eventually("the keeper goes", () -> keepers() == 0);
  }
}
