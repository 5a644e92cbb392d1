package cal.core.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Interrupts, as {@link Object#wait()} documents them; to enter is not interruptible. */
abstract class RegionInterruptContract extends RegionFixture {
  RegionInterruptContract(SynchronizationContract contract) {
    super(contract);
  }

  private static void requireInterrupted(Object guard) {
    assertThatThrownBy(() -> await(guard)).isInstanceOf(InterruptedException.class);
    assertThat(Thread.currentThread().isInterrupted()).as("the status is taken").isFalse();
  }

  @ParameterizedTest
  @EnumSource
  void shouldNotWaitAtAllAfterAnInterrupt(Kind kind) throws Exception {
    Object guard = new Object();
    AtomicBoolean left = new AtomicBoolean();
    startInside(
        kind,
        guard,
        () -> {
          Thread.currentThread().interrupt();
          requireInterrupted(guard);
          Thread.currentThread().interrupt();
          assertThatThrownBy(() -> await(guard, 1, 0)).isInstanceOf(InterruptedException.class);
          requireInside(kind, guard, left);
          left.set(true);
        });
    join();
  }

  @ParameterizedTest
  @EnumSource
  void shouldEndAWaitAndBeInsideAgain(Kind kind) throws Exception {
    Object guard = new Object();
    AtomicBoolean interrupterLeft = new AtomicBoolean();
    AtomicBoolean left = new AtomicBoolean();
    CountDownLatch waits = new CountDownLatch(1);
    Thread waiter =
        startInside(
            kind,
            guard,
            () -> {
              waits.countDown();
              requireInterrupted(guard);
              assertThat(interrupterLeft).as("the region was free").isTrue();
              requireInside(kind, guard, left);
              left.set(true);
            });
    await(waits, "the waiter");
    inside(
        guard,
        () -> {
          waiter.interrupt();
          interrupterLeft.set(true);
        });
    join();
  }

  @ParameterizedTest
  @EnumSource
  void shouldEnterInSpiteOfAnInterrupt(Kind kind) throws Exception {
    Object guard = new Object();
    AtomicBoolean left = new AtomicBoolean();
    inside(
        guard,
        () -> {
          Thread contender =
              startInside(
                  kind,
                  guard,
                  () -> {
                    assertThat(left).isTrue();
                    assertThat(Thread.interrupted()).as("the status is kept").isTrue();
                  });
          untilItWaits(contender);
          contender.interrupt();
          left.set(true);
        });
    Thread interrupted =
        start(
            kind,
            () -> {
              Thread.currentThread().interrupt();
              inside(guard, () -> assertThat(Thread.interrupted()).isTrue());
            });
    assertThat(interrupted.join(DEADLINE)).isTrue();
  }

  /** Of two that wait, one is interrupted as one is signalled: the signal is not lost. */
  @Test
  void shouldLoseNoSignalToAnInterrupt() throws Exception {
    for (int round = 0; round < 200; round++) {
      int[] tokens = {0};
      boolean[] taken = {false};
      CountDownLatch wait = new CountDownLatch(2);
      Body taker =
          () ->
              inside(
                  tokens,
                  () -> {
                    wait.countDown();
                    try {
                      while (tokens[0] == 0 && !taken[0]) {
                        await(tokens);
                      }
                    } catch (InterruptedException e) {
                      return;
                    }
                    if (tokens[0] > 0) {
                      tokens[0]--;
                      taken[0] = true;
                      signalAll(tokens);
                    }
                  });
      Thread victim = start(kind(round), taker);
      start(Kind.PLATFORM, taker);
      await(wait, "both waiters");
      Thread interrupter = start(Kind.PLATFORM, victim::interrupt);
      inside(
          tokens,
          () -> {
            tokens[0]++;
            signal(tokens);
          });
      assertThat(interrupter.join(DEADLINE)).isTrue();
      join();
    }
  }
}
