package cal.core.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.contract.Caller;
import cal.core.contract.CallingThreadModel;
import cal.core.contract.ModelFixture;
import cal.core.contract.ThreadsModel;
import cal.core.contract.Work;
import cal.core.internal.activity.AttachedThread;
import cal.core.internal.settings.Configuration;
import cal.core.internal.settings.ModelChoice;
import cal.core.internal.stage.OpenStage;
import cal.core.internal.support.Describer;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How long a drain goes on looking, and whose code it never waits for. */
@Timeout(300)
class DrainTest {
  private static final Duration LONG = Duration.ofHours(1);

  private static OpenStage stage() {
    Engine runtime = Engine.of(Configuration.of(Map.of()), List.of());
    return new OpenStage(
        runtime.commons(), "work", Configuration.of(Map.of()), new CallingThreadModel(false));
  }

  private static Duration drain(Duration timeout, int busyLooks) {
    AtomicInteger looks = new AtomicInteger();
    long start = System.nanoTime();
    Drain.run(
        List.of(stage()),
        activity -> true,
        () -> {
          return looks.incrementAndGet() <= busyLooks;
        },
        stage -> timeout);
    return Duration.ofNanos(System.nanoTime() - start);
  }

  @Test
  void shouldReturnAtOnceWhereNothingRuns() {
    assertThat(drain(LONG, 0)).isLessThan(LONG);
  }

  @Test
  void shouldReturnWhenTheLastHasEnded() {
    assertThat(drain(LONG, 5)).isLessThan(LONG);
  }

  @Test
  void shouldGiveUpAMomentAfterTheDeadline() {
    assertThat(drain(Duration.ofMillis(20), Integer.MAX_VALUE))
        .isGreaterThanOrEqualTo(Duration.ofMillis(1_020));
  }

  /** A target whose text needs the monitor that its own step holds for good. */
  private static final class Held {
    private final CountDownLatch never = new CountDownLatch(1);

    synchronized boolean serve(CountDownLatch inside) throws InterruptedException {
      inside.countDown();
      ModelFixture.await(never, "an interrupt");
      return false;
    }

    @Override
    public synchronized String toString() {
      return "held";
    }
  }

  /** Bytes that nobody reads: there is always another request. */
  @ParameterizedTest
  @CsvSource({"true, 2", "false, 1"})
  void shouldRunOneStepMoreWhereARequestHasCome(boolean come, int expected) throws Exception {
    Engine runtime = Engine.of(Configuration.of(Map.of()), List.of("work"));
    OpenStage stage =
        runtime.open("work", configuration -> new ModelChoice(ThreadsModel.PLATFORM, "the test"));
    InetAddress here = InetAddress.getLoopbackAddress();
    try (ServerSocket listener = new ServerSocket(0, 1, here);
        Socket client = new Socket(here, listener.getLocalPort());
        Socket served = listener.accept()) {
      client.getOutputStream().write(come ? new byte[] {1} : new byte[0]);
      while (come && served.getInputStream().available() == 0) {
        Thread.onSpinWait();
      }
      CountDownLatch inside = new CountDownLatch(1);
      CountDownLatch goesOn = new CountDownLatch(1);
      AtomicInteger steps = new AtomicInteger();
      Work.spawnOn(
          stage,
          new Object(),
          () -> {
            steps.incrementAndGet();
            AttachedThread.currentReader().beforeInput();
            AttachedThread.currentReader().beforeBytes(served);
            AttachedThread.currentReader().afterInput(true);
            inside.countDown();
            ModelFixture.await(goesOn, "the drain");
            return true;
          });
      ModelFixture.await(inside, "the step");
      Caller drainer = Caller.start(runtime::shutdown);
      while (!stage.draining()) {
        Thread.onSpinWait();
      }
      goesOn.countDown();
      assertThat((List<?>) drainer.join()).isEmpty();
      assertThat(steps).hasValue(expected);
    }
  }

  @Test
  void shouldNotWaitForAToStringThatTheStragglerHolds() throws Exception {
    Engine runtime =
        Engine.of(Configuration.of(Map.of("cal.shutdown-timeout", "20ms")), List.of("work"));
    OpenStage stage =
        runtime.open("work", configuration -> new ModelChoice(ThreadsModel.PLATFORM, "the test"));
    CountDownLatch inside = new CountDownLatch(1);
    Held held = new Held();
    Work.spawnOn(stage, held, () -> held.serve(inside));
    ModelFixture.await(inside, "the step");
    Caller drainer = Caller.start(runtime::shutdown);
    assertThat((List<?>) drainer.join())
        .singleElement()
        .asString()
        .contains("work[" + Describer.identity(held), "does not return", Work.SITE);
  }
}
