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
  private static final int ROUNDS = 7;
  private static final Duration WINDOW = Duration.ofSeconds(2);
  private static final double ALIKE = 0.15;
  private static final Pattern RATE = Pattern.compile("Requests/sec: +([0-9.]+)");

  @TempDir private Path folder;

  /**
   * The server has one core, and is the slower one of both, so that its pace is what is seen. The
   * machine is not the same in each round, so each is judged beside its neighbour.
   */
  @Test
  void shouldSeeTheThroughputThatWrkSees() throws Exception {
    List<String> command = new ArrayList<>(List.of("taskset", "-c", "0"));
    command.addAll(WebPeers.command(new Jvms("256m", 1), "jdk-pool", "web-500", 1, List.of()));
    List<Double> ratios = new ArrayList<>();
    try (ServerProcess server = ServerProcess.start(command)) {
      own(server);
      for (int round = 0; round < ROUNDS; round++) {
        boolean first = round % 2 == 0;
        double before = first ? wrk(server) : own(server);
        double after = first ? own(server) : wrk(server);
        ratios.add(first ? after / before : before / after);
      }
    }

    System.out.println("own beside wrk: " + ratios);
    assertThat(Median.of(ratios, ratio -> ratio))
        .as("the median of %s", ratios)
        .isBetween(1 - ALIKE, 1 + ALIKE);
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
