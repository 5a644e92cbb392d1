package cal.agent.advise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is concluded from figures. */
class AdviceTest {
  /** A life of ten seconds. */
  private static Trial life(String model, int stepsPerSecond, int cpuMillisPerThousand) {
    long steps = 10L * stepsPerSecond;
    return new Trial(
        model,
        List.of(sample(0, 0, 7, 0), sample(10, steps * cpuMillisPerThousand / 1000, 7 + steps, 0)));
  }

  private static Sample sample(int seconds, long cpuMillis, long steps, long runs) {
    return new Sample(
        seconds * 1_000_000_000L,
        Duration.ofMillis(cpuMillis),
        steps,
        runs,
        20_000,
        2L * seconds,
        0,
        64);
  }

  /** A life of ten seconds of a model that loses some of a thousand clients, or has no step. */
  private static Trial lossy(String model, int stepsPerSecond, int refused, int failed) {
    Sample begin = new Sample(0, Duration.ZERO, 0, 0, 1000, refused, 0, 64);
    Duration cpu = Duration.ofMillis(stepsPerSecond);
    return new Trial(
        model,
        List.of(
            begin,
            new Sample(10_000_000_000L, cpu, 10L * stepsPerSecond, 0, 1000, refused, failed, 64)));
  }

  /** Clients are refused when the load connects, while the server warms up. */
  @Test
  void shouldNotAdviseAModelThatLosesWhatOthersServe() {
    Advice advice =
        new Advice(
            List.of(
                life("virtual", 1000, 20),
                lossy("pool", 1200, 500, 0),
                lossy("loops", 1200, 0, 30),
                life("virtual", 1000, 20),
                lossy("pool", 1200, 500, 0),
                lossy("loops", 1200, 0, 30)));

    assertThat(advice.model()).isEqualTo("virtual");
    assertThat(advice.sentences())
        .containsExactly(
            "cal.model=virtual: it does 1,000 steps a second, and no other model serves this"
                + " load.");
    assertThat(AdviceTable.of(advice))
        .contains("refused or failed 50% of its activities")
        .contains("refused or failed 3% of its activities");
  }

  /** The load ends connections hard, under whichever model. */
  @Test
  void shouldCompareModelsThatFailAlike() {
    Advice advice = new Advice(List.of(lossy("virtual", 1000, 0, 900), lossy("pool", 990, 0, 905)));

    assertThat(advice.rows()).allMatch(advice::serves);
  }

  @Test
  void shouldListAModelThatServesNothingBesideTheOthers() {
    Advice advice =
        new Advice(
            List.of(
                lossy("none", 0, 0, 0),
                life("virtual", 1000, 20),
                lossy("failing", 100, 0, 1000),
                life("virtual", 1000, 20),
                lossy("none", 0, 0, 0)));

    assertThat(advice.model()).isEqualTo("virtual");
    assertThat(AdviceTable.of(advice).lines().map(line -> line.strip().replaceAll(" +", " ")))
        .containsExactly(
            "model steps/s CPU s/1,000 of two lives memory MB refused failed",
            "none 0.0 - - to - 64 0 0 nothing ended well",
            "virtual 1,000.0 0.0200 0.0200 to 0.0200 64 40 0 <- best",
            "failing 0.0 - - to - 64 0 1000 nothing ended well");
    assertThat(AdvicePage.of(advice, "load")).doesNotContain("NaN");
  }

  @Test
  void shouldAdviseTheLeastCpuTimeOfThoseThatServe() {
    Advice advice =
        new Advice(
            List.of(
                life("thread", 900, 20),
                life("virtual", 1000, 15),
                life("reactive", 990, 10),
                life("pool", 100, 5),
                life("thread", 910, 22),
                life("virtual", 1000, 16),
                life("reactive", 995, 11),
                life("pool", 100, 5)));

    assertThat(advice.model()).isEqualTo("reactive");
    assertThat(advice.sentences())
        .containsExactly(
            "cal.model=reactive: its steps take 32% less CPU time than those of the next,"
                + " virtual.");
    assertThat(AdviceTable.of(advice).lines().map(line -> line.strip().replaceAll(" +", " ")))
        .containsExactly(
            "model steps/s CPU s/1,000 of two lives memory MB refused failed",
            "thread 905.0 0.0210 0.0200 to 0.0220 64 40 0",
            "virtual 1,000.0 0.0155 0.0150 to 0.0160 64 40 0",
            "reactive 992.5 0.0105 0.0100 to 0.0110 64 40 0 <- best",
            "pool 100.0 0.0050 0.0050 to 0.0050 64 40 0 too slow for this load");
  }

  @Test
  void shouldSayWhatCannotBeToldApart() {
    Advice advice =
        new Advice(
            List.of(
                life("virtual", 1000, 10),
                life("virtual", 1000, 14),
                life("reactive", 1000, 13),
                life("reactive", 1000, 13)));

    assertThat(advice.sentences().getLast()).startsWith("Doubt: it cannot be told from reactive ");
  }

  @Test
  void shouldSayThatNoOtherServes() {
    Advice advice = new Advice(List.of(life("virtual", 1000, 10), life("pool", 100, 5)));

    assertThat(advice.sentences())
        .containsExactly(
            "cal.model=virtual: it does 1,000 steps a second, 10.0 times as many as the next,"
                + " pool.");
  }

  /** Adopted threads have a step each; a load that ends is a unit of its own. */
  @Test
  void shouldCountRunsOfTheLoadWhereStepsAreFew() {
    List<Sample> dear =
        List.of(
            sample(0, 0, 1, 3), sample(2, 100, 1, 4), sample(6, 900, 1, 6), sample(8, 1000, 1, 6));
    List<Sample> cheap = List.of(sample(0, 0, 1, 3), sample(2, 100, 1, 4), sample(6, 500, 1, 6));
    Advice advice = new Advice(List.of(new Trial("thread", dear), new Trial("virtual", cheap)));

    assertThat(advice.unit()).isEqualTo("runs of the load");
    assertThat(advice.rows())
        .extracting(Advice.Row::model, Advice.Row::rate, row -> Math.round(row.cpu()))
        .containsExactly(tuple("thread", 0.5, 400L), tuple("virtual", 0.5, 200L));
    assertThat(advice.model()).isEqualTo("virtual");
  }

  @Test
  void shouldRefuseALoadThatShowsNothing() {
    List<Sample> samples = List.of(sample(0, 0, 1, 0), sample(9, 100, 1, 0));

    assertThatThrownBy(() -> new Advice(List.of(new Trial("virtual", samples))))
        .isInstanceOf(Untried.class)
        .hasMessageContaining("give a load that ends after some work");
  }

  @Test
  void shouldSayWhichModelsCouldNotBeTried() {
    Advice advice =
        new Advice(
            List.of(life("virtual", 1000, 10)),
            List.of("model thread: the server ended with status 1: no thread"));

    assertThat(advice.sentences())
        .hasSize(2)
        .endsWith("Left out: model thread: the server ended with status 1: no thread");
  }

  @Test
  void shouldShowAPageThatTrustsNoWord() {
    Advice advice = new Advice(List.of(life("virtual", 1000, 10), life("<b>", 1000, 20)));

    assertThat(AdvicePage.of(advice, "curl 'a?b<c&d'"))
        .contains("<h1>virtual</h1>", "width: 50%", "width: 100%", "&lt;b&gt;", "a?b&lt;c&amp;d")
        .doesNotContain("<b>");
  }

  /** A server under one model does not start; the others are tried all the same. */
  @Test
  void shouldTryTheOthersWhereTheFirstModelCannotBeTried() {
    List<String> tried = new ArrayList<>();
    Trials trials =
        new Trials(
            List.of("a", "b", "c"),
            model -> {
              tried.add(model);
              return List.of("/bin/sh", "-c", "echo no " + model + "; exit 3");
            },
            "true",
            Duration.ofSeconds(12));

    assertThatThrownBy(() -> trials.run(line -> {}))
        .isInstanceOf(Untried.class)
        .hasMessage("model a: the server ended with status 3: no a");
    assertThat(tried).containsExactly("a", "b");
  }

  @Test
  void shouldAskForMoreTime() {
    assertThatThrownBy(() -> new Trials(List.of("a", "b"), List::of, "true", Duration.ofSeconds(6)))
        .hasMessage("2 models have 1.5 s each, twice; give them 0.1 minutes, or name fewer");
  }
}
