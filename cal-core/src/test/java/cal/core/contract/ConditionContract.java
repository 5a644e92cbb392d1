package cal.core.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cal.core.spi.SynchronizationPolicy;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The behaviour of {@code wait}, {@code notify} and {@code notifyAll} inside a region. */
abstract class ConditionContract extends RegionFixture {
  private static final int THREADS = 64;

  ConditionContract(SynchronizationContract contract) {
    super(contract);
  }

  /** The tokens that threads wait for, and the number of these threads. */
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

  /** Puts a token there, and signals it. */
  private void give(Gate gate) throws Exception {
    inside(
        gate,
        () -> {
          gate.tokens++;
          signal(gate);
        });
  }

  private void until(Gate gate, int waiting) throws Exception {
    long deadline = System.nanoTime() + contract.deadline().toNanos();
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
      give(gate);
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
        startInside(
            kind,
            gate,
            () -> {
              gate.waiting++;
              while (!gate.open) {
                await(gate);
              }
              gate.waiting--;
            });
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

  /** One by one, though all wait: a wait may end without a signal, but not again and again. */
  @ParameterizedTest
  @EnumSource
  void shouldWakeUpNoMoreThanOneThreadASignal(Kind kind) throws Exception {
    Gate gate = new Gate();
    int[] returns = {0};
    int rounds = 20;
    for (int i = 0; i < 8; i++) {
      startInside(
          kind,
          gate,
          () -> {
            while (!gate.open) {
              gate.waiting++;
              await(gate);
              gate.waiting--;
              returns[0]++;
            }
          });
    }
    for (int round = 1; round <= rounds; round++) {
      until(gate, 8);
      inside(gate, () -> signal(gate));
      int least = round;
      untilInside(gate, "a signal wakes one up", () -> returns[0] >= least);
      letOthersIn(gate);
    }
    inside(
        gate,
        () -> {
          assertThat(returns[0]).as("returns by %s signals", rounds).isLessThan(2 * rounds);
          gate.open = true;
          signalAll(gate);
        });
    join();
  }

  private void untilInside(Object guard, String what, BooleanSupplier condition) throws Exception {
    long deadline = System.nanoTime() + contract.deadline().toNanos();
    boolean[] reached = {false};
    while (!reached[0]) {
      inside(guard, () -> reached[0] = condition.getAsBoolean());
      assertThat(System.nanoTime()).as(what).isLessThan(deadline);
      Thread.yield();
    }
  }

  /** A thread on its way into the region comes in meanwhile. */
  private void letOthersIn(Object guard) throws Exception {
    for (int i = 0; i < 50; i++) {
      inside(guard, () -> {});
      Thread.yield();
    }
  }

  /** Signals that nobody waits for are gone, as those of a monitor are. */
  @ParameterizedTest
  @EnumSource
  void shouldNotKeepASignal(Kind kind) throws Exception {
    Object guard = new Object();
    long[] waited = {0};
    start(
        kind,
        () -> {
          // A wait may end without a signal, but not each time.
          for (int round = 0; round < 10; round++) {
            inside(
                guard,
                () -> {
                  signal(guard);
                  signalAll(guard);
                  signal(guard);
                  waited[0] = Math.max(waited[0], waitOnce(guard, 10));
                });
          }
        });
    join();
    assertThat(waited[0]).as("ns of the longest wait").isGreaterThan(9_000_000L);
  }

  /** How many nanoseconds a wait of so many milliseconds takes. */
  @SuppressWarnings("WaitNotInLoop") // It is what is measured.
  private static long waitOnce(Object guard, long millis) throws InterruptedException {
    long start = System.nanoTime();
    await(guard, millis, 0);
    return System.nanoTime() - start;
  }

  /** A wait leaves the region as often as it was entered, and enters it as often again. */
  @ParameterizedTest
  @EnumSource
  void shouldLeaveAllLevelsOfItsRegionAndNoOther(Kind kind) throws Exception {
    Gate gate = new Gate();
    Object outer = new Object();
    AtomicBoolean leftAll = new AtomicBoolean();
    AtomicBoolean leftOuter = new AtomicBoolean();
    Hold step = new Hold();
    startInside(
        kind,
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
                step.here();
                leftAll.set(true);
              });
          leftOuter.set(true);
        });
    until(gate, 1);
    requireInside(kind, outer, leftOuter);
    give(gate);
    step.awaitAll();
    requireInside(kind, gate, leftAll);
    step.release();
  }

  @ParameterizedTest
  @EnumSource
  void shouldReturnWhenTheTimeIsOver(Kind kind) throws Exception {
    Object guard = new Object();
    AtomicLong waited = new AtomicLong();
    AtomicBoolean left = new AtomicBoolean();
    startInside(
        kind,
        guard,
        () -> {
          long longest = 0;
          for (int round = 0; round < 10; round++) {
            long time = waitOnce(guard, 20);
            waited.addAndGet(time);
            longest = Math.max(longest, time);
          }
          assertThat(longest).as("ns of the longest wait").isGreaterThan(19_000_000L);
          await(guard, 0, 1);
          await(guard, 1, 999_999);
          requireInside(kind, guard, left);
          left.set(true);
        });
    join();
    assertThat(waited.get()).as("ns of ten waits").isLessThan(contract.deadline().toNanos());
  }

  @ParameterizedTest
  @EnumSource
  void shouldWakeUpAThreadBeforeItsTimeIsOver(Kind kind) throws Exception {
    Gate gate = new Gate();
    for (long millis : new long[] {TimeUnit.HOURS.toMillis(1), Long.MAX_VALUE}) {
      startInside(
          kind,
          gate,
          () -> {
            gate.waiting++;
            while (gate.tokens == 0) {
              await(gate, millis, 999_999);
            }
            gate.tokens--;
            gate.waiting--;
          });
      until(gate, 1);
      give(gate);
      until(gate, 0);
    }
  }

  /** A signal that comes as a time is over goes to somebody. */
  @Test
  void shouldLoseNoSignalToATimeout() throws Exception {
    for (int round = 0; round < 200; round++) {
      Gate gate = new Gate();
      startInside(
          Kind.VIRTUAL,
          gate,
          () -> {
            await(gate, 0, 50_000);
            if (gate.tokens > 0) {
              gate.tokens--;
              gate.open = true;
              signalAll(gate);
            }
          });
      startInside(
          Kind.PLATFORM,
          gate,
          () -> {
            gate.waiting++;
            while (gate.tokens == 0 && !gate.open) {
              await(gate);
            }
          });
      until(gate, 1);
      give(gate);
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
    startInside(
        Kind.PLATFORM,
        guard,
        () -> {
          inside.countDown();
          await(done, "the refusals");
        });
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
    startInside(
        kind,
        gate,
        guard,
        () -> {
          waits.countDown();
          while (gate.tokens == 0) {
            await(gate);
          }
        });
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
