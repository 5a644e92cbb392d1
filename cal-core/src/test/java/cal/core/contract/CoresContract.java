package cal.core.contract;

import static cal.core.contract.CoresOfThreads.ofCaller;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import cal.core.internal.engine.Engine;
import cal.core.internal.stage.OpenStage;
import cal.core.spi.ConcurrencyModel;
import cal.core.spi.ConfigurationException;
import cal.core.spi.Cores;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Cores: the threads of a stage that names some run there, and no others do. */
abstract class CoresContract extends ModelFixture {
  private String all;
  private String one;

  CoresContract(ModelContract contract) {
    super(contract);
  }

  @BeforeEach
  void requireTwoCores() throws IOException {
    one = CoresOfThreads.oneOfSeveral();
    all = ofCaller();
    assertThat(all).isNotEqualTo(one);
  }

  private ConcurrencyModel model(Engine runtime) {
    return runtime.models().named(contract.model(), "in tests");
  }

  private void assumeOwnThreads() {
    Engine runtime = runtime(1);
    assumeTrue(
        model(runtime).hasOwnThreads(runtime.open("work")), "the model has no threads to pin");
  }

  @Test
  void shouldRunStepsAndHandOffsOnTheCoresOfTheirStage() throws Throwable {
    assumeOwnThreads();
    OpenStage stage = stage(2, "stage.work.cores=" + one);

    assertThat(inActivity(stage, CoresOfThreads::ofCaller)).isEqualTo(one);
    assertThat(stage.handOff(Work.of(stage, CoresOfThreads::ofCaller))).isEqualTo(one);
    assertThat(ofCaller()).isEqualTo(all);
  }

  @Test
  void shouldLeaveThreadsAloneThatPinnedOnesMake() throws Throwable {
    assumeOwnThreads();
    Engine runtime = runtime(2, "stage.work.cores=" + one);
    OpenStage other = runtime.open("other");

    Object seen =
        inActivity(runtime.open("work"), () -> inActivity(other, CoresOfThreads::ofCaller));

    assertThat(seen).isEqualTo(all);
  }

  @Test
  void shouldGiveACallerItsCoresBack() throws Exception {
    assumeOwnThreads();
    OpenStage stage =
        stage(
            1,
            "stage.work.cores=" + one,
            "stage.work.max-in-flight=1",
            "stage.work.when-full=caller-runs");
    CountDownLatch release = occupy(stage);
    AtomicReference<String> seen = new AtomicReference<>();
    Thread caller = Thread.currentThread();
    Work.spawn(
        stage,
        () -> {
          assertThat(Thread.currentThread()).isSameAs(caller);
          seen.set(ofCaller());
          return false;
        });

    assertThat(seen).hasValue(one);
    assertThat(ofCaller()).isEqualTo(all);
    release.countDown();
    quiescent(stage);
  }

  @Test
  void shouldPinAndReleaseWhileItRuns() throws Throwable {
    assumeOwnThreads();
    Engine runtime = runtime(2);
    OpenStage stage = runtime.open("work");
    assertThat(inActivity(stage, CoresOfThreads::ofCaller)).isEqualTo(all);

    assertThat(runtime.change(List.of("cal.stage.work.cores=" + one)))
        .singleElement()
        .asString()
        .startsWith("stage=work: cores=all -> " + one);
    assertThat(inActivity(stage, CoresOfThreads::ofCaller)).isEqualTo(one);

    runtime.change(List.of("cal.stage.work.cores=all"));
    assertThat(inActivity(stage, CoresOfThreads::ofCaller)).isEqualTo(all);
  }

  @Test
  void shouldRefuseCoresThatAreNotThere() {
    assumeOwnThreads();
    assertThatThrownBy(() -> stage(1, "stage.work.cores=" + one + ",8190-8191"))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage(
            "cal.stage.work.cores="
                + one
                + ",8190-8191 names cores that this process may not use, 8190-8191; give some of "
                + all);
  }

  @Test
  void shouldRefuseCoresWhereItHasNoThreadsOfItsOwn() throws Throwable {
    Engine runtime = runtime(1);
    OpenStage stage = runtime.open("work");
    ConcurrencyModel model = model(runtime);
    assumeFalse(model.hasOwnThreads(stage), "the model has threads to pin");
    String sentence =
        "pins threads that stage=work has to itself, and model="
            + contract.model()
            + " gives it none; "
            + (model.eventLoop() ? "pin event loops by cal.reactive.cores, or give it" : "give it")
            + " thread, thread-pool, executor, executor-pool, or jcsp or jcsp-pool on platform"
            + " threads";

    assertThatThrownBy(() -> stage(1, "stage.work.cores=" + one))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("cal.stage.work.cores=" + one + " (given) " + sentence);
    assertThatThrownBy(() -> stage(1, "cores=" + one))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("cal.cores=" + one + " (given) " + sentence);
    assertThatThrownBy(() -> runtime.change(List.of("cal.stage.work.cores=" + one)))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageEndingWith(sentence);
    assertThat(inActivity(stage, CoresOfThreads::ofCaller)).isEqualTo(all);
  }

  @Test
  void shouldFreeACarrierThatAPinnedThreadHasMade() throws Throwable {
    Engine runtime = runtime(2);
    OpenStage stage = runtime.open("work");
    ConcurrencyModel model = model(runtime);
    assumeFalse(model.hasOwnThreads(stage) || model.eventLoop(), "no carrier of the JDK is used");
    Cores.of(one).require("in tests");
    AtomicReference<String> first = new AtomicReference<>();
    AtomicReference<String> second = new AtomicReference<>();
    CountDownLatch ended = new CountDownLatch(1);
    Work.spawn(
        stage,
        () -> {
          if (first.get() == null) {
            Cores.of(one).take();
            first.set("pinned");
            return true;
          }
          second.set(ofCaller());
          ended.countDown();
          return false;
        });
    await(ended, "the second step");

    assertThat(second).hasValue(all);
  }
}
