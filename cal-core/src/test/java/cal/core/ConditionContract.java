package cal.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What {@code wait}, {@code notify} and {@code notifyAll} do inside a region. */
abstract class ConditionContract extends RegionFixture {
  private static final int THREADS = 64;

  ConditionContract(SynchronizationContract contract) {
    super(contract);
  }

  /** What threads wait for, and who does. */
  private static final class Gate {
    private int tokens;
    private boolean open;
    private int waiting;
  }

  /** Waits inside a region until it finds a token, and takes it. */
  private void take(Gate gate) throws Exception {
    inside(
        gate,
        () -> {
          gate.waiting++;
          while (gate.tokens == 0) {
            await(gate);
          }
          gate.tokens--;
          gate.waiting--;
        });
  }

  private void until(Gate gate, int waiting) throws Exception {
    long deadline = System.nanoTime() + DEADLINE.toNanos();
    boolean[] reached = {false};
    while (!reached[0]) {
      inside(gate, () -> reached[0] = gate.waiting == waiting);
      assertThat(System.nanoTime()).as("%s threads wait", waiting).isLessThan(deadline);
      Thread.yield();
    }
  }

  @ParameterizedTest
  @EnumSource
  void shouldWakeUpOneThreadASignal(Kind kind) throws Exception {
    Gate gate = new Gate();
    for (int i = 0; i < 8; i++) {
      start(kind, () -> take(gate));
    }
    for (int left = 8; left > 0; left--) {
      until(gate, left);
      inside(
          gate,
          () -> {
            gate.tokens++;
            signal(gate);
          });
    }
    until(gate, 0);
  }

  @ParameterizedTest
  @EnumSource
  void shouldWakeUpAllThreads(Kind kind) throws Exception {
    Gate gate = new Gate();
    for (int round = 0; round < 5; round++) {
      inside(gate, () -> gate.open = false);
      for (int i = 0; i < THREADS; i++) {
        start(
            kind,
            () ->
                inside(
                    gate,
                    () -> {
                      gate.waiting++;
                      while (!gate.open) {
                        await(gate);
                      }
                      gate.waiting--;
                    }));
      }
      until(gate, THREADS);
      inside(
          gate,
          () -> {
            gate.open = true;
            signalAll(gate);
          });
      join();
    }
  }

  /** Signals that nobody waits for are gone, as those of a monitor are. */
  @ParameterizedTest
  @EnumSource
  void shouldNotKeepASignal(Kind kind) throws Exception {
    Gate gate = new Gate();
    inside(
        gate,
        () -> {
          signal(gate);
          signalAll(gate);
          signal(gate);
        });
    Thread waiter = start(kind, () -> take(gate));
    until(gate, 1);
    untilItWaits(waiter);
    inside(
        gate,
        () -> {
          gate.tokens = 1;
          signal(gate);
        });
  }

  /** A wait leaves the region as often as it was entered, and enters it as often again. */
  @ParameterizedTest
  @EnumSource
  void shouldLeaveAllLevelsOfItsRegionAndNoOther(Kind kind) throws Exception {
    Gate gate = new Gate();
    Object outer = new Object();
    AtomicBoolean leftAll = new AtomicBoolean();
    AtomicBoolean leftOuter = new AtomicBoolean();
    CountDownLatch back = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    start(
        kind,
        () ->
            inside(
                outer,
                () -> {
                  inside(
                      gate,
                      () -> {
                        inside(
                            gate,
                            () ->
                                inside(
                                    gate,
                                    () -> {
                                      gate.waiting++;
                                      while (gate.tokens == 0) {
                                        await(gate);
                                      }
                                    }));
                        back.countDown();
                        await(go, "the contender");
                        leftAll.set(true);
                      });
                  leftOuter.set(true);
                }));
    until(gate, 1);
    untilItWaits(start(kind, () -> inside(outer, () -> assertThat(leftOuter).isTrue())));
    inside(
        gate,
        () -> {
          gate.tokens = 1;
          signal(gate);
        });
    await(back, "the return of a wait");
    untilItWaits(start(kind, () -> inside(gate, () -> assertThat(leftAll).isTrue())));
    go.countDown();
  }

  @ParameterizedTest
  @EnumSource
  void shouldReturnWhenTheTimeIsOver(Kind kind) throws Exception {
    Object guard = new Object();
    AtomicLong waited = new AtomicLong();
    AtomicBoolean left = new AtomicBoolean();
    start(
        kind,
        () ->
            inside(
                guard,
                () -> {
                  long start = System.nanoTime();
                  long end = start + TimeUnit.MILLISECONDS.toNanos(20);
                  while (System.nanoTime() < end) {
                    await(guard, 20, 0);
                  }
                  waited.set(System.nanoTime() - start);
                  await(guard, 0, 1);
                  await(guard, 1, 999_999);
                  untilItWaits(start(kind, () -> inside(guard, () -> assertThat(left).isTrue())));
                  left.set(true);
                }));
    join();
    assertThat(waited.get()).isLessThan(DEADLINE.toNanos());
  }

  @ParameterizedTest
  @EnumSource
  void shouldWakeUpAThreadBeforeItsTimeIsOver(Kind kind) throws Exception {
    Gate gate = new Gate();
    for (long millis : new long[] {TimeUnit.HOURS.toMillis(1), Long.MAX_VALUE}) {
      start(
          kind,
          () ->
              inside(
                  gate,
                  () -> {
                    gate.waiting++;
                    while (gate.tokens == 0) {
                      await(gate, millis, 999_999);
                    }
                    gate.tokens--;
                    gate.waiting--;
                  }));
      until(gate, 1);
      inside(
          gate,
          () -> {
            gate.tokens++;
            signal(gate);
          });
      until(gate, 0);
    }
  }

  /** A signal that comes as a time is over goes to somebody. */
  @Test
  void shouldLoseNoSignalToATimeout() throws Exception {
    for (int round = 0; round < 200; round++) {
      Gate gate = new Gate();
      start(
          Kind.VIRTUAL,
          () ->
              inside(
                  gate,
                  () -> {
                    await(gate, 0, 50_000);
                    if (gate.tokens > 0) {
                      gate.tokens--;
                      gate.open = true;
                      signalAll(gate);
                    }
                  }));
      start(
          Kind.PLATFORM,
          () ->
              inside(
                  gate,
                  () -> {
                    gate.waiting++;
                    while (gate.tokens == 0 && !gate.open) {
                      await(gate);
                    }
                  }));
      until(gate, 1);
      inside(
          gate,
          () -> {
            gate.tokens++;
            signal(gate);
          });
      join();
    }
  }

  @Test
  void shouldRefuseWhoeverIsOutside() throws Exception {
    Object guard = new Object();
    Object other = new Object();
    requireOutside(guard);
    inside(other, () -> requireOutside(guard));
    inside(guard, () -> {});
    requireOutside(guard);
    CountDownLatch inside = new CountDownLatch(1);
    CountDownLatch done = new CountDownLatch(1);
    start(
        Kind.PLATFORM,
        () ->
            inside(
                guard,
                () -> {
                  inside.countDown();
                  await(done, "the refusals");
                }));
    await(inside, "another thread inside");
    requireOutside(guard);
    done.countDown();
  }

  private void requireOutside(Object guard) {
    assertThatThrownBy(() -> await(guard)).isInstanceOf(IllegalMonitorStateException.class);
    assertThatThrownBy(() -> await(guard, 1, 1)).isInstanceOf(IllegalMonitorStateException.class);
    assertThatThrownBy(() -> signal(guard)).isInstanceOf(IllegalMonitorStateException.class);
    assertThatThrownBy(() -> signalAll(guard)).isInstanceOf(IllegalMonitorStateException.class);
    if (regions.monitor) {
      return;
    }
    SynchronizationPolicy policy = regions.policy();
    assertThatThrownBy(() -> policy.await(guard, 0))
        .isInstanceOf(IllegalMonitorStateException.class);
    assertThatThrownBy(() -> policy.await(guard, 1))
        .isInstanceOf(IllegalMonitorStateException.class);
    assertThatThrownBy(() -> policy.signal(guard)).isInstanceOf(IllegalMonitorStateException.class);
    assertThatThrownBy(() -> policy.signalAll(guard))
        .isInstanceOf(IllegalMonitorStateException.class);
  }

  @Test
  void shouldRefuseATimeThatIsNone() throws Exception {
    Object guard = new Object();
    inside(
        guard,
        () -> {
          assertThatThrownBy(() -> await(guard, -1, 0))
              .isInstanceOf(IllegalArgumentException.class);
          assertThatThrownBy(() -> await(guard, 0, -1))
              .isInstanceOf(IllegalArgumentException.class);
          assertThatThrownBy(() -> await(guard, 0, 1_000_000))
              .isInstanceOf(IllegalArgumentException.class);
        });
  }

  /** A server waits on the object that its source knows, wherever an aspect puts the guard. */
  @ParameterizedTest
  @EnumSource
  void shouldWaitOnWhatIsMappedToTheGuard(Kind kind) throws Exception {
    Gate gate = new Gate();
    Object guard = new Object();
    CountDownLatch waits = new CountDownLatch(1);
    start(
        kind,
        () ->
            inside(
                gate,
                guard,
                () -> {
                  waits.countDown();
                  while (gate.tokens == 0) {
                    await(gate);
                  }
                }));
    await(waits, "the waiter");
    inside(
        gate,
        guard,
        () -> {
          gate.tokens = 1;
          signal(gate);
          signalAll(guard);
        });
  }

  @Test
  void shouldPassEverythingThroughABoundedBuffer() throws Exception {
    Queue<Integer> buffer = new ArrayDeque<>();
    AtomicLong sum = new AtomicLong();
    int items = 200;
    startMany(
        THREADS / 2,
        () -> {
          for (int i = 1; i <= items; i++) {
            int item = i;
            inside(
                buffer,
                () -> {
                  while (buffer.size() == 4) {
                    await(buffer);
                  }
                  buffer.add(item);
                  signalAll(buffer);
                });
          }
        });
    startMany(
        THREADS / 2,
        () -> {
          for (int i = 0; i < items; i++) {
            inside(
                buffer,
                () -> {
                  while (buffer.isEmpty()) {
                    await(buffer);
                  }
                  sum.addAndGet(buffer.remove());
                  signalAll(buffer);
                });
          }
        });
    join();
    assertThat(sum).hasValue((long) THREADS / 2 * items * (items + 1) / 2);
  }
}
