package cal.bench.baseline;

import static org.assertj.core.api.Assertions.assertThat;

import cal.bench.SampleServer;
import cal.bench.load.LoadResult;
import cal.bench.load.LoadSession;
import cal.bench.load.LoadSpec;
import cal.bench.load.Sessions;
import cal.bench.load.Workload;
import java.io.BufferedReader;
import java.io.File;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.OptionalLong;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class HandWrittenTest {
  @ParameterizedTest
  @ValueSource(strings = {"thread", "thread-pool", "executor", "executor-pool", "virtual"})
  void shouldServeMoreClientsThanThePoolHasThreads(String model) throws Exception {
    Process server = start(SampleServer.unwovenJar(), "upload", model);
    try (BufferedReader out = server.inputReader()) {
      String line = out.readLine();
      assertThat(line).startsWith("listening on 127.0.0.1:");
      int port = Integer.parseInt(line.substring(line.lastIndexOf(':') + 1));
      LoadSpec spec =
          new LoadSpec(
              new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
              Workload.upload(64),
              Sessions.LONG,
              20);
      try (LoadSession session = LoadSession.open(spec, OptionalLong.of(server.pid()))) {
        LoadResult result = session.round(Duration.ofMillis(500), Duration.ZERO);
        assertThat(result.errors()).isEmpty();
        assertThat(result.clientsServed()).isEqualTo(20);
      }
    } finally {
      server.destroyForcibly();
    }
  }

  private static Process start(Path unwoven, String service, String model) throws Exception {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            unwoven + File.pathSeparator + System.getProperty("java.class.path"),
            HandWritten.class.getName(),
            service,
            "--model",
            model,
            "--port",
            "0",
            "--pool-size",
            "4")
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }
}
