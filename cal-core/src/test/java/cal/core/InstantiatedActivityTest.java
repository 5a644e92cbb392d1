package cal.core;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.contract.CallingThreadModel;
import cal.core.contract.Work;
import cal.core.internal.activity.AttachedThread;
import cal.core.internal.engine.Engine;
import cal.core.internal.settings.Configuration;
import cal.core.internal.stage.OpenStage;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** An object for a client, made by the step that accepts the client, and started by another. */
class InstantiatedActivityTest {
  private final Engine runtime = Engine.of(Configuration.of(Map.of()), List.of());
  private final OpenStage acceptor = open("acceptor");
  private final OpenStage stage = open("work");
  private final AtomicInteger closed = new AtomicInteger();

  /** When the client had come, as its activity knows; 0 before a step. */
  private final AtomicLong arrived = new AtomicLong();

  private OpenStage open(String name) {
    return new OpenStage(
        runtime.commons(), name, Configuration.of(Map.of()), new CallingThreadModel(false));
  }

  @AfterEach
  void close() {
    acceptor.close();
    stage.close();
    runtime.close();
  }

  private final class Client implements Activity, AutoCloseable {
    @Override
    public boolean proceed() {
      arrived.set(AttachedThread.currentActivity().arrived());
      return false;
    }

    @Override
    public void close() {
      closed.incrementAndGet();
    }
  }

  private InstantiatedActivity accepted(Client client) {
    InstantiatedActivity[] made = new InstantiatedActivity[1];
    Work.spawn(
        acceptor,
        () -> {
          AttachedThread.currentReader().beforeAccept();
          AttachedThread.currentReader().afterAccept(Work.backlog());
          made[0] = InstantiatedActivity.make(stage, null, null, client);
          return false;
        });
    return made[0];
  }

  @Test
  void shouldHaveTheArrivalOfItsOwnClientWhoeverStartsIt() {
    Client client = new Client();
    InstantiatedActivity made = accepted(client);
    made.startOnce(client, null);
    assertThat(arrived).doesNotHaveValue(0);
    assertThat(closed).hasValue(1);
  }

  @Test
  void shouldBeRefusedAndClosedWhereADrainComesBeforeItsStart() {
    Client client = new Client();
    InstantiatedActivity made = accepted(client);
    stage.drain();
    made.startOnce(client, null);
    made.startOnce(client, null);
    assertThat(arrived).as("the arrival, seen by a step").hasValue(0);
    assertThat(closed).hasValue(1);
    assertThat(stage.status().rejected()).isOne();
  }
}
