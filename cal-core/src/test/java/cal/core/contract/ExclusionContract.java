package cal.core.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cal.core.internal.region.RegionStack;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The threads that may be inside, and when. */
abstract class ExclusionContract extends RegionFixture {
  private static final int THREADS = 64;
  private static final int ROUNDS = 500;

  ExclusionContract(SynchronizationContract contract) {
    super(contract);
  }

  @Test
  void shouldLoseNoIncrement() throws Exception {
    int[] count = {0};
    startMany(
        THREADS,
        () -> {
          for (int i = 0; i < ROUNDS; i++) {
            inside(count, () -> count[0]++);
          }
        });
    join();
    inside(count, () -> assertThat(count[0]).isEqualTo(THREADS * ROUNDS));
  }

  @ParameterizedTest
  @EnumSource
  void shouldKeepOthersOutUntilTheOutermostIsLeft(Kind kind) throws Exception {
    Object guard = new Object();
    AtomicBoolean left = new AtomicBoolean();
    inside(
        guard,
        () -> {
          inside(guard, () -> inside(guard, () -> {}));
          requireInside(kind, guard, left);
          inside(guard, () -> {});
          left.set(true);
        });
  }

  @ParameterizedTest
  @EnumSource
  void shouldLeaveARegionThatThrows(Kind kind) throws Exception {
    Object guard = new Object();
    assertThatThrownBy(
            () ->
                inside(
                    guard,
                    () ->
                        inside(
                            guard,
                            () -> {
                              throw new IllegalArgumentException("the server's own");
                            })))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the server's own")
        .hasNoSuppressedExceptions();
    startInside(kind, guard, () -> {});
  }

  /** The stack ends in the middle of entering a region, inside it, or while it is left. */
  @ParameterizedTest
  @EnumSource
  void shouldLeaveWhatItEnteredWhereverTheStackEnds(Kind kind) throws Exception {
    Object bound = new Object();
    Object guard = new Object();
    start(
        kind,
        () -> {
          inside(bound, guard, () -> {});
          for (int round = 0; round < 20; round++) {
            nestWithoutEnd(round, bound, guard);
            requireOutside("round " + round);
          }
          int deepest = deepest();
          for (int frames = deepest - 300; frames < deepest + 100; frames++) {
            enterBelow(frames, bound, guard);
            requireOutside("below " + frames);
          }
          Thread other = startInside(kind, bound, guard, () -> {});
          assertThat(other.join(DEADLINE)).as("the guard is free").isTrue();
        });
    join();
  }

  /**
   * The JVM frees a monitor; where the stack ends just before that is noted, its note goes with the
   * region around it or, as here, with the step.
   */
  private void requireOutside(String where) {
    if (regions.monitor) {
      assertThat(RegionStack.depthOfThread()).as("regions, %s", where).isLessThanOrEqualTo(1);
      RegionStack.leaveOfThread(0);
    }
    assertThat(RegionStack.depthOfThread()).as("regions, %s", where).isZero();
  }

  private void nestWithoutEnd(int frames, Object bound, Object guard) throws Exception {
    try {
      below(frames, () -> nest(bound, guard));
      throw new AssertionError("the stack has no end");
    } catch (StackOverflowError expected) {
      assertThat(expected).isNotNull();
    }
  }

  private void nest(Object bound, Object guard) throws Exception {
    inside(bound, guard, () -> nest(bound, guard));
  }

  private void enterBelow(int frames, Object bound, Object guard) throws Exception {
    try {
      below(frames, () -> inside(bound, guard, () -> {}));
    } catch (StackOverflowError none) {
      assertThat(none).isNotNull();
    }
  }

  private static void below(int frames, Body body) throws Exception {
    if (frames == 0) {
      body.run();
    } else {
      below(frames - 1, body);
    }
  }

  /** About how many frames of {@link #below} the calling thread has room for. */
  private static int deepest() throws Exception {
    int few = 0;
    int many = 1 << 24;
    while (many - few > 1) {
      int frames = (few + many) >>> 1;
      try {
        below(frames, () -> {});
        few = frames;
      } catch (StackOverflowError none) {
        many = frames;
      }
    }
    return few;
  }

  @ParameterizedTest
  @EnumSource
  void shouldNestRegionsOfSeveralGuards(Kind kind) throws Exception {
    Object a = new Object();
    Object b = new Object();
    Object c = new Object();
    AtomicInteger leftInside = new AtomicInteger();
    inside(
        a,
        () -> {
          inside(
              b,
              () -> {
                inside(c, () -> inside(a, () -> {}));
                untilItWaits(startInside(kind, b, () -> assertThat(leftInside).hasPositiveValue()));
                Thread free = startInside(kind, c, () -> {});
                assertThat(free.join(DEADLINE)).as("another guard is free").isTrue();
                leftInside.incrementAndGet();
              });
          untilItWaits(startInside(kind, a, () -> assertThat(leftInside).hasValue(2)));
          leftInside.incrementAndGet();
        });
  }

  /** Guards are objects: those that are equal are two, and none is asked whether it is. */
  @ParameterizedTest
  @EnumSource
  void shouldTakeGuardsByTheirIdentity(Kind kind) throws Exception {
    record Same(AtomicInteger asked) {
      @Override
      public boolean equals(Object other) {
        asked.incrementAndGet();
        return true;
      }

      @Override
      public int hashCode() {
        asked.incrementAndGet();
        return 1;
      }

      @Override
      public String toString() {
        asked.incrementAndGet();
        return "same";
      }
    }
    AtomicInteger asked = new AtomicInteger();
    Same one = new Same(asked);
    Same other = new Same(asked);
    inside(
        one,
        () -> {
          Thread thread = startInside(kind, other, () -> {});
          assertThat(thread.join(DEADLINE)).as("the equal guard is free").isTrue();
        });
    assertThat(asked).as("equals, hashCode and toString of a guard").hasValue(0);
  }

  /** Static regions are guarded by their class, named ones by any object. */
  @Test
  void shouldTakeAnyObjectForAGuard() throws Exception {
    for (Object guard : List.of(contract.getClass(), contract, new int[0], "a" + contract)) {
      int[] count = {0};
      CountDownLatch together = new CountDownLatch(4);
      startMany(
          4,
          () -> {
            together.countDown();
            await(together, "the other threads");
            for (int i = 0; i < ROUNDS; i++) {
              inside(guard, () -> count[0]++);
            }
          });
      join();
      inside(guard, () -> assertThat(count[0]).as("%s", guard).isEqualTo(4 * ROUNDS));
    }
  }

  @Test
  void shouldHandAGuardOnToWhoeverWaits() throws Exception {
    Object guard = new Object();
    List<Integer> inside = new ArrayList<>();
    startMany(THREADS, () -> inside(guard, () -> inside.add(inside.size())));
    join();
    assertThat(inside).hasSize(THREADS).isSorted();
  }

  @Test
  void shouldNotLeaveWhatTheCallerIsNotInside() {
    Assumptions.assumeFalse(regions.monitor, "the JVM leaves monitors");
    Object guard = new Object();
    assertThatThrownBy(() -> regions.policy().exit(guard))
        .isInstanceOf(IllegalMonitorStateException.class);
    regions.policy().enter(guard);
    Thread other =
        start(
            Kind.PLATFORM,
            () ->
                assertThatThrownBy(() -> regions.policy().exit(guard))
                    .isInstanceOf(IllegalMonitorStateException.class));
    Awaitility.await().atMost(DEADLINE).until(() -> !other.isAlive());
    regions.policy().exit(guard);
  }

  @ParameterizedTest
  @EnumSource
  void shouldKeepNoGuardAlive(Kind kind) throws Exception {
    List<WeakReference<Object>> guards = new ArrayList<>();
    Hold step = new Hold();
    start(
        kind,
        () -> {
          for (int i = 0; i < 100; i++) {
            Object guard = new Object();
            guards.add(new WeakReference<>(guard));
            inside(guard, () -> inside(new Object(), () -> await(guard, 0, 1)));
          }
          step.here();
        });
    step.awaitAll();
    Awaitility.await("guards are collected")
        .atMost(DEADLINE)
        .until(
            () -> {
              System.gc();
              // A few may be in a register or a slot of a frame that still is there.
              return guards.stream().filter(guard -> guard.get() != null).count() <= 2;
            });
    step.release();
  }
}
