package cal.bench;

import static org.assertj.core.api.Assertions.assertThat;

import cal.bench.baseline.HandWritten;
import cal.bench.load.Workload;
import java.io.File;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(120)
class CompareCommandTest {
  @TempDir private Path folder;

  @Test
  void shouldCompareTwoServersThatWork() throws Exception {
    Contest contest =
        new Contest(Workload.upload(64), 10, Duration.ofMillis(200), Duration.ofMillis(100));
    List<String> twin = ServerProcess.java(classPath());
    twin.addAll(
        List.of(HandWritten.class.getName(), "upload", "--model", "virtual", "--port", "0"));

    Comparison comparison =
        Comparison.of("virtual", "upload-64", 10, "itself", 0, contest.run(twin, twin, 3));

    assertThat(contest.errors()).isZero();
    assertThat(comparison.rounds())
        .hasSize(3)
        .allMatch(turns -> turns.cpuA() > 0 && turns.cpuB() > 0 && turns.rateA() > 0);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--rounds 2 --forks 3 | --rounds=2 --forks=3: each fork needs a round",
        "--services upload | --services=upload is neither factor nor like upload-64 or upload-80k",
        "--services upload-2000k | size=2048000 must be 0 to 1048576 bytes",
        "--clients 0 | --clients=0 must be 1 to 100000",
        "--baseline no.jar | no no.jar; build it by 'mvn package' or name it by --baseline"
      })
  void shouldExplainAMistakeInASentence(String arguments, String sentence) {
    CommandRun run =
        CommandRun.of(("compare --out " + folder + " " + arguments.strip()).split(" "));

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains(sentence);
    assertThat(run.err().lines()).hasSize(1);
  }

  private static String classPath() throws Exception {
    return SampleServer.unwovenJar() + File.pathSeparator + System.getProperty("java.class.path");
  }
}
