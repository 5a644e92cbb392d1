package cal.core.internal.stage;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.contract.CallingThreadModel;
import cal.core.contract.Connection;
import cal.core.contract.ModelFixture;
import cal.core.contract.StandingQueue;
import cal.core.contract.Work;
import cal.core.internal.activity.AttachedThread;
import cal.core.internal.admission.Decision;
import cal.core.internal.engine.Engine;
import cal.core.internal.settings.Configuration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Connections that come to their turn while a queue stands, which lasts longer than any test. */
class LateConnectionsTest {
  private static final long LATE = TimeUnit.MILLISECONDS.toNanos(300);
  private static final Map<String, String> AUTO = Map.of("cal.max-in-flight", "auto");

  private final Engine runtime = Engine.of(Configuration.of(Map.of()), List.of());
  private final OpenStage acceptor = open(AUTO);
  private final AtomicInteger runs = new AtomicInteger();
  private final Connection client = new Connection("client");
  private OpenStage stage = open(AUTO);

  private OpenStage open(Map<String, String> settings) {
    return new OpenStage(
        runtime.commons(), "work", Configuration.of(settings), new CallingThreadModel(false));
  }

  @AfterEach
  void close() {
    acceptor.close();
    stage.close();
    runtime.close();
  }

  private void overload() {
    StandingQueue.in(stage.admission().overload());
  }

  /** What a step spawns after it has accepted a client. */
  private SpawnedActivity spawned(Object target) {
    SpawnedActivity[] made = new SpawnedActivity[1];
    Work.spawn(
        acceptor,
        () -> {
          AttachedThread.currentReader().beforeAccept();
          AttachedThread.currentReader().afterAccept(Work.backlog());
          made[0] = job(target);
          return false;
        });
    return made[0];
  }

  private SpawnedActivity job(Object target) {
    return Work.on(
            stage,
            target,
            () -> {
              runs.incrementAndGet();
              return false;
            })
        .activity();
  }

  private static void waitUntilLate() {
    long began = System.nanoTime();
    ModelFixture.eventually("it is late", () -> System.nanoTime() - began > LATE);
  }

  private void run(SpawnedActivity work) {
    try (AttachedThread worker = stage.attach()) {
      worker.run(work);
    }
  }

  @Test
  void shouldRefuseAtItsTurnAConnectionThatHasWaitedTooLong() {
    overload();
    SpawnedActivity late = spawned(client);
    assertThat(stage.admission().enter(late)).isEqualTo(Decision.ADMITTED);
    waitUntilLate();
    run(late);

    assertThat(client.closed).hasValue(1);
    assertThat(runs).hasValue(0);
    assertThat(stage.inFlight()).isZero();
    assertThat(stage.status().rejected()).isEqualTo(1);
  }

  @Test
  void shouldRefuseAtTheDoorAConnectionThatHasWaitedTooLong() {
    overload();
    SpawnedActivity late = spawned(client);
    waitUntilLate();
    stage.admission().spawn(late);

    assertThat(client.closed).hasValue(1);
    assertThat(runs).hasValue(0);
    assertThat(stage.inFlight()).isZero();
    assertThat(stage.status().rejected()).isEqualTo(1);
  }

  @Test
  void shouldRunWhateverIsNoConnection() {
    overload();
    SpawnedActivity job = job(client);
    SpawnedActivity unclosable = spawned("no connection");
    waitUntilLate();
    stage.admission().spawn(job);
    stage.admission().spawn(unclosable);

    assertThat(runs).hasValue(2);
    assertThat(stage.status().rejected()).isZero();
  }

  /** A server that nobody has configured refuses nobody whom threads would have served. */
  @Test
  void shouldRunAllWhereNothingIsSet() {
    stage.close();
    stage = open(Map.of());
    overload();
    SpawnedActivity late = spawned(client);
    waitUntilLate();
    stage.admission().spawn(late);

    assertThat(runs).hasValue(1);
    assertThat(stage.status().limit()).isEqualTo(16_384);
  }
}
