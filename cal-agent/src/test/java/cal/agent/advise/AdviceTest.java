package cal.agent.advise;

import static cal.agent.advise.Lives.advice;
import static cal.agent.advise.Lives.life;
import static cal.agent.advise.Lives.lossy;
import static cal.agent.advise.Lives.sample;
import static cal.agent.advise.Lives.server;
import static cal.agent.advise.Lives.steps;
import static cal.agent.advise.Lives.twice;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import cal.agent.advise.Sample.Done;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is concluded from figures. */
class AdviceTest {
  private static List<String> table(Advice advice) {
    return AdviceTable.of(advice).lines().map(line -> line.strip().replaceAll(" +", " ")).toList();
  }

  /** Clients are refused when the load connects, while the server warms up. */
  @Test
  void shouldNotAdviseAModelThatLosesWhatOthersServe() {
    Advice advice =
        twice(life("virtual", 1000, 20), lossy("pool", 1200, 500, 0), lossy("loops", 1200, 0, 30));

    assertThat(advice.model()).isEqualTo("virtual");
    assertThat(advice.sentences())
        .containsExactly(
            "cal.model=virtual: it does 1,000 steps a second, and no other model serves this"
                + " load.");
    assertThat(AdviceTable.of(advice))
        .contains("refused or failed 50% of its activities")
        .contains("refused or failed 3% of its activities");
    assertThat(advice.contenders(Advice.CLEARLY)).containsExactly("virtual");
  }

  /** The load ends connections hard, under whichever model. */
  @Test
  void shouldCompareModelsThatFailAlike() {
    Advice advice = advice(lossy("virtual", 1000, 0, 900), lossy("pool", 990, 0, 905));

    assertThat(advice.rows()).allMatch(advice::serves);
  }

  @Test
  void shouldListAModelThatServesNothingBesideTheOthers() {
    Advice advice =
        advice(
            lossy("none", 0, 0, 0),
            life("virtual", 1000, 20),
            lossy("failing", 100, 0, 1000),
            life("virtual", 1000, 20),
            lossy("none", 0, 0, 0));

    assertThat(advice.model()).isEqualTo("virtual");
    assertThat(table(advice))
        .containsExactly(
            "model steps/s CPU s/1,000 of lives lives memory MB refused failed",
            "none 0.0 - - to - 2 64 0 0 nothing ended well",
            "virtual 1,000.0 0.0200 0.0200 to 0.0200 2 64 40 0 <- best",
            "failing 0.0 - - to - 1 64 0 1000 nothing ended well");
    assertThat(AdvicePage.of(advice, "load")).doesNotContain("NaN");
  }

  @Test
  void shouldAdviseTheLeastCpuTimeOfThoseThatServe() {
    Advice advice =
        advice(
            life("thread", 900, 20),
            life("virtual", 1000, 15),
            life("reactive", 990, 10),
            life("pool", 100, 5),
            life("thread", 910, 22),
            life("virtual", 1000, 16),
            life("reactive", 995, 11),
            life("pool", 100, 5));

    assertThat(advice.model()).isEqualTo("reactive");
    assertThat(advice.sentences())
        .containsExactly(
            "cal.model=reactive: its steps take 32% less CPU time than those of the next,"
                + " virtual.",
            "Doubt: pool takes 52% less CPU time at 10% of the rate; choose it if this is enough");
    assertThat(table(advice))
        .containsExactly(
            "model steps/s CPU s/1,000 of lives lives memory MB refused failed",
            "thread 905.0 0.0210 0.0200 to 0.0220 2 64 40 0",
            "virtual 1,000.0 0.0155 0.0150 to 0.0160 2 64 40 0",
            "reactive 992.5 0.0105 0.0100 to 0.0110 2 64 40 0 <- best",
            "pool 100.0 0.0050 0.0050 to 0.0050 2 64 40 0 too slow for this load");
  }

  /** Within 2% the first of the models, which is the simplest; within 5% it is told. */
  @Test
  void shouldChooseTheFirstOfEquals() {
    Advice advice =
        twice(
            life("thread", 1000, 1040),
            life("virtual", 1000, 1015),
            life("loops", 1000, 1000),
            life("pool", 1000, 1060));

    assertThat(advice.model()).isEqualTo("virtual");
    assertThat(advice.sentences())
        .containsExactly(
            "cal.model=virtual: its steps take 1% more CPU time than those of loops, named behind"
                + " it.",
            "As good, within 5%: thread, loops.",
            "Doubt: pool may be as good, for lives of a model differ by 7%; more --minutes tell");
  }

  /** One disturbed life of three decides nothing. */
  @Test
  void shouldTakeTheMedianOfLives() {
    Advice advice =
        advice(
            life("virtual", 1000, 100),
            life("virtual", 1000, 190),
            life("virtual", 1000, 101),
            life("loops", 1000, 120),
            life("loops", 1000, 121),
            life("loops", 1000, 119));

    assertThat(advice.model()).isEqualTo("virtual");
    assertThat(advice.sentences())
        .containsExactly(
            "cal.model=virtual: its steps take 16% less CPU time than those of the next, loops.",
            "Doubt: loops may be as good, for lives of a model differ by 20%; more --minutes tell",
            "Doubt: lives of a model differ by 20%; try again while the machine is idle");
  }

  /** A model that went out early is not chosen by its few lives. */
  @Test
  void shouldChooseAmongModelsThatStayed() {
    Advice advice =
        advice(
            life("virtual", 1000, 100),
            life("virtual", 1000, 110),
            life("virtual", 1000, 110),
            life("loops", 1000, 105));

    assertThat(advice.model()).isEqualTo("virtual");
  }

  @Test
  void shouldSayThatNoOtherServes() {
    Advice advice = advice(life("virtual", 1000, 10), life("pool", 100, 5));

    assertThat(advice.sentences())
        .startsWith(
            "cal.model=virtual: it does 1,000 steps a second, 10.0 times as many as the next,"
                + " pool.");
  }

  /** Under event loops a blocking hand-off is a step of its own, elsewhere none. */
  @Test
  void shouldCountStepsOfStagesThatEachModelHas() {
    Done none = new Done(Map.of("connection", 0L, "store", 0L), 0, 0);
    Done both = new Done(Map.of("connection", 5000L, "store", 5000L), 0, 0);
    Advice advice =
        advice(
            new Trial(
                "virtual",
                List.of(sample(0, steps(0), server(0)), sample(2, steps(5000), server(1000)))),
            new Trial("loops", List.of(sample(0, none, server(0)), sample(2, both, server(1200)))));

    assertThat(advice.rows()).extracting(Row::rate).containsExactly(2500.0, 2500.0);
    assertThat(advice.model()).isEqualTo("virtual");
  }

  /** Adopted threads have a step each. A load of a fixed time does more work under one model. */
  @Test
  void shouldCountBytesOfTheNetworkWhereStepsAreFew() {
    Advice advice =
        advice(
            new Trial("thread", List.of(sent(0, 0, 0), sent(2000, 1000, 1))),
            new Trial("virtual", List.of(sent(0, 0, 0), sent(3000, 1200, 1))));

    assertThat(advice.work().unit()).isEqualTo(Work.Unit.KILOBYTES);
    assertThat(advice.model()).isEqualTo("virtual");
    assertThat(table(advice).getFirst()).startsWith("model KB/s CPU s/1,000 ");
  }

  private static Sample sent(long kilobytes, long cpuMillis, int runs) {
    Done done = new Done(Map.of("threads", 1L), 1024 * kilobytes, runs);
    return sample(runs, done, server(cpuMillis));
  }

  /** Where the system tells nothing of the network, a load that ends is a unit of its own. */
  @Test
  void shouldCountRunsOfTheLoadWhereNothingElseIsTold() {
    List<Sample> dear =
        List.of(
            sample(0, 0, 1, 3), sample(2, 100, 1, 4), sample(6, 900, 1, 6), sample(8, 1000, 1, 6));
    List<Sample> cheap = List.of(sample(0, 0, 1, 3), sample(2, 100, 1, 4), sample(6, 500, 1, 6));
    Advice advice = advice(new Trial("thread", dear), new Trial("virtual", cheap));

    assertThat(advice.work().unit()).isEqualTo(Work.Unit.RUNS);
    assertThat(advice.rows())
        .extracting(Row::model, Row::rate, row -> Math.round(row.cpu()))
        .containsExactly(tuple("thread", 0.5, 400L), tuple("virtual", 0.5, 200L));
    assertThat(advice.sentences())
        .startsWith(
            "cal.model=virtual: its runs of the load take 50% less CPU time than those of the next,"
                + " thread.")
        .contains(
            "Doubt: a life counted only 3 runs of the load; give more --minutes, or a load that"
                + " asks for more");
  }

  @Test
  void shouldRefuseALoadThatShowsNothing() {
    List<Sample> samples = List.of(sample(0, 0, 1, 0), sample(9, 100, 1, 0));

    assertThatThrownBy(() -> advice(new Trial("virtual", samples)))
        .isInstanceOf(Untried.class)
        .hasMessageContaining("give a load that ends after some work");
  }

  @Test
  void shouldSayWhichModelsCouldNotBeTried() {
    Advice advice =
        new Advice(
            List.of(life("virtual", 1000, 10), life("virtual", 1000, 10)),
            List.of("model thread: the server ended with status 1: no thread"));

    assertThat(advice.sentences())
        .hasSize(2)
        .endsWith("Left out: model thread: the server ended with status 1: no thread");
  }

  /** Slots of which one was disturbed: the others agree. */
  @Test
  void shouldForgetADisturbedSlot() {
    Trial life =
        new Trial(
            "virtual",
            List.of(
                sample(0, 0, 0, 0),
                sample(1, 100, 1000, 0),
                sample(2, 500, 1100, 0),
                sample(3, 600, 2100, 0)));
    Work work = Work.of(List.of(life));

    assertThat(life.cpu(work)).isEqualTo(0.1);
    assertThat(life.rate(work)).isEqualTo(1000);
  }

  @Test
  void shouldShowAPageThatTrustsNoWord() {
    Advice advice = advice(life("virtual", 1000, 10), life("<b>", 1000, 20));

    assertThat(AdvicePage.of(advice, "curl 'a?b<c&d'"))
        .contains("<h1>virtual</h1>", "<svg ", "<circle ", "&lt;b&gt;", "a?b&lt;c&amp;d")
        .doesNotContain("<b>");
  }
}
