package cal.bench;

import static org.assertj.core.api.Assertions.assertThat;

import cal.bench.experiment.Median;
import cal.bench.server.ServerCommands;
import cal.cli.load.LoadSession;
import cal.cli.load.LoadSpec;
import cal.cli.load.exchange.Workload;
import cal.cli.load.result.LoadResult;
import cal.cli.load.result.Sessions;
import cal.cli.server.ServerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The load generator sees what a small one in C does, of which it knows nothing: of a server that
 * has one request at a time, for a millisecond, and so the same pace and order whoever asks.
 */
@Tag("measuring")
@Timeout(300)
class IndependentLoadTest {
  private static final int CLIENTS = 1000;
  private static final int SIZE = 64;
  private static final Duration WARM_UP = Duration.ofSeconds(3);
  private static final Duration WINDOW = Duration.ofSeconds(8);
  private static final int ROUNDS = 3;
  private static final double ALIKE = 0.05;

  @TempDir private static Path folder;
  private static Path program;

  /** The figures of one of them. */
  private record Seen(double rate, double latency, double served, double fairness) {}

  @BeforeAll
  static void compile() throws Exception {
    SampleServer.assumeWoven();
    program = folder.resolve("load");
    String source = Path.of("src/test/resources/load.c").toString();
    int status = -1;
    try {
      status =
          new ProcessBuilder("cc", "-O2", "-o", program.toString(), source, "-lm")
              .inheritIO()
              .start()
              .waitFor();
    } catch (IOException noCompiler) {
      SampleServer.skipUnless(false, "no C compiler here: " + noCompiler.getMessage());
    }
    assertThat(status).as("cc").isZero();
  }

  @Test
  void shouldSeeWhatAnIndependentOneSees() throws Exception {
    List<String> java = ServerProcess.java(System.getProperty("java.class.path"));
    java.add("-Dcal.thread-pool.size=1"); // first come, first served
    List<String> command = ServerCommands.upload(java, "thread-pool", "disk:1ms:memory");
    List<Seen> others = new ArrayList<>();
    List<Seen> own = new ArrayList<>();
    try (ServerProcess server = ServerProcess.start(command)) {
      for (int round = 0; round < ROUNDS; round++) {
        others.add(independent(server));
        own.add(own(server));
      }
    }

    System.out.println("independent: " + others + ", own: " + own);
    for (ToDoubleFunction<Seen> figure :
        List.<ToDoubleFunction<Seen>>of(Seen::rate, Seen::latency, Seen::served, Seen::fairness)) {
      double ratio = Median.of(own, figure) / Median.of(others, figure);
      double noise = Math.max(ALIKE, Math.max(spread(others, figure), spread(own, figure)));
      assertThat(ratio).as("%s beside %s", own, others).isBetween(1 - noise, 1 + noise);
    }
    assertThat(Median.of(own, seen -> seen.rate() * seen.latency()))
        .as("clients that wait at a time")
        .isBetween(CLIENTS * (1 - ALIKE), CLIENTS * (1 + ALIKE));
  }

  /** How far the rounds of one generator differ: the server is not the same in each. */
  private static double spread(List<Seen> rounds, ToDoubleFunction<Seen> figure) {
    DoubleSummaryStatistics all = rounds.stream().mapToDouble(figure).summaryStatistics();
    return (all.getMax() - all.getMin()) / Median.of(rounds, figure);
  }

  private static Seen own(ServerProcess server) throws Exception {
    LoadSpec spec = new LoadSpec(server.address(), Workload.upload(SIZE), Sessions.SHORT, CLIENTS);
    try (LoadSession session = LoadSession.open(spec, OptionalLong.empty())) {
      session.warmUp(WARM_UP);
      LoadResult seen = session.slice(WINDOW);
      assertThat(seen.errors()).isEmpty();
      return new Seen(
          seen.answersPerSecond(),
          seen.latency().meanMicros() / 1e6,
          seen.clientsServed(),
          seen.fairness());
    }
  }

  private static Seen independent(ServerProcess server) throws Exception {
    Path said = Files.createTempFile(folder, "said", ".txt");
    Process process =
        new ProcessBuilder(
                program.toString(),
                String.valueOf(server.address().getPort()),
                String.valueOf(SIZE),
                String.valueOf(CLIENTS),
                String.valueOf(WARM_UP.toSeconds()),
                String.valueOf(WINDOW.toSeconds()))
            .redirectErrorStream(true)
            .redirectOutput(said.toFile())
            .start();
    assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(Files.readString(said)).isZero();
    Map<String, Double> figures =
        Files.readAllLines(said).stream()
            .map(line -> line.split(" "))
            .collect(Collectors.toMap(word -> word[0], word -> Double.valueOf(word[1])));
    assertThat(figures.get("errors")).isZero();
    return new Seen(
        figures.get("rate"),
        figures.get("mean_us") / 1e6,
        figures.get("served"),
        figures.get("fairness"));
  }
}
