package cal.core.internal.stage;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.contract.Connection;
import cal.core.contract.ModelFixture;
import cal.core.contract.ThreadsModel;
import cal.core.contract.Work;
import cal.core.internal.admission.Gate;
import cal.core.internal.engine.Engine;
import cal.core.internal.settings.Configuration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Newcomers while those that accept them lack a core. */
class GateTest {
  private static final int MORE = 3;

  private final int cores = Runtime.getRuntime().availableProcessors();
  private final Configuration configuration = Configuration.of(Map.of("cal.max-in-flight", "auto"));
  private final AtomicInteger begun = new AtomicInteger();

  private static long atTheGate() {
    return Thread.getAllStackTraces().values().stream()
        .filter(
            stack ->
                Arrays.stream(stack)
                    .anyMatch(frame -> frame.getClassName().equals(Gate.class.getName())))
        .count();
  }

  /** With a gate of the test's own: the runtime looks at that of its stages. */
  private OpenStage open(String name, Commons commons, Gate gate) {
    return new OpenStage(
        new Commons(
            commons.keepAlive(),
            commons.waits(),
            commons.interceptors(),
            commons.drained(),
            commons.failures(),
            commons.parts(),
            gate),
        name,
        configuration,
        new ThreadsModel());
  }

  /** Spawns an activity for each client that a step has accepted. */
  private void accept(OpenStage acceptor, OpenStage stage, int clients, CountDownLatch release) {
    Work.spawn(
        acceptor,
        () -> {
          AttachedThread.currentReader().beforeAccept();
          AttachedThread.currentReader().afterAccept();
          for (int i = 0; i < clients; i++) {
            Work.spawnOn(
                stage,
                new Connection("client"),
                () -> {
                  begun.incrementAndGet();
                  ModelFixture.await(release, "the release of a step");
                  return false;
                });
          }
          return false;
        });
  }

  @Test
  void shouldBeginFewAtATimeUntilThoseThatAcceptGetOn() throws Exception {
    Gate gate = new Gate(cores);
    try (Engine runtime = Engine.of(configuration, List.of())) {
      OpenStage acceptor = open("acceptor", runtime.commons(), gate);
      OpenStage stage = open("connection", runtime.commons(), gate);
      CountDownLatch release = new CountDownLatch(1);
      gate.narrow(true);
      accept(acceptor, stage, cores + MORE, release);
      ModelFixture.eventually("the others wait", () -> atTheGate() == MORE);
      assertThat(begun).hasValue(cores);
      gate.narrow(false);
      ModelFixture.eventually("all begin", () -> begun.get() == cores + MORE);
      release.countDown();
      ModelFixture.eventually("all end", () -> stage.inFlight() == 0);
      gate.narrow(true);
      accept(acceptor, stage, cores + MORE, release);
      ModelFixture.eventually("one after the other", () -> begun.get() == 2 * (cores + MORE));
      stage.close();
      acceptor.close();
    }
  }
}
