package cal.reactive.internal.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cal.reactive.internal.transport.Poller;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A wake-up that fails is not lost. */
class SelectionTest {
  @Test
  void shouldWakeUpBehindACallerThatCouldNot() {
    OutOfMemoryError none = new OutOfMemoryError("made by a test");
    AtomicInteger signals = new AtomicInteger();
    Selection selection = new Selection(poller(none, signals));
    selection.lieDown();
    assertThatThrownBy(selection::wakeUp).isSameAs(none);
    selection.wakeUp();
    selection.wakeUp();
    assertThat(signals).as("calls of the system").hasValue(2);
    selection.getUp();
    selection.wakeUp();
    assertThat(signals).as("calls, once it is up").hasValue(2);
  }

  /** One that is signalled; the first signal fails. */
  private static Poller poller(Error none, AtomicInteger signals) {
    return (Poller)
        Proxy.newProxyInstance(
            Poller.class.getClassLoader(),
            new Class<?>[] {Poller.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("wakeUp") && signals.incrementAndGet() == 1) {
                throw none;
              }
              return null;
            });
  }
}
