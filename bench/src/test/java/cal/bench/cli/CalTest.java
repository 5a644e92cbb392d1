package cal.bench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import cal.bench.CommandRun;
import cal.cli.CommandSet;
import cal.cli.command.RepositoryCommands;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine.Model.CommandSpec;

class CalTest {
  @Test
  void shouldTeachByExampleWithoutACommand() {
    CommandRun run = CommandRun.of();

    assertThat(run.status()).isZero();
    assertThat(run.out()).contains("Examples:", "./cal demo", "./cal serve upload --port 4000");
    assertThat(CommandRun.of("--help").out()).isEqualTo(run.out());
  }

  /** Without these sources, a word of this list is answered by the place where it is known. */
  @Test
  void shouldAddTheCommandsThatTheAgentsJarNames() {
    assertThat(
            Stream.of(new RepositoryCommands(), new BenchCommands())
                .flatMap(set -> set.commands().stream()))
        .extracting(command -> CommandSpec.forAnnotatedObject(command).name())
        .containsExactlyInAnyOrderElementsOf(CommandSet.OF_REPOSITORY);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "load upload | cal: Missing required option: '--port=<port>'",
        "load uploads --port 1 | expected one of [UPLOAD, FACTOR, ORB]",
        "load upload --port 0 | cal: --port=0 must be 1 to 65535",
        "load upload --port 1 --clients 0 | cal: --clients=0 must be 1 to 100000",
        "load upload --port 1 --seconds 0 | cal: --seconds=0.0 must be above 0",
        "load upload --port 1 --seconds NaN | cal: --seconds=NaN must be above 0",
        "load upload --port 1 --warmup -1 | cal: --warmup=-1.0 must be above 0",
        "load upload --port 1 --size 1048577 | cal: --size=1048577 must be 0 to 1048576 bytes",
        "load factor --port 1 --size 5 | cal: --size is of uploads: leave it out for factor",
        "load upload --port 1 --threads 200 | cal: --threads=200 must be 1 to the number of"
            + " clients",
        "load upload --port 1 --host no.such.host.invalid | cal: --host=no.such.host.invalid is"
            + " unk",
        "load upload --port 1 --sessions both | expected one of [LONG, SHORT]",
        "serve upload --port 0 --set x | cal: Value for option option '--set' (KEY=VALUE) should"
            + " be",
        "serve upload --port 0 --set x=1 | cal: --set x=1: settings of CAL begin with cal.",
        "load upload --port 1 --call upload | cal: --call=upload: it is upload or factorize, of",
        "load orb --port 1 --call push | cal: --call=push: it is upload or factorize, of",
        "load orb --port 1 --call factorize --size 5 | cal: --size is of uploads",
        "serve upload --port 0 --model none | cal: --model=none and --tuned are for the ORB alone",
        "demo --clients 0 | cal: --clients=0 must be 1 to 1000",
        "demo --seconds 0 | cal: --seconds=0.0 must be above 0, and at most 1",
        "demo --services web-5k | cal: --services=web-5k is neither factor nor like upload-64",
        "demo --services upload-1048577 | size=1048577 must be 0 to 1048576 bytes",
        "demo --models none-such | cal: --models=none-such is not on the class path; there are",
        "check | cal: Missing required parameter: 'PATH'",
        "check none.jar | cal: none.jar does not exist; name class files, folders or jars",
        "dmeo | cal: Unmatched argument at index 0: 'dmeo'; did you mean demo?"
      })
  void shouldExplainAMistakeInASentence(String arguments, String sentence) {
    CommandRun run = CommandRun.of(arguments.strip().split(" "));

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains(sentence);
    assertThat(run.err().lines()).hasSize(1);
    assertThat(run.out()).isEmpty();
  }

  @Test
  void shouldListTheModelsOnTheClassPath() {
    CommandRun run = CommandRun.of("models");

    assertThat(run.status()).isZero();
    assertThat(run.out().lines().map(line -> line.split(" ")[0]))
        .startsWith("sequential")
        .contains("thread", "thread-pool", "executor", "executor-pool", "virtual");
    assertThat(run.out()).contains("one client after the other");
  }
}
