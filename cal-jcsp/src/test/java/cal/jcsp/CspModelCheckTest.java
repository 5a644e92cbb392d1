package cal.jcsp;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.function.Consumer;
import org.jetbrains.lincheck.Lincheck;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Lincheck's model checker, over the schedules of the threads and of the oracles: it switches at
 * each access to what they share, inside JCSP as well, and reports a hang as it does a failure.
 *
 * <p>It controls platform threads only, so oracles have those here; and it does not follow objects
 * that a thread was constructed with, so what is shared is static. Interrupts and time limits,
 * which it does not schedule, are left to {@link CspPolicyTest}.
 */
@Timeout(600)
class CspModelCheckTest {
  private static final int SCHEDULES = Integer.getInteger("lincheck.schedules", 25);

  private static CspPolicy csp;
  private static Object guard;
  private static int plain;

  /** Oracles on threads that the model checker controls. */
  private static final class CheckedThreads extends CspThreads {
    @Override
    Thread start(Processes.Body body, String name) {
      return started(body);
    }
  }

  private static Thread started(Runnable body) {
    Thread thread = new Thread(body);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  /** Runs the threads to their ends, under one schedule after the other. */
  private static void check(int expected, Runnable... bodies) {
    Lincheck.runConcurrentTest(
        SCHEDULES,
        () -> {
          csp = new CspPolicy(new CheckedThreads());
          guard = new Object();
          plain = 0;
          Thread[] threads = new Thread[bodies.length];
          for (int i = 0; i < bodies.length; i++) {
            threads[i] = started(bodies[i]);
          }
          for (Thread thread : threads) {
            join(thread);
          }
          if (plain != expected || csp.guardsInUse() != 0) {
            throw new AssertionError("plain=" + plain + " in use=" + csp.guardsInUse());
          }
        });
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static void inside(Runnable body) {
    csp.enter(guard);
    try {
      body.run();
    } finally {
      csp.exit(guard);
    }
  }

  /** Waits until the number is at least so much. */
  private static void awaitAtLeast(int least) {
    while (plain < least) {
      awaitOnce();
    }
  }

  private static void awaitOnce() {
    try {
      csp.await(guard, 0);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static void increment(Consumer<Object> signal) {
    inside(
        () -> {
          plain++;
          signal.accept(guard);
        });
  }

  @Test
  void shouldSeeAnIncrementThatIsLost() {
    assertThatThrownBy(() -> check(2, () -> plain++, () -> plain++))
        .isInstanceOf(LincheckAssertionError.class)
        .hasMessageContaining("plain=1");
  }

  @Test
  void shouldSeeASignalThatComesBeforeTheWait() {
    assertThatThrownBy(
            () ->
                check(
                    0,
                    () -> inside(CspModelCheckTest::awaitOnce),
                    () -> inside(() -> csp.signal(guard))))
        .isInstanceOf(LincheckAssertionError.class)
        .hasMessageContaining("hung");
  }

  @Test
  void shouldExclude() {
    Runnable increment = () -> increment(none -> {});
    check(3, increment, increment, increment);
  }

  @Test
  void shouldExcludeThoseThatEnterAgain() {
    Runnable twice = () -> inside(() -> increment(none -> {}));
    check(2, twice, twice);
  }

  @Test
  void shouldLoseNoSignal() {
    check(
        2,
        () -> inside(() -> awaitAtLeast(1)),
        () -> increment(one -> csp.signal(one)),
        () -> increment(one -> csp.signal(one)));
  }

  @Test
  void shouldLetAllGoOn() {
    Runnable waits = () -> inside(() -> awaitAtLeast(1));
    check(1, waits, waits, () -> increment(all -> csp.signalAll(all)));
  }

  /** One signal for two that wait: whom it reaches passes it on. */
  @Test
  void shouldWakeUpOneOfTwoByOneSignal() {
    Runnable passesOn =
        () ->
            inside(
                () -> {
                  awaitAtLeast(1);
                  csp.signal(guard);
                });
    check(1, passesOn, passesOn, () -> increment(one -> csp.signal(one)));
  }

  /** The same, and nobody passes it on: if both wait, one of them does for ever. */
  @Test
  void shouldWakeUpNoMoreThanOneByOneSignal() {
    Runnable waits = () -> inside(() -> awaitAtLeast(1));
    assertThatThrownBy(() -> check(1, waits, waits, () -> increment(one -> csp.signal(one))))
        .isInstanceOf(LincheckAssertionError.class)
        .hasMessageContaining("hung");
  }
}
