package cal.core.internal.stage;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.contract.Connection;
import cal.core.contract.ModelFixture;
import cal.core.contract.Work;
import cal.core.internal.engine.Engine;
import cal.core.internal.settings.Configuration;
import cal.core.spi.ActivityScheduler;
import cal.core.spi.CapturedActivity;
import cal.core.spi.ConcurrencyModel;
import cal.core.spi.Stage;
import java.net.InetSocketAddress;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** The look at activities that await their input without a worker. */
class IdleLookTest {
  private static final long MINUTES = TimeUnit.MINUTES.toNanos(2);

  /** Leaves activities after each step; the test says whether they can still be claimed. */
  private static final class Leaves implements ConcurrencyModel, ActivityScheduler {
    private final boolean ready;
    private final CountDownLatch asked = new CountDownLatch(1);
    private OpenStage stage;
    private LeftActivity left;

    Leaves(boolean ready) {
      this.ready = ready;
    }

    @Override
    public String name() {
      return "leaves";
    }

    @Override
    public String whenToChoose() {
      return "in tests";
    }

    @Override
    public ActivityScheduler open(Stage opened) {
      stage = (OpenStage) opened;
      return this;
    }

    @Override
    public synchronized void start(CapturedActivity activity) {
      left = null;
      try (AttachedThread worker = stage.attach()) {
        if (worker.run(activity)) {
          left = new LeftActivity(activity, new InetSocketAddress(7), System.nanoTime());
        }
      }
    }

    @Override
    public synchronized Collection<LeftActivity> left() {
      return left == null ? List.of() : List.of(left);
    }

    @Override
    public synchronized void resume(
        Predicate<CapturedActivity> which, Consumer<LeftActivity> claimed) {
      if (left != null && which.test(left.activity())) {
        asked.countDown();
        if (!ready) {
          claimed.accept(left);
          start(left.activity());
        }
      }
    }

    @Override
    public List<CapturedActivity> close() {
      return List.of();
    }
  }

  private static int stepsAfterALook(boolean ready, Connection target) throws Exception {
    Leaves model = new Leaves(ready);
    Configuration configuration = Configuration.of(Map.of("cal.idle-timeout", "1m"));
    try (Engine runtime = Engine.of(configuration, List.of())) {
      OpenStage stage = new OpenStage(runtime.commons(), "work", configuration, model);
      AtomicInteger steps = new AtomicInteger();
      Work.spawnOn(stage, target, () -> steps.incrementAndGet() < 2);
      stage.look().atSilent(System.nanoTime() + MINUTES);
      ModelFixture.await(model.asked, "the look's request");
      if (ready) {
        model.start(model.left().iterator().next().activity());
      }
      ModelFixture.eventually("it ends", () -> stage.inFlight() == 0);
      return steps.get();
    }
  }

  @Test
  void shouldEndAnActivityWhoseClientIsSilent() throws Exception {
    Connection target = new Connection("silent");
    assertThat(stepsAfterALook(false, target)).isEqualTo(1);
    assertThat(target.closed).hasValue(1);
  }

  @Test
  void shouldRunTheStepOfAnActivityWhoseInputHasCome() throws Exception {
    assertThat(stepsAfterALook(true, new Connection("ready"))).isEqualTo(2);
  }
}
