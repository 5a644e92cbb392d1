package cal.bench;

import static org.assertj.core.api.Assertions.assertThat;

import cal.bench.baseline.HandWritten;
import cal.bench.load.LoadSpec;
import cal.bench.load.Sessions;
import cal.bench.load.Workload;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(300)
class CompareCommandTest {
  @TempDir private Path folder;

  @Tag("measuring")
  @Test
  void shouldCompareTwoServersThatWork() throws Exception {
    List<String> twin = ServerProcess.java(classPath());
    twin.addAll(
        List.of(HandWritten.class.getName(), "upload", "--model", "virtual", "--port", "0"));

    Tournament tournament = new Tournament(List.of(twin, twin), CompareCommandTest::load);
    tournament.run(2, 3, Duration.ofMillis(500), Duration.ofMillis(300), Duration.ZERO);

    for (Tournament.Player player : tournament.players()) {
      assertThat(player.errors()).isEmpty();
      assertThat(player.turns())
          .hasSize(3)
          .allMatch(turn -> turn.fork() == 2 && turn.cpu() > 0 && turn.rate() > 0)
          .allMatch(turn -> turn.result().generatorCpuShare() > 0);
    }
  }

  @Tag("measuring")
  @Test
  void shouldMeasureServersThatAreHeldOutsideTheirTurns() throws Exception {
    List<String> twin = ServerProcess.java(classPath());
    twin.addAll(List.of(HandWritten.class.getName(), "upload", "--model", "thread", "--port", "0"));

    Tournament tournament = Tournament.holding(List.of(twin, twin), CompareCommandTest::load);
    tournament.run(1, 4, Duration.ofMillis(300), Duration.ofMillis(200), Duration.ZERO);

    for (Tournament.Player player : tournament.players()) {
      assertThat(player.errors()).isEmpty();
      assertThat(player.served()).isEqualTo(10);
      assertThat(player.fairness()).isGreaterThan(0);
      assertThat(player.threads()).as("threads, one a connection").isGreaterThan(10);
      assertThat(player.resident()).isGreaterThan(10 << 20);
      assertThat(player.turns())
          .hasSize(4)
          .allMatch(turn -> turn.rate() > 0 && turn.cpu() > 0 && turn.switchesAnAnswer() > 0)
          .as("while it was held, nobody waited")
          .allMatch(turn -> turn.result().latency().maxMicros() < 200_000);
    }
  }

  private static LoadSpec load(ServerProcess server) {
    return new LoadSpec(server.address(), Workload.upload(64), Sessions.LONG, 10);
  }

  @Tag("measuring")
  @Test
  void shouldMeasureAModelAgainstAPeerAndItself() throws Exception {
    SampleServer.assumeWoven();
    Path out = folder.resolve("new/reactive");
    String arguments =
        "compare --models reactive --against netty-nio,virtual --connections 5 --services upload-64"
            + " --rounds 2 --forks 1 --seconds 0.3 --warmup 0.5 --goal 0.01";

    CommandRun run =
        CommandRun.of(
            (arguments + " --out " + out + " --baseline " + SampleServer.unwovenJar()).split(" "));

    boolean noisy = run.out().contains("| 0.01: too noisy to say |");
    assertThat(run.status()).as(run.err()).isEqualTo(noisy ? 1 : 0);
    assertThat(run.out())
        .contains("| upload-64 | 5 | reactive | netty-nio |")
        .contains("| upload-64 | 5 | reactive | virtual |")
        .contains("| upload-64 | 5 | reactive | itself |")
        .contains(noisy ? "| 0.01: too noisy to say |" : "| 0.01: yes |");
    assertThat(Files.readString(folder.resolve("new/reactive/README.md")))
        .isEqualTo(run.out().strip() + "\n");
    assertThat(folder.resolve("new/reactive/results.json")).isNotEmptyFile();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--rounds 2 --forks 3 | --rounds=2 --forks=3: each fork needs a round",
        "--services upload | --services=upload is neither factor nor like upload-64 or upload-80k",
        "--services upload-2000k | size=2048000 must be 0 to 1048576 bytes",
        "--clients 0 | --clients=0 must be 1 to 100000",
        "--connections 90000 | --connections=90000 to 2 servers at once are more than the ",
        "--models nobody | --models=nobody is none of sequential, executor, executor-pool, ",
        "--against netty | --against=netty is none of twin, built, sequential, ",
        "--models reactive --against twin | --against=twin: reactive has none; name nio, ",
        "--models jcsp --against twin | --against=twin: jcsp has none; name nio, ",
        "--models reactive+virtual --against none --services factor | none does not serve factor",
        "--models reactive+virtual --against virtual --services factor | reactive+virtual does not",
        "--models reactive --against nio --services orb-factor | nio does not serve orb-factor",
        "--loops 0 | --loops=0 must be 1 to 1024",
        "--heap 5 | --heap=5 is no size like 512m or 2g",
        "--server-cores 3 | --server-cores=3 must be 1 or 2",
        "--out pom.xml | --out=pom.xml is a file; name a folder for the report",
        "--baseline no.jar | no no.jar; build it by 'mvn package' or name it by --baseline"
      })
  void shouldExplainAMistakeInASentence(String arguments, String sentence) throws Exception {
    CommandRun run =
        CommandRun.of(("compare " + defaults(arguments) + arguments.strip()).split(" "));

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains(sentence);
    assertThat(run.err().lines()).hasSize(1);
  }

  private String defaults(String arguments) throws Exception {
    String jar = arguments.contains("--baseline") ? "" : "--baseline pom.xml ";
    return jar + (arguments.contains("--out") ? "" : "--out " + folder.resolve("new") + " ");
  }

  private static String classPath() throws Exception {
    return SampleServer.unwovenJar() + File.pathSeparator + System.getProperty("java.class.path");
  }
}
