package cal.core.internal.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cal.core.contract.PlainRegions;
import cal.core.contract.RegionFixture;
import cal.core.contract.RegionFixture.Kind;
import cal.core.internal.region.RegionStack;
import cal.core.spi.SynchronizationPolicy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Regions of several threads at a time, and the order in which fair regions let threads in. */
@Timeout(300)
class CountingRegionsTest {
  private static final int PERMITS = 3;

  private final Object guard = new Object();
  private final SynchronizationPolicy counting =
      new LockPolicies().named(LockPolicies.COUNTING, PERMITS);
  private final PlainRegions regions = new PlainRegions(counting);

  @Test
  void shouldLetInAsManyAsThereArePermitsAndNoMore() throws Exception {
    CountDownLatch together = new CountDownLatch(PERMITS);
    AtomicInteger inside = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    for (int i = 0; i < 30; i++) {
      regions.start(
          RegionFixture.kind(i),
          () -> {
            for (int round = 0; round < 50; round++) {
              regions.inside(
                  guard,
                  () ->
                      regions.inside(
                          guard,
                          () -> {
                            most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                            together.countDown();
                            RegionFixture.await(together, "as many as may be inside");
                            inside.decrementAndGet();
                          }));
            }
          });
    }
    regions.join();
    assertThat(most).hasValue(PERMITS);
    assertThat(RegionStack.depthOfThread()).isZero();
  }

  @Test
  void shouldRefuseAWaitWhoseSignalWouldBeLost() throws Exception {
    regions.inside(
        guard,
        () -> {
          assertThatThrownBy(() -> RegionFixture.await(guard))
              .isInstanceOf(IllegalStateException.class)
              .hasMessageContaining("set synchronization.permits=1");
          assertThatThrownBy(() -> RegionFixture.signalAll(guard))
              .isInstanceOf(IllegalStateException.class);
        });
    assertThatThrownBy(() -> counting.exit(guard)).isInstanceOf(IllegalMonitorStateException.class);
    assertThatThrownBy(() -> counting.await(guard, 0))
        .isInstanceOf(IllegalMonitorStateException.class);
  }

  @Test
  void shouldLeaveARegionThatThrows() throws Exception {
    for (int i = 0; i < 2 * PERMITS; i++) {
      assertThatThrownBy(
              () ->
                  regions.inside(
                      guard,
                      () -> {
                        throw new IllegalArgumentException("the server's own");
                      }))
          .isInstanceOf(IllegalArgumentException.class);
    }
    Thread other = regions.startInside(Kind.VIRTUAL, guard, () -> {});
    regions.join();
    assertThat(other.isAlive()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"fair-lock", "fair-shared", "fair-counting"})
  void shouldLetThreadsInByTheirOrder(String policy) throws Exception {
    PlainRegions fair = new PlainRegions(policy);
    List<Integer> order = Collections.synchronizedList(new ArrayList<>());
    fair.inside(
        guard,
        () -> {
          for (int i = 0; i < 10; i++) {
            int number = i;
            RegionFixture.untilItWaits(
                fair.startInside(RegionFixture.kind(i), guard, () -> order.add(number)));
          }
        });
    fair.join();
    assertThat(order).hasSize(10).isSorted();
  }
}
