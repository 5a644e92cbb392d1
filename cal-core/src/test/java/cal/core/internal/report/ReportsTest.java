package cal.core.internal.report;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.contract.Caller;
import cal.core.contract.ChildJvm;
import cal.core.contract.ModelFixture;
import cal.core.contract.ThreadsModel;
import cal.core.contract.Work;
import cal.core.internal.engine.Engine;
import cal.core.internal.settings.Configuration;
import cal.core.internal.stage.OpenStage;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A failure is reported although its handler takes long, and the process is about to end. */
@Timeout(300)
class ReportsTest {
  /**
   * The time for which a test looks for an event that must not have happened yet. It never makes a
   * test fail.
   */
  private static final Duration WHILE = Duration.ofMillis(300);

  private final CountDownLatch told = new CountDownLatch(1);
  private final CountDownLatch release = new CountDownLatch(1);
  private final CountDownLatch reported = new CountDownLatch(1);

  private static Engine runtime() {
    Map<String, String> settings =
        Map.of("cal.model", ThreadsModel.PLATFORM, "cal.shutdown-timeout", "10m");
    return Engine.of(Configuration.of(settings), List.of("work"));
  }

  /** Spawns an activity that fails; its handler works until it is released. */
  private OpenStage failSlowly(Engine runtime) throws InterruptedException {
    runtime.onFailure(
        (activity, thrown) -> {
          told.countDown();
          await(release);
          reported.countDown();
        });
    OpenStage stage = runtime.open("work");
    spawnFailing(stage);
    ModelFixture.await(told, "the handler's call");
    ModelFixture.eventually("nothing is in flight", () -> stage.inFlight() == 0);
    return stage;
  }

  private static void await(CountDownLatch latch) {
    try {
      ModelFixture.await(latch, "the handler's release");
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void spawnFailing(OpenStage stage) {
    Work.spawn(
        stage,
        () -> {
          throw new IOException("expected");
        });
  }

  @Test
  void shouldKeepTheJvmWhileAFailureIsReported() throws Exception {
    ModelFixture.eventually("keepers of other tests go", () -> keepers().isEmpty());
    try (Engine runtime = runtime()) {
      failSlowly(runtime);
      Thread keeper = keepers().getFirst();
      assertThat(keeper.join(WHILE)).as("the JVM could end").isFalse();
      release.countDown();
      assertThat(keeper.join(ModelFixture.DEADLINE)).as("the JVM can end").isTrue();
      assertThat(reported.getCount()).isZero();
    }
  }

  private static List<Thread> keepers() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals("cal-keep-alive"))
        .toList();
  }

  @Test
  void shouldDrainUntilAFailureIsReported() throws Exception {
    Engine runtime = runtime();
    OpenStage stage = failSlowly(runtime);
    Caller drainer = Caller.start(runtime::shutdown);
    ModelFixture.eventually("it drains", stage::draining);
    assertThat(drainer.thread().join(WHILE)).as("the drain is over").isFalse();
    release.countDown();
    drainer.join();
    assertThat(reported.getCount()).isZero();
  }

  /** The handler would wait for the drain, and the drain for the handler. */
  @Test
  void shouldNotWaitForAHandlerThatDrainsByItself() throws Exception {
    Engine runtime = runtime();
    runtime.onFailure(
        (activity, failure) -> {
          runtime.shutdown();
          reported.countDown();
        });
    spawnFailing(runtime.open("work"));
    ModelFixture.await(reported, "the end of the drain");
  }

  @Test
  void shouldNotWaitForAHandlerThatEndsTheProcess() throws Exception {
    Process child = ChildJvm.of(List.of(), Exiting.class).inheritIO().start();
    assertThat(ChildJvm.status(child)).isEqualTo(3);
  }

  /** A process that ends at its first failure, and drains on its way. */
  static final class Exiting {
    private Exiting() {}

    /**
     * Fails.
     *
     * @param args none
     */
    public static void main(String[] args) {
      Engine runtime = runtime();
      Runtime.getRuntime().addShutdownHook(new Thread(runtime::shutdown));
      runtime.onFailure((activity, thrown) -> System.exit(3));
      spawnFailing(runtime.open("work"));
    }
  }
}
