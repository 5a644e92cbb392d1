package cal.bench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cal.bench.CommandRun;
import cal.bench.experiment.Experiment;
import cal.bench.experiment.MalformedExperiment;
import cal.bench.experiment.Parameters;
import cal.bench.experiment.Scale;
import cal.bench.experiment.Study;
import cal.bench.kind.Kinds;
import cal.cli.support.Failure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whatever is wrong in the file of an experiment is told in one sentence, with its line. */
class ExperimentFileTest {
  private static final String GOOD =
      """
      title: A title
      question: What does a reader learn?
      kind: grid
      services: [upload-64, factor]
      clients: [10, 100]
      servers: [virtual, {name: two threads, runs: thread-pool, set: {cal.thread-pool.size: 2}}]
      full: {rounds: 5, seconds: 0.5}
      quick: {clients: 10, rounds: 2}
      charts:
        - {x: clients, y: answers_per_second, log: x}
      """;

  @TempDir private Path folder;

  @Test
  void shouldSayWhatIsMeasuredAtEachScale() throws IOException {
    Experiment experiment = Experiment.read(file(GOOD));

    assertThat(experiment.name()).isEqualTo("mine");
    assertThat(study(experiment, Scale.FULL).plan().cases()).hasSize(4);
    assertThat(study(experiment, Scale.QUICK).plan().cases()).hasSize(2);
    assertThat(study(experiment, Scale.SMOKE).plan().cases()).hasSize(1);
    assertThat(study(experiment, Scale.FULL).estimate())
        .isGreaterThan(study(experiment, Scale.QUICK).estimate());
    assertThat(study(experiment, Scale.FULL).plan().method())
        .contains("0.5 s in 5 rounds of 8 JVM(s)");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "kind: grid | kind: grit | line 3: kind=grit is none of grid, ",
        "kind: grid | kynd: grid | there is no kind; write kind: and its value",
        "servers: [ | baseline: [nio, vanilla]\\n"
            + "servers: [ | line 6: there are 2 baselines; name one",
        "servers: [ | serfers: [ | line 1: there are no servers; write servers: [",
        "[virtual, | [virtuel, | line 6: virtuel is no server; there are vanilla, ",
        "runs: thread-pool, set: | runs: nio, set: | line 6: nio has no settings; leave set out",
        "runs: thread-pool, set: | runs: nginx, set: | line 6: nginx has no settings"
            + " {cal.thread-po",
        "runs: thread-pool | runs: nobody | line 6: nobody is no server; there are ",
        "upload-64 | upload | line 4: upload is neither factor nor like upload-64, upload-80k or"
            + " web-mix",
        "virtual, { | engine-select, { | engine-select does not serve factor; name another server",
        "upload-64 | orb-factor | vanilla does not serve orb-factor; name another server",
        "[10, 100] | [10, ten] | line 5: clients=ten is no number; write a whole number, 1 to ",
        "[10, 100] | [10, 0] | line 5: clients=0 is out of range; write a whole number, 1 to ",
        "[10, 100] | [10, 10] | line 5: clients has 10 twice; leave one out",
        "rounds: 5 | round: 5 | line 7: nothing is called round; did you mean rounds?",
        "seconds: 0.5 | seconds: -1 | line 7: seconds=-1 is out of range; write a number, 0.0 to ",
        "x: clients | x: client | line 10: x=client is none of service, sessions, cores, clients",
        "x: clients | x: service | x=service has values that are no numbers; write x: server",
        "y: answers_per_second | y: answers | line 10: y=answers is none of offered_per_second, ",
        "log: x | log: z | line 10: log=z is none of none, x, y, xy",
        "title: A title | title: [A, title] | line 1: title is no single value; write title: VALUE",
        "title: A title | title: | line 1: title has no value; write title: VALUE",
        "question: What | kind: grid\\nquestion: What | kind is there twice; leave one out",
        "charts: | charts: [ | this is no YAML (",
        "charts: | goals: [{of: cpu}]\\ncharts: | of=cpu is none of offered_per_second, ",
        "charts: | goals: [{of: cpu_index}]\\n"
            + "charts: | write either at_most: or at_least: and its value",
        "charts: | goals: [{of: cpu_index, at_least: 1}]\\n"
            + "charts: | the lower it is; write at_most:",
        "charts: | goals: [{of: p99_ms, at_most: 1, loop: 2}]\\ncharts: | cases have no loop; they"
      })
  void shouldExplainAMistake(String right, String wrong, String sentence) throws IOException {
    String text = GOOD.replace(right, wrong.replace("\\n", "\n"));
    CommandRun run = CommandRun.of("bench", file(text).toString());

    assertThat(run.status()).as(run.err()).isEqualTo(2);
    assertThat(run.err()).startsWith("cal: ").contains(sentence.strip());
    assertThat(run.err().lines()).hasSize(1);
  }

  @Test
  void shouldTakeParametersForOneRun() throws IOException {
    Experiment experiment =
        Experiment.read(file(GOOD)).with(Map.of("clients", "[7, 8, 9]", "services", "factor"));

    for (Scale scale : List.of(Scale.QUICK, Scale.FULL)) {
      assertThat(study(experiment, scale).plan().cases())
          .extracting(labels -> labels.get("clients"))
          .containsExactly("7", "8", "9");
    }
    assertThatThrownBy(
            () -> study(Experiment.read(file(GOOD)).with(Map.of("clint", "7")), Scale.FULL))
        .isInstanceOf(MalformedExperiment.class)
        .hasMessageContaining("nothing is called clint; did you mean clients?");
    assertThatThrownBy(() -> Experiment.read(file(GOOD)).with(Map.of("clients", "[7")))
        .isInstanceOf(MalformedExperiment.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "nothing | nothing.yaml does not exist; './cal bench' lists the experiments",
        "peers --quick --full | --smoke, --quick and --full exclude each other; choose one",
        "peers --with clients=none | clients=none is no number; write a whole number, 1 to 5000",
        "adopted --with servers=nobody | nobody is no server; there are vanilla, ",
        "effort --against no/such | no/such holds no results of effort at the scale quick with the"
      })
  void shouldExplainAMistakeInTheCommand(String arguments, String sentence) {
    CommandRun run = CommandRun.of(("bench " + arguments.strip()).split(" "));

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains(sentence);
    assertThat(run.err().lines()).hasSize(1);
  }

  @Test
  void shouldNotBeginWithMoreConnectionsThanFiles() {
    Experiment experiment =
        new Experiment("mine", "", "", "", "grid", "", Parameters.parse("file", "title: none"));
    Study study =
        new Study(
            experiment,
            Scale.FULL,
            Kinds.all()
                .get("grid")
                .plan(
                    Parameters.parse("file", "servers: virtual\nclients: [10, 2000]"), Scale.FULL),
            List.of(),
            List.of());

    assertThatCode(() -> BenchCommand.requireFiles(study, 6000)).doesNotThrowAnyException();
    assertThatThrownBy(() -> BenchCommand.requireFiles(study, 5999))
        .isInstanceOf(Failure.class)
        .hasMessageStartingWith("mine (service upload-80k, ")
        .hasMessageEndingWith(
            "clients 2000) has 6,000 connections, more than the 5,999 files that this process may"
                + " open; raise the limit (ulimit -n), or leave the case out of the file");
  }

  @Test
  void shouldListEveryExperimentWithItsQuestionAndHowLongItTakes() {
    CommandRun run = CommandRun.of("bench");

    assertThat(run.status()).as(run.err()).isZero();
    for (Path file : BenchCommand.files()) {
      Experiment experiment = Experiment.read(file);
      assertThat(run.out()).contains(experiment.name(), experiment.question());
    }
    assertThat(run.out()).containsPattern("peers +quick \\d+ (s|min), full \\d+ min");
  }

  @Test
  void shouldTakeThirteenMinutesAtMostForAllThatIsQuick() {
    long seconds =
        BenchCommand.files().stream()
            .map(Experiment::read)
            .mapToLong(experiment -> study(experiment, Scale.QUICK).estimate().toSeconds())
            .sum();

    assertThat(seconds).isLessThanOrEqualTo(780);
  }

  /**
   * JVMs of a server differ, and a young one compiles for seconds, of which this is the limit. Of
   * fewer than three there is no interval.
   */
  @Test
  void shouldMeasureSeveralWarmJvmsForTheRecordWithinFortyMinutes() {
    for (Path file : BenchCommand.files()) {
      Experiment experiment = Experiment.read(file);
      Parameters full = experiment.parameters().with("full");
      assertThat(study(experiment, Scale.FULL).estimate())
          .as("%s", file)
          .isLessThanOrEqualTo(Duration.ofMinutes(40));
      if (List.of("micro", "startup").contains(experiment.kind())) {
        assertThat(full.whole("rounds", 15, 1, 1000)).as("%s", file).isGreaterThanOrEqualTo(8);
      } else if (!List.of("effort", "soak").contains(experiment.kind())) {
        assertThat(full.whole("jvms", 8, 1, 1000)).as("%s", file).isGreaterThanOrEqualTo(3);
        assertThat(full.number("warmup", 12, 0, 1000)).as("%s", file).isGreaterThanOrEqualTo(12);
      }
    }
  }

  /** Each makes {@link #GOOD} mean nothing, or is left as it is. */
  @Provide
  Arbitrary<String> malformed() {
    Arbitrary<String> words = Arbitraries.strings().alpha().ofMinLength(1).ofMaxLength(12);
    return Arbitraries.oneOf(
        words.map(word -> GOOD.replace("kind: grid", "kind: [" + word + "]")),
        words.map(word -> GOOD.replace("services: [", "services: [" + word + ", ")),
        words.map(word -> GOOD.replace("[10, 100]", "{" + word + ": 1}")),
        words.map(word -> GOOD.replace("[virtual,", "[" + word + "x,")),
        words.map(word -> GOOD.replace("quick: {", "quick: {" + word + ": 1, ")),
        words.map(word -> GOOD.replace("charts:\n  -", "charts: " + word)),
        words.map(word -> GOOD + "]" + word),
        words.map(word -> GOOD + "\t" + word),
        words.map(word -> "[" + word + "]"),
        words.map(word -> "&a [*a, " + word + "]"),
        words,
        Arbitraries.integers().between(0, GOOD.length()).map(n -> GOOD.substring(0, n)),
        Arbitraries.strings().ofMaxLength(40));
  }

  @Property(tries = 500)
  void shouldTellEveryMistakeInOneLine(@ForAll("malformed") String text) throws IOException {
    Path file = Files.createTempFile("experiment", ".yaml");
    try {
      Files.write(file, text.getBytes(StandardCharsets.UTF_8));
      for (Scale scale : Scale.values()) {
        study(Experiment.read(file), scale);
      }
    } catch (MalformedExperiment mistake) {
      assertThat(mistake.getMessage()).startsWith(file.toString());
      assertThat(mistake.getMessage().lines()).hasSize(1);
    } finally {
      Files.delete(file);
    }
  }

  private static Study study(Experiment experiment, Scale scale) {
    return experiment.study(Kinds.all(), scale);
  }

  private Path file(String text) throws IOException {
    Path file = folder.resolve("mine.yaml");
    Files.writeString(file, text);
    return file;
  }
}
