package cal.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The ORB's servers, as {@code ./cal serve orb} starts them, answer the light client of GIOP. */
@Timeout(60)
class OrbServersTest {
  @ParameterizedTest
  @ValueSource(strings = {"none", "reactive", "virtual"})
  void shouldAnswerTheLightClient(String model) throws Exception {
    SampleServer.skipUnless(
        OrbServers.areBuilt(), "the servers of the ORB are not built (mvn package does)");
    List<String> command = ServerProcess.java(System.getProperty("java.class.path"));
    command.addAll(List.of(Cal.class.getName(), "serve", "orb", "--port", "0", "--model", model));
    try (ServerProcess server = ServerProcess.start(command)) {
      for (String call : List.of("upload", "factorize")) {
        for (String sessions : List.of("long", "short")) {
          CommandRun run =
              CommandRun.of(
                  ("load orb --clients 5 --seconds 0.3 --warmup 0.3 --call "
                          + call
                          + " --sessions "
                          + sessions
                          + " --port "
                          + server.address().getPort())
                      .split(" "));

          assertThat(run.out()).containsPattern("errors +none");
          assertThat(run.status()).isZero();
        }
      }
    }
  }
}
