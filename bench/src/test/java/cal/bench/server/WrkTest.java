package cal.bench.server;

import static org.assertj.core.api.Assertions.assertThat;

import cal.bench.SampleServer;
import cal.bench.experiment.Median;
import cal.bench.load.LoadResult;
import cal.bench.load.LoadSession;
import cal.bench.load.LoadSpec;
import cal.bench.load.Sessions;
import cal.bench.load.WebFiles;
import cal.bench.load.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The load generator asks a web server for as much as wrk does, which knows nothing of it. */
@Tag("measuring")
@Timeout(300)
class WrkTest {
  private static final int CLIENTS = 64;
  private static final int ROUNDS = 3;
  private static final Duration WINDOW = Duration.ofSeconds(4);
  private static final double ALIKE = 0.1;
  private static final Pattern RATE = Pattern.compile("Requests/sec: +([0-9.]+)");

  @TempDir private Path folder;

  /** The server is the slower one of both, so that its pace is what is seen. */
  @Test
  void shouldSeeTheThroughputThatWrkSees() throws Exception {
    List<String> command = WebPeers.command(new Jvms("256m", 1), "jdk-pool", 1, List.of());
    List<Double> others = new ArrayList<>();
    List<Double> own = new ArrayList<>();
    try (ServerProcess server = ServerProcess.start(command)) {
      own(server);
      for (int round = 0; round < ROUNDS; round++) {
        others.add(wrk(server));
        own.add(own(server));
      }
    }

    System.out.println("wrk: " + others + ", own: " + own);
    double ratio = Median.of(own, rate -> rate) / Median.of(others, rate -> rate);
    double noise = Math.max(ALIKE, Math.max(spread(others), spread(own)));
    assertThat(ratio).as("%s beside %s", own, others).isBetween(1 - noise, 1 + noise);
  }

  /** How far the rounds of one generator differ: the machine is not the same in each. */
  private static double spread(List<Double> rates) {
    return (Collections.max(rates) - Collections.min(rates)) / Median.of(rates, rate -> rate);
  }

  private static double own(ServerProcess server) throws Exception {
    LoadSpec load =
        new LoadSpec(server.address(), Workload.web(WebFiles.SIZE_500), Sessions.LONG, CLIENTS);
    try (LoadSession session = LoadSession.open(load, OptionalLong.of(server.pid()))) {
      LoadResult seen = session.round(WINDOW, Duration.ofSeconds(5));
      assertThat(seen.errors()).isEmpty();
      return seen.answersPerSecond();
    }
  }

  private double wrk(ServerProcess server) throws Exception {
    Path said = Files.createTempFile(folder, "wrk", ".txt");
    String url = "http://127.0.0.1:%d/500.html".formatted(server.address().getPort());
    try {
      new ProcessBuilder("wrk", "-t1", "-c" + CLIENTS, "-d" + WINDOW.toSeconds() + "s", url)
          .redirectErrorStream(true)
          .redirectOutput(said.toFile())
          .start()
          .waitFor();
    } catch (IOException missing) {
      SampleServer.skipUnless(false, "no wrk here (apt-get install wrk): " + missing.getMessage());
    }
    String text = Files.readString(said);
    Matcher rate = RATE.matcher(text);
    assertThat(rate.find()).as(text).isTrue();
    assertThat(text).doesNotContain("Non-2xx", "Socket errors");
    return Double.parseDouble(rate.group(1));
  }
}
