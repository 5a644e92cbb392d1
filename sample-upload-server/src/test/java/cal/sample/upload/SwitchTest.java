package cal.sample.upload;

import static org.assertj.core.api.Assertions.assertThat;

import cal.sample.upload.ServerProcess.Launcher;
import cal.testing.SomeCases;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The same server, whose model is changed while clients upload. */
@Timeout(600)
@Execution(ExecutionMode.CONCURRENT)
class SwitchTest {
  /**
   * A walk through all pairs of models. Sockets are of the loops where the server is started under
   * the first, of the ring under the second, and of the JDK under the third.
   */
  @SomeCases
  @ParameterizedTest
  @ValueSource(
      strings = {
        "reactive virtual thread-pool",
        "proactor reactive virtual thread-pool",
        "virtual thread thread-pool executor executor-pool reactive reactive-pool jcsp jcsp-pool"
      })
  void shouldAnswerAsBeforeWhileItsModelChanges(String models) throws Exception {
    List<String> walk = List.of(models.split(" "));
    SwitchDrill.shouldAnswerWhileModelsChange(
        Launcher.woven(walk.getFirst(), "java.rmi.server.hostname=127.0.0.1"),
        SwitchDrill.everyPair(walk));
  }

  /** Its rules are of connections, of which a test has as many as it says. */
  @Test
  void shouldAnswerAsBeforeWhileItsModelFollowsItsClients(@TempDir Path rules) throws Exception {
    Files.writeString(
        rules.resolve("cal-adaptive.rules"),
        "hold 1\nrest 0\nvirtual if connections >= 4\nreactive\n");
    List<Client> clients = new ArrayList<>();
    try (ServerProcess server =
        Launcher.woven("adaptive").withClasses(rules).start("factor", "--port", "0")) {
      for (int i = 0; i < 6; i++) {
        clients.add(new Client(server.port()));
        assertThat(clients.getLast().ask("10")).isEqualTo("2 5");
      }
      server.awaitErr("stage=connection: reactive -> virtual (adaptive: connections ");
      for (Client client : clients) {
        assertThat(client.ask("21")).isEqualTo("3 7");
      }
      for (Client client : clients.subList(1, 6)) {
        client.close();
      }
      server.awaitErr("stage=connection: virtual -> reactive (adaptive: no rule before it holds)");
      assertThat(clients.getFirst().ask("15")).isEqualTo("3 5");
      assertThat(server.err()).noneMatch(line -> line.contains("cannot be had"));
    } finally {
      for (Client client : clients) {
        client.close();
      }
    }
  }

  @Test
  void shouldSayWhichRuleNamesNoModelAndEnd(@TempDir Path rules) throws Exception {
    Files.writeString(rules.resolve("cal-adaptive.rules"), "virtuel if cpu < 1\nvirtual\n");
    try (ServerProcess server =
        Launcher.woven("adaptive").withClasses(rules).start("factor", "--port", "0")) {
      assertThat(server.exitStatus()).isEqualTo(2);
      server.awaitErr("cal-adaptive.rules:1) is not on the class path; did you mean virtual?");
    }
  }

  @Test
  void shouldWalkThroughAllPairs() {
    List<String> walk = SwitchDrill.everyPair(List.of("a", "b", "c", "d"));
    Set<String> pairs = new HashSet<>();
    for (int i = 1; i < walk.size(); i++) {
      pairs.add(walk.get(i - 1) + walk.get(i));
    }
    assertThat(walk).hasSize(13).startsWith("a").endsWith("a");
    assertThat(pairs).hasSize(12).allMatch(pair -> pair.charAt(0) != pair.charAt(1));
  }
}
