package cal.sample.orb;

import static cal.sample.orb.Giop.request;
import static cal.sample.orb.Giop.string;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import cal.testing.SomeCases;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How servers, connections and full stages end: with a word to the client. */
@Execution(ExecutionMode.CONCURRENT)
class EndTest {
  private static final String DESK = "Drill/plain/desk";

  @TempDir private static Path folder;
  private static Tls tls;

  @BeforeAll
  static void makeKey() throws Exception {
    tls = Tls.in(folder);
  }

  private static byte[] ask(int id, String text) {
    return request(id, true, DESK, "factorize", string(text));
  }

  private static void awaitWaiting(Giop giop, int number) {
    await()
        .atMost(Duration.ofMinutes(2))
        .until(
            () -> {
              giop.send(ask(99, "waiting:"));
              return giop.read().text().endsWith(number + "\0");
            });
  }

  @SomeCases(of = 5)
  @ParameterizedTest
  @ValueSource(
      strings = {
        "thread",
        "virtual",
        "jcsp-pool",
        "reactive stage.request.model=executor-pool",
        "reactive stage.request.model=sequential"
      })
  void shouldAnswerAndSayGoodByeOnSigterm(String model) throws Exception {
    try (Drill drill = Drill.start(model, DrillServer.class, tls.settings());
        Giop idle = new Giop(drill.port());
        Giop idleTls = tls.connect(drill.tlsPort());
        Giop busy = new Giop(drill.port())) {
      idle.send(ask(1, "echo:x"));
      assertThat(idle.read().status()).isZero();
      idleTls.send(ask(1, "echo:y"));
      assertThat(idleTls.read().status()).isZero();
      busy.send(ask(2, "wait:end"));
      awaitWaiting(idle, 1);
      drill.terminate();
      assertThat(idleTls.read().type()).isEqualTo(Giop.CLOSE_CONNECTION);
      assertThat(idle.read().type()).isEqualTo(Giop.CLOSE_CONNECTION);
      assertThat(idle.read()).isNull();
      drill.tell("go end");
      assertThat(busy.read().text()).endsWith("waited\0");
      assertThat(busy.read().type()).isEqualTo(Giop.CLOSE_CONNECTION);
      assertThat(busy.read()).isNull();
      assertThat(drill.exitStatus()).isEqualTo(143);
    }
  }

  @SomeCases
  @ParameterizedTest
  @ValueSource(strings = {Drill.STOCK, "executor-pool", "reactive"})
  void shouldShutTheOrbDownAfterItsRequests(String model) throws Exception {
    try (Drill drill = Drill.start(model, DrillServer.class);
        Giop other = new Giop(drill.port());
        Giop busy = new Giop(drill.port())) {
      busy.send(ask(1, "wait:end"));
      awaitWaiting(other, 1);
      drill.command("shutdown");
      drill.tell("go end");
      assertThat(busy.read().text()).endsWith("waited\0");
      drill.awaitEnd();
      Giop.Message last = busy.read();
      assertThat(last == null || last.type() == Giop.CLOSE_CONNECTION).isTrue();
      await()
          .atMost(Duration.ofMinutes(2))
          .until(() -> refuses(drill.port())); // an event loop lets go of the port in its turn
    }
  }

  private static boolean refuses(int port) {
    try {
      new Giop(port).close();
      return false;
    } catch (IOException refused) {
      return true;
    }
  }

  @SomeCases
  @ParameterizedTest
  @ValueSource(
      strings = {
        "virtual stage.request.max-in-flight=1 stage.request.when-full=reject",
        "reactive stage.request.max-in-flight=1 stage.request.when-full=reject",
        "reactive stage.request.model=executor-pool stage.request.executor-pool.size=1"
            + " stage.request.queue-capacity=0 stage.request.when-full=reject"
      })
  void shouldAnswerTransientWhereTheStageIsFull(String model) throws Exception {
    try (Drill drill = Drill.start(model, DrillServer.class);
        Giop busy = new Giop(drill.port());
        Giop other = new Giop(drill.port())) {
      busy.send(ask(1, "wait:full"));
      drill.command("begun");
      other.send(ask(2, "echo:x"));
      assertThat(other.read().text()).contains("omg.org/CORBA/TRANSIENT:1.0");
      drill.command("go full");
      assertThat(busy.read().text()).endsWith("waited\0");
      other.send(ask(3, "echo:room again"));
      assertThat(other.read().status()).isZero();
    }
  }

  @Test
  void shouldKeepNoThreadForAConnectionThatAwaitsAMessage() throws Exception {
    String model = "reactive reactive.call-left-after=20ms reactive.slow-step=0s";
    try (Drill drill = Drill.start(model, DrillServer.class);
        Giop giop = new Giop(drill.port())) {
      for (int i = 0; i < 3; i++) {
        giop.send(ask(i, "echo:x"));
        assertThat(giop.read().status()).isZero();
      }
      await().atMost(Duration.ofMinutes(2)).until(() -> !drill.err().isEmpty());
      assertThat(drill.err())
          .singleElement()
          .asString()
          .contains("connection=reactive (-Dcal.model, 1 join point, no thread while it awaits");
    }
  }

  @Test
  void shouldServeClientsThatGoInTheMiddleOfAMessage() throws Exception {
    try (Drill drill = Drill.start("reactive", DrillServer.class)) {
      for (int i = 0; i < 20; i++) {
        try (Giop gone = new Giop(drill.port())) {
          gone.send(java.util.Arrays.copyOf(ask(1, "echo:x"), 20));
        }
      }
      try (Giop giop = new Giop(drill.port())) {
        giop.send(ask(1, "echo:still here"));
        assertThat(giop.read().text()).contains("still here");
      }
    }
  }
}
