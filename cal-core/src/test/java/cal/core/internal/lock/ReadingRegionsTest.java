package cal.core.internal.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cal.core.contract.PlainRegions;
import cal.core.contract.RegionFixture;
import cal.core.contract.RegionFixture.Kind;
import cal.core.spi.SynchronizationPolicy;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Regions that only read, under the policies that know of them. */
@Timeout(300)
class ReadingRegionsTest {
  private static final int THREADS = 24;
  private static final int ROUNDS = 2_000;

  private final Object guard = new Object();

  @ParameterizedTest
  @CsvSource({
    "shared, PLATFORM",
    "fair-shared, VIRTUAL",
    "shared, VIRTUAL",
    "optimistic, PLATFORM"
  })
  void shouldLetReadersInTogether(String policy, Kind kind) throws Exception {
    PlainRegions regions = new PlainRegions(policy);
    CountDownLatch together = new CountDownLatch(4);
    for (int i = 0; i < 4; i++) {
      regions.start(
          kind,
          () ->
              regions.insideShared(
                  guard,
                  () -> {
                    together.countDown();
                    RegionFixture.await(together, "the other readers");
                  }));
    }
    regions.join();
  }

  @ParameterizedTest
  @ValueSource(strings = {"shared", "fair-shared", "lock"})
  void shouldKeepAWriterOutWhileAnybodyReads(String policy) throws Exception {
    PlainRegions regions = new PlainRegions(policy);
    AtomicBoolean left = new AtomicBoolean();
    CountDownLatch inside = new CountDownLatch(1);
    CountDownLatch done = new CountDownLatch(1);
    regions.start(
        Kind.PLATFORM,
        () ->
            regions.insideShared(
                guard,
                () -> {
                  inside.countDown();
                  RegionFixture.await(done, "the writer that waits");
                  left.set(true);
                }));
    RegionFixture.await(inside, "the reader");
    Thread writer = regions.startInside(Kind.VIRTUAL, guard, () -> assertThat(left).isTrue());
    RegionFixture.untilItWaits(writer);
    done.countDown();
    regions.join();
  }

  @ParameterizedTest
  @ValueSource(strings = {"shared", "fair-shared", "optimistic"})
  void shouldKeepReadersOutWhileOneWrites(String policy) throws Exception {
    PlainRegions regions = new PlainRegions(policy);
    AtomicBoolean left = new AtomicBoolean();
    regions.inside(
        guard,
        () -> {
          Thread reader =
              regions.start(
                  Kind.VIRTUAL, () -> regions.insideShared(guard, () -> assertThat(left).isTrue()));
          RegionFixture.untilItWaits(reader);
          regions.insideShared(guard, () -> regions.insideShared(guard, () -> {}));
          left.set(true);
        });
    regions.join();
  }

  /** Two fields that are written together are read together. */
  @ParameterizedTest
  @ValueSource(strings = {"shared", "fair-shared", "optimistic"})
  void shouldReadNothingHalfWritten(String policy) throws Exception {
    PlainRegions regions = new PlainRegions(policy);
    long[] pair = {0, 0};
    AtomicInteger torn = new AtomicInteger();
    for (int i = 0; i < THREADS; i++) {
      boolean writes = i % 4 == 0;
      regions.start(
          RegionFixture.kind(i),
          () -> {
            for (int round = 0; round < ROUNDS; round++) {
              if (writes) {
                regions.inside(
                    guard,
                    () -> {
                      pair[0]++;
                      pair[1]++;
                    });
              } else {
                long[] seen = new long[2];
                regions.insideShared(
                    guard,
                    () -> {
                      seen[0] = pair[0];
                      seen[1] = pair[1];
                    });
                torn.addAndGet(seen[0] == seen[1] ? 0 : 1);
              }
            }
          });
    }
    regions.join();
    assertThat(torn).hasValue(0);
    assertThat(pair).containsOnly((long) THREADS / 4 * ROUNDS);
  }

  /** A write between the two reads of a reader that has not entered: the reader reads again. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldReadAgainAfterAWriteInBetween(boolean throwing) throws Exception {
    assertThat(seen(optimistic(), throwing)).containsExactly("0 1", "1 1");
  }

  /** The twin of the policy, which takes what it has seen for what was there. */
  @Test
  void shouldSeeWhatIsHalfWrittenWhereNobodyLooksAgain() throws Exception {
    SynchronizationPolicy policy = optimistic();
    SynchronizationPolicy broken =
        (SynchronizationPolicy)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {SynchronizationPolicy.class},
                (proxy, method, arguments) ->
                    method.getName().equals("isValid") ? true : method.invoke(policy, arguments));
    assertThat(seen(broken, false)).containsExactly("0 1");
  }

  private static SynchronizationPolicy optimistic() {
    return new LockPolicies().named(LockPolicies.OPTIMISTIC, 1);
  }

  private List<String> seen(SynchronizationPolicy policy, boolean throwing) throws Exception {
    PlainRegions regions = new PlainRegions(policy);
    int[] pair = {0, 0};
    List<String> seen = new ArrayList<>();
    regions.insideShared(
        guard,
        () -> {
          int first = pair[0];
          if (seen.isEmpty()) {
            regions.startInside(
                Kind.PLATFORM,
                guard,
                () -> {
                  pair[0] = 1;
                  pair[1] = 1;
                });
            regions.join();
          }
          seen.add(first + " " + pair[1]);
          if (throwing && first != pair[1]) {
            throw new IllegalStateException("half written");
          }
        });
    return seen;
  }

  @ParameterizedTest
  @ValueSource(strings = {"shared", "optimistic"})
  void shouldThrowWhatAReaderThrowsOnce(String policy) {
    PlainRegions regions = new PlainRegions(policy);
    int[] runs = {0};
    assertThatThrownBy(
            () ->
                regions.insideShared(
                    guard,
                    () -> {
                      runs[0]++;
                      throw new IllegalArgumentException("the server's own");
                    }))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(runs[0]).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"shared", "fair-shared"})
  void shouldRefuseAWriterInsideItsOwnReader(String policy) throws Exception {
    PlainRegions regions = new PlainRegions(policy);
    regions.insideShared(
        guard,
        () -> {
          assertThatThrownBy(() -> regions.inside(guard, () -> {}))
              .isInstanceOf(IllegalStateException.class)
              .hasMessageContaining("name the outer method in methods:");
          assertThatThrownBy(() -> RegionFixture.await(guard))
              .isInstanceOf(IllegalStateException.class)
              .hasMessageContaining("waits for a signal");
          regions.insideShared(guard, () -> {});
        });
    regions.startInside(Kind.PLATFORM, guard, () -> {});
    regions.join();
  }
}
