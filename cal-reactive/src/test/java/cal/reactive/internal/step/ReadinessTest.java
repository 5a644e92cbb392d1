package cal.reactive.internal.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cal.core.spi.Cores;
import cal.reactive.internal.group.Loops;
import cal.reactive.internal.group.Patience;
import cal.reactive.internal.group.Scheduling;
import cal.reactive.internal.loop.Loop;
import cal.reactive.internal.transport.Poller;
import cal.reactive.internal.transport.ReadinessListener;
import cal.reactive.internal.transport.ReadySet;
import cal.reactive.internal.transport.Registration;
import cal.reactive.internal.transport.Transport;
import java.lang.reflect.Proxy;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A channel's waiters, by a poller that fails. */
@Timeout(300)
class ReadinessTest {
  /** Cannot be woken up, for want of memory; does something in place of a look. */
  private static final class Failing implements Poller {
    private Runnable look = () -> {};

    @Override
    public Registration join(SelectableChannel none, int operations, ReadinessListener told) {
      return (Registration)
          Proxy.newProxyInstance(
              Registration.class.getClassLoader(),
              new Class<?>[] {Registration.class},
              (proxy, method, arguments) -> method.getReturnType() == boolean.class ? true : null);
    }

    @Override
    public void look(long millis, ReadySet ready) {
      look.run();
    }

    @Override
    public void wakeUp() {
      throw new OutOfMemoryError("a test");
    }

    @Override
    public boolean isLazy() {
      return false;
    }

    @Override
    public boolean isOpen() {
      return true;
    }

    @Override
    public Collection<Registration> registrations() {
      return List.of();
    }

    @Override
    public void close() {}
  }

  @Test
  void shouldLeaveNothingBehindWhereATimerCannotBeSet() throws Exception {
    Patience forEver = new Patience(Duration.ZERO, Duration.ZERO, 1);
    try (Loops siblings =
        new Loops("test", 1, forEver, 0, Transport.NIO, Scheduling.JDK, Cores.ALL)) {
      Failing poller = new Failing();
      Loop loop = new Loop(siblings, true, "test", poller, FreeWorkers::new);
      Readiness readiness = new Readiness(loop, null, SelectionKey.OP_READ);
      long deadline = System.nanoTime() + TimeUnit.HOURS.toNanos(1);
      LoopStep one = new LoopStep(null, loop, null);
      LoopStep other = new LoopStep(null, loop, null);
      boolean[] looked = {false};
      poller.look =
          () -> {
            looked[0] = true;
            assertThatThrownBy(() -> readiness.leaveStep(one, deadline))
                .isInstanceOf(OutOfMemoryError.class);
          };

      loop.sleep(1);

      assertThat(looked).containsExactly(true);
      assertThat(one.isLeft()).as("left").isFalse();
      assertThat(loop.timers().millisToNext()).as("cleared").isGreaterThan(0);
      assertThat(readiness.leaveStep(other, 0)).as("another may be left there").isTrue();
    }
  }
}
