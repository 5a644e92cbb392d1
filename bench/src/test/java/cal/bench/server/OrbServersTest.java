package cal.bench.server;

import static org.assertj.core.api.Assertions.assertThat;

import cal.bench.CommandRun;
import cal.bench.SampleServer;
import cal.cli.Cal;
import cal.cli.load.exchange.Workload;
import cal.cli.server.OrbServers;
import cal.cli.server.ServerProcess;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The ORB's servers, as {@code ./cal serve orb} starts them. Runs after the phase package. */
@Tag("measuring")
@Timeout(300)
class OrbServersTest {
  private static final String CLIENT = "cal.sample.orb.ClientMain";

  /** The right answer, for the light client too. */
  private static final String FACTORS = "2 2 2 2 2 3 11 11 251 251 2271613 13712009";

  @TempDir private Path folder;

  @BeforeAll
  static void skipUnlessBuilt() {
    SampleServer.skipUnless(
        OrbServers.areBuilt(), "the servers of the ORB are not built (mvn verify does)");
  }

  private static ServerProcess serve(String... options) throws InterruptedException {
    List<String> command = ServerProcess.java(System.getProperty("java.class.path"));
    command.addAll(List.of(Cal.class.getName(), "serve", "orb", "--port", "0"));
    command.addAll(List.of(options));
    return ServerProcess.start(command);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--model none",
        "--model none --tuned",
        "--model reactive",
        "--model virtual --set cal.stage.request.model=executor-pool"
      })
  void shouldAnswerTheLightClientAsTheOrbsOwn(String options) throws Exception {
    try (ServerProcess server = serve(options.split(" "))) {
      int port = server.address().getPort();
      byte[] payload = new byte[Workload.DEFAULT_SIZE];
      new SplittableRandom(payload.length).nextBytes(payload);
      Path file = Files.write(folder.resolve("payload"), payload);
      CRC32C crc = new CRC32C();
      crc.update(payload);
      assertThat(answer(port, "factorize", Workload.PAPER_NUMBER.toString())).isEqualTo(FACTORS);
      assertThat(answer(port, "upload", file.toString()))
          .isEqualTo("%08x".formatted(crc.getValue()));
      for (String call : List.of("upload", "factorize")) {
        for (String sessions : List.of("long", "short")) {
          CommandRun run =
              CommandRun.of(
                  ("load orb --clients 5 --seconds 0.3 --warmup 0.3 --timeout 60 --call %s --sessions %s --port "
                              .formatted(call, sessions)
                          + port)
                      .split(" "));

          assertThat(run.out()).containsPattern("errors +none");
          assertThat(run.status()).isZero();
        }
      }
    }
  }

  /** The answer that the ORB's own client gets. */
  private String answer(int port, String operation, String argument) throws Exception {
    List<String> command = ServerProcess.java(OrbServers.classPathText(true));
    command.addAll(List.of(CLIENT, "127.0.0.1", String.valueOf(port), operation, argument));
    Path out = folder.resolve(operation);
    Process client =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(out.toFile()).start();
    assertThat(client.waitFor(120, TimeUnit.SECONDS)).as("the client ends").isTrue();
    return Files.readString(out, StandardCharsets.ISO_8859_1).strip();
  }
}
