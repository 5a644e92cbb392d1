package cal.core.internal.stage;

import cal.core.contract.ModelFixture;
import cal.core.contract.ThreadsModel;
import cal.core.contract.Work;
import cal.core.internal.engine.Engine;
import cal.core.internal.settings.Configuration;
import cal.core.spi.ConcurrencyModel;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** Generations of a stage that come and go; the contract of all models has the rest. */
class GenerationsTest {
  private static final String STAGE = "comes-and-goes";

  private final Configuration configuration = Configuration.of(Map.of());

  private void change(OpenStage stage, ConcurrencyModel model) {
    stage.change(new StageChoice(model, configuration));
  }

  private static long closers() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals("cal-switch-" + STAGE))
        .count();
  }

  @Test
  void shouldHaveOneThreadForEachFormerModelHoweverOftenModelsChange() throws Exception {
    ConcurrencyModel first = new ThreadsModel();
    ConcurrencyModel other = new ThreadsModel.OfVirtual();
    try (Engine runtime = Engine.of(configuration, List.of())) {
      OpenStage stage = new OpenStage(runtime.commons(), STAGE, configuration, first);
      CountDownLatch release = new CountDownLatch(1);
      for (int i = 0; i < 20; i++) {
        ModelFixture.occupy(stage, release);
        change(stage, i % 2 == 0 ? other : first);
      }
      ModelFixture.eventually("the other's has a closer alone", () -> closers() == 1);
      release.countDown();
      ModelFixture.eventually("nothing waits for them", () -> closers() == 0);
      ModelFixture.eventually("all have ended", () -> stage.inFlight() == 0);
      CountDownLatch ran = new CountDownLatch(1);
      Work.spawn(
          stage,
          () -> {
            ran.countDown();
            return false;
          });
      ModelFixture.await(ran, "an activity of the present model");
      stage.close();
    }
  }
}
