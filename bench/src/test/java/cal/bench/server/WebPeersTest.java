package cal.bench.server;

import static org.assertj.core.api.Assertions.assertThat;

import cal.bench.SampleServer;
import cal.cli.load.LoadSession;
import cal.cli.load.LoadSpec;
import cal.cli.load.exchange.Workload;
import cal.cli.load.result.LoadResult;
import cal.cli.load.result.Sessions;
import cal.cli.process.ProcessTree;
import cal.cli.server.ServerProcess;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Web servers that are measured serve all files, as the load generator checks them. */
@Timeout(300)
class WebPeersTest {
  private static final Duration DRAIN = Duration.ofSeconds(60);

  static List<String> servers() {
    return WebPeers.ALL;
  }

  @ParameterizedTest
  @MethodSource("servers")
  void shouldServeFilesHeldAndGoingOn(String name) throws Exception {
    serveFiles(new NamedServer(name, name, Map.of()), "web-5m", "web-mix");
  }

  private static void serveFiles(NamedServer server, String... services) throws Exception {
    SampleServer.skipUnless(server.missing().isEmpty(), server.name() + ": " + server.missing());
    List<String> command =
        server.patientCommand(new Jvms("64m", 1), services[0], 1, Jvms.FAST_START);

    try (ServerProcess process = ServerProcess.start(command)) {
      for (String service : services) {
        Workload files = Services.workload(service);
        LoadSpec load = new LoadSpec(process.address(), files, Sessions.LONG, 2);
        try (LoadSession session = LoadSession.open(load, OptionalLong.of(process.pid()))) {
          LoadResult before = session.round(Duration.ofMillis(100), DRAIN);
          process.hold();
          process.goOn();
          LoadResult after = session.round(Duration.ofMillis(100), DRAIN);

          for (LoadResult result : List.of(before, after)) {
            assertThat(result.errors()).as("%s", result.warnings()).isEmpty();
            assertThat(result.answers() + result.lateAnswers()).isPositive();
          }
        }
      }
      assertThat(new ProcessTree(process.pid()).cpuNanos().orElseThrow()).isPositive();
      assertThat(process.stop()).isNull();
    }
  }
}
