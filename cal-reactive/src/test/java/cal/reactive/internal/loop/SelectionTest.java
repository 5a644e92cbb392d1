package cal.reactive.internal.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cal.reactive.internal.transport.Poller;
import cal.reactive.internal.transport.ReadinessListener;
import cal.reactive.internal.transport.ReadySet;
import cal.reactive.internal.transport.Registration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** A wake-up that fails is not lost, and a look is noted. */
class SelectionTest {
  private final Timers timers = new Timers();

  @Test
  void shouldWakeUpBehindACallerThatCouldNot() {
    OutOfMemoryError none = new OutOfMemoryError("made by a test");
    AtomicInteger signals = new AtomicInteger();
    Selection selection =
        new Selection(
            Stub.of(
                Poller.class,
                (method, arguments) -> {
                  if (method.equals("wakeUp") && signals.incrementAndGet() == 1) {
                    throw none;
                  }
                  return null;
                }),
            timers);
    selection.lieDown();
    assertThatThrownBy(selection::wakeUp).isSameAs(none);
    selection.wakeUp();
    selection.wakeUp();
    assertThat(signals).as("calls of the system").hasValue(2);
    selection.getUp();
    selection.wakeUp();
    assertThat(signals).as("calls, once it is up").hasValue(2);
  }

  /** A poller that tells once has the finds of a closing thread told by that thread. */
  @Test
  void shouldNoteTheLookOfAThreadThatClosesAChannel() throws Exception {
    AtomicLong noted = new AtomicLong();
    ReadinessListener listener =
        Stub.of(
            ReadinessListener.class,
            (method, arguments) -> {
              noted.set(timers.lookedAt());
              return null;
            });
    Registration found =
        Stub.of(
            Registration.class,
            (method, arguments) -> method.equals("told") ? listener : (Object) false);
    Selection selection =
        new Selection(
            Stub.of(
                Poller.class,
                (method, arguments) -> {
                  if (method.equals("look")) {
                    ((ReadySet) arguments[1]).add(found, Registration.INPUT);
                  }
                  return true;
                }),
            timers);
    long before = System.nanoTime();
    selection.letGo(false);
    assertThat(noted.get() - before).isNotNegative();
  }
}
