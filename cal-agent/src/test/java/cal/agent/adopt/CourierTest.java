package cal.agent.adopt;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class CourierTest {
  /** Without an adoption no worker begins the work, as where a stage refuses it. */
  @Test
  void shouldKeepAnInterruptThatCameBeforeItsStageRefusedIt() throws Exception {
    AtomicBoolean interrupted = new AtomicBoolean();
    Thread made = new Thread(() -> interrupted.set(Thread.currentThread().isInterrupted()));
    Courier courier = new Courier(made, null, null);
    courier.interrupt();
    courier.start();
    assertThat(courier.join(Duration.ofSeconds(60))).as("it does the work itself").isTrue();
    assertThat(interrupted).isTrue();
  }
}
