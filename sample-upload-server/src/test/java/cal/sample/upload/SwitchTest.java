package cal.sample.upload;

import static org.assertj.core.api.Assertions.assertThat;

import cal.sample.upload.ServerProcess.Launcher;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The same server, whose model is changed while clients upload. */
@Timeout(300)
class SwitchTest {
  /** Sockets are of the JDK where it is started under the first, of the loops under the second. */
  @ParameterizedTest
  @ValueSource(strings = {"virtual", "reactive"})
  void shouldAnswerAsBeforeWhileItsModelChanges(String first) throws Exception {
    List<String> models = new ArrayList<>(WovenServerTest.MODELS);
    models.removeAll(List.of(first, "proactor"));
    models.addFirst(first);
    SwitchDrill.shouldAnswerWhileModelsChange(
        Launcher.woven(first, "java.rmi.server.hostname=127.0.0.1"),
        SwitchDrill.everyPair(models),
        24);
  }

  /** Its sockets are of the ring, and then of the other loops, among threads of each kind. */
  @Test
  void shouldAnswerAsBeforeWhileCompletionsComeAndGo() throws Exception {
    SwitchDrill.shouldAnswerWhileModelsChange(
        Launcher.woven("proactor", "java.rmi.server.hostname=127.0.0.1"),
        SwitchDrill.everyPair(List.of("proactor", "reactive", "virtual", "thread-pool")),
        24);
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
