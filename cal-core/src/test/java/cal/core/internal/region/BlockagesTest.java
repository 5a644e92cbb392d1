package cal.core.internal.region;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.contract.LockPolicy;
import cal.core.contract.PlainRegions;
import cal.core.contract.RegionFixture;
import cal.core.internal.support.Describer;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A stalled drain says who waits for whom, under each policy and on each kind of thread. */
@Timeout(300)
class BlockagesTest {
  @Retention(RetentionPolicy.RUNTIME)
  @ParameterizedTest
  @CsvSource({
    "monitor, PLATFORM",
    "monitor, VIRTUAL",
    LockPolicy.NAME + ", PLATFORM",
    LockPolicy.NAME + ", VIRTUAL",
    "fair-lock, VIRTUAL",
    "shared, PLATFORM",
    "optimistic, VIRTUAL"
  })
  private @interface UnderEachPolicyOnEachKind {}

  @UnderEachPolicyOnEachKind
  void shouldNameWhatIsWaitedForAndItsHolder(String policy, RegionFixture.Kind kind)
      throws Exception {
    PlainRegions table = new PlainRegions(policy);
    Object left = new Object();
    Object right = new Object();
    CountDownLatch both = new CountDownLatch(2);
    Thread one = kind.builder().name(policy + "-1").start(() -> take(table, left, right, both));
    Thread two = kind.builder().name(policy + "-2").start(() -> take(table, right, left, both));
    RegionFixture.await(both, "the first guards");
    // Both wait for each other first, by the latch, which is no guard.
    Awaitility.await()
        .atMost(Duration.ofMinutes(2))
        .untilAsserted(
            () -> {
              Blockages blockages = Blockages.of(List.of(one, two));
              assertThat(blockages.describe(one)).isEqualTo(waitsFor(right, policy + "-2"));
              assertThat(blockages.describe(two)).isEqualTo(waitsFor(left, policy + "-1"));
              assertThat(blockages.describe(Thread.currentThread())).isEmpty();
            });
  }

  private static String waitsFor(Object guard, String holder) {
    return ", waits for " + Describer.identity(guard) + ", held by " + holder;
  }

  private static void take(PlainRegions table, Object first, Object second, CountDownLatch both) {
    try {
      table.takeBoth(first, second, both);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @UnderEachPolicyOnEachKind
  void shouldNameWhatASignalIsAwaitedOn(String policy, RegionFixture.Kind kind) throws Exception {
    PlainRegions table = new PlainRegions(policy);
    Object guard = new Object();
    CountDownLatch inside = new CountDownLatch(1);
    Thread waiter =
        table.startInside(
            kind,
            guard,
            () -> {
              inside.countDown();
              RegionFixture.await(guard);
            });
    RegionFixture.await(inside, "the waiter");
    table.inside(guard, () -> RegionFixture.untilItWaits(waiter));
    assertThat(Blockages.of(List.of(waiter)).describe(waiter))
        .isEqualTo(", waits for a signal on " + Describer.identity(guard));
    Thread test = Thread.currentThread();
    table.inside(
        guard,
        () -> {
          RegionFixture.signal(guard);
          if (policy.equals("monitor")) {
            return; // the JVM goes on to say that it waits for a signal
          }
          Awaitility.await("it has its signal, and waits for the guard")
              .atMost(Duration.ofMinutes(2))
              .pollInSameThread()
              .untilAsserted(
                  () ->
                      assertThat(Blockages.of(List.of(waiter)).describe(waiter))
                          .isEqualTo(waitsFor(guard, test.getName())));
        });
    table.join();
  }
}
