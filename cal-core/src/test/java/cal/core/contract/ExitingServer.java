package cal.core.contract;

import cal.core.internal.engine.Engine;
import cal.core.internal.settings.Configuration;
import cal.core.internal.stage.OpenStage;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/**
 * A process whose activities all end it: by a step, a call that is handed off, the close of a
 * target, the handler of a failure. A drain that waits for one of them takes an hour.
 */
final class ExitingServer {
  static final int STATUS = 7;
  private static final int ACTIVITIES = 4;

  private final CountDownLatch begun = new CountDownLatch(ACTIVITIES);

  private ExitingServer() {}

  public static void main(String[] args) {
    Map<String, String> settings = Map.of("cal.model", args[0], "cal.shutdown-timeout", "60m");
    Engine runtime = Engine.of(Configuration.of(settings), List.of("work", "other"));
    Runtime.getRuntime().addShutdownHook(new Thread(runtime::shutdown));
    runtime.onFailure((activity, thrown) -> System.exit(STATUS));
    new ExitingServer().run(runtime.open("work"), runtime.open("other"));
  }

  private void run(OpenStage stage, OpenStage other) {
    Work.spawn(
        stage,
        () -> {
          together();
          return exit();
        });
    Work.spawn(
        stage,
        () -> {
          together();
          return other.handOff(Work.of(other, ExitingServer::exit));
        });
    AutoCloseable target = () -> System.exit(STATUS);
    Work.spawnOn(
        stage,
        target,
        () -> {
          together();
          return false;
        });
    Work.spawn(
        stage,
        () -> {
          together();
          throw new IOException("which the handler is told of");
        });
  }

  private static boolean exit() {
    System.exit(STATUS);
    return true;
  }

  /** None is refused by the drain that another has begun. */
  private void together() throws InterruptedException {
    begun.countDown();
    ModelFixture.await(begun, "the last one's step");
  }
}
