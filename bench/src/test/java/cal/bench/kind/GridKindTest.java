package cal.bench.kind;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cal.bench.Nobody;
import cal.bench.SampleServer;
import cal.bench.experiment.Cell;
import cal.bench.experiment.Figure;
import cal.bench.experiment.Index;
import cal.bench.experiment.MalformedExperiment;
import cal.bench.experiment.Parameters;
import cal.bench.experiment.Plan;
import cal.bench.experiment.Row;
import cal.bench.experiment.Scale;
import cal.bench.server.Jvms;
import cal.bench.server.NamedServer;
import cal.cli.server.WebServers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GridKindTest {
  private static Plan plan(String text) {
    return new GridKind().plan(Parameters.parse("file", text), Scale.FULL);
  }

  /** A server's clocks run on while it is held, with requests half read. */
  @ParameterizedTest
  @CsvSource({
    "vanilla, upload-80k, --read-timeout-ms, 3600000",
    "nio, upload-80k, --read-timeout-ms, 3600000",
    "netty-epoll, upload-64, --read-timeout-ms, 3600000",
    "virtual-by-hand, factor, --read-timeout-ms, 3600000",
    "reactive, upload-80k, --read-timeout, 3600s"
  })
  void shouldPartFromNobodyForTheTimeInWhichItWasHeld(
      String name, String service, String option, String value) {
    List<String> command =
        new NamedServer(name, name, Map.of())
            .patientCommand(new Jvms("512m", 1), service, 1, List.of());

    assertThat(command.subList(command.size() - 2, command.size())).containsExactly(option, value);
    assertThat(command).as("a limit that refuses nobody").contains("-Dcal.max-in-flight=16384");
  }

  @Test
  void shouldGiveTheWebServerMoreOptions() {
    Plan plan =
        plan(
            """
            servers: [{name: a, runs: reactive, options: [--send, transfer]}]
            services: web-500
            baseline: virtual
            """);
    NamedServer server = new NamedServer("a", "reactive", Map.of(), List.of("--send", "transfer"));

    assertThat(plan.cases()).hasSize(3);
    assertThat(server.serves("upload-64")).as("which has no such options").isFalse();
    assertThat(new NamedServer("b", "nginx", Map.of(), List.of("--send")).serves("web-500"))
        .as("of somebody else")
        .isFalse();
    SampleServer.skipUnless(WebServers.isBuilt(), "the web server is not built (mvn verify does)");
    assertThat(server.patientCommand(new Jvms("512m", 1), "web-500", 1, List.of()))
        .containsSequence("--send", "transfer", "--idle-timeout");
  }

  @Test
  void shouldPlanTheSameWhereverItIsListed() {
    Plan plan = plan("servers: [thread, virtual, reactive]\nclients: [10, 4000]\nservices: factor");

    assertThat(plan.connections(plan.cases().getFirst())).isEqualTo(5 * 10);
    assertThat(plan.connections(plan.cases().getLast()))
        .as("three servers at a time")
        .isEqualTo(3 * 4000);
    Duration apart = plan.estimate(plan.cases().getLast());
    assertThat(apart)
        .as("two groups, the second with a baseline of its own")
        .isGreaterThan(plan.estimate(plan.cases().getFirst()).multipliedBy(6).dividedBy(5));
    assertThat(plan.together(plan.cases().getFirst()))
        .as("another number of groups")
        .containsExactly(plan.cases().getFirst());
  }

  @Test
  void shouldWarmAJvmUpOnceForAllNumbersOfClients() {
    Plan plan = plan("servers: virtual\nclients: [10, 100]\nservices: [factor, upload-64]");
    List<Map<String, String>> cases = plan.cases();

    assertThat(plan.together(cases.get(1))).isEqualTo(cases.subList(0, 2));
    assertThat(plan.together(cases.get(2))).isEqualTo(cases.subList(2, 4));
    assertThat(plan.estimate(cases.get(1)).multipliedBy(3))
        .isLessThan(plan.estimate(cases.get(0)).multipliedBy(2));
  }

  @Test
  void shouldAskAllServersForTheSameInAnOpenLoop() {
    String servers = "servers: [virtual]\nclients: 10\nrounds: 3\n";
    Plan closed = plan(servers + "rate: none");
    Plan open = plan(servers);

    assertThat(open.method()).contains("in an open one, 60% of the least capacity (Poisson");
    assertThat(closed.method()).doesNotContain("open one");
    assertThat(open.estimate(open.cases().getFirst()))
        .as("capacities are looked for")
        .isGreaterThan(closed.estimate(closed.cases().getFirst()));
    assertThat(open.figures())
        .filteredOn(figure -> figure.key().equals("answers_per_second"))
        .extracting(Figure::best)
        .containsExactly(Figure.Best.NONE);
    assertThat(plan(servers + "rate: 2000").method()).contains("2,000 requests a second");
    for (String wrong : List.of("0", "-1", "60 %", "much", "1e3")) {
      assertThatThrownBy(() -> plan(servers + "rate: " + wrong))
          .isInstanceOf(MalformedExperiment.class)
          .hasMessageContaining("rate=" + wrong + " is none; write requests a second, as 2000");
    }
  }

  @Test
  void shouldHaveContestsWithBaselinesOfTheirOwn() {
    Plan plan =
        plan(
            """
            services: upload-64
            clients: [10, 100]
            contests:
              - {name: pools, baseline: thread-pool-by-hand, servers: thread-pool}
              - {name: threads, baseline: thread-by-hand, servers: thread, clients: 10, loops: 5}
            """);

    assertThat(plan.cases())
        .extracting(labels -> labels.get("contest") + " " + labels.get("clients"))
        .containsExactly("pools 10", "pools 100", "threads 10");
    assertThat(plan.baseline()).as("no one line is thick").isNull();
    assertThat(plan.method()).contains("servers of other makes that have loops have 2 or 5;");
    assertThatThrownBy(() -> plan("contests: [{servers: virtual}]"))
        .hasMessageContaining("there is no name");
    assertThatThrownBy(() -> plan("contests: [{name: a, servers: virtual, client: 10}]"))
        .hasMessageContaining("did you mean clients?");
    assertThatThrownBy(
            () -> plan("contests: [{name: a, servers: virtual}, {name: a, servers: thread}]"))
        .hasMessageContaining("a is there twice");
  }

  private static final String ALONE =
      """
      turns: alone
      baseline: reactive
      servers: [virtual, adaptive]
      rounds: 1
      contests:
        - {name: few, services: upload-64, clients: 10, idle: 3000}
        - {name: more, services: factor, clients: 20}
      """;

  @Test
  void shouldLetServersLiveAloneThroughAllContests() {
    Plan plan = plan(ALONE);

    assertThat(plan.cases()).extracting("contest").containsExactly("few", "more");
    assertThat(plan.together(plan.cases().get(1))).isEqualTo(plan.cases());
    assertThat(plan.connections(plan.cases().getFirst())).as("of one server").isEqualTo(3010);
    assertThat(plan.estimate(plan.cases().get(1)))
        .isLessThan(plan.estimate(plan.cases().getFirst()));
    assertThat(plan.method()).contains("a server lives alone, and through all cases");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[virtual, adaptive] | [vanilla] | vanilla cannot have all services in one process; name",
        "baseline: reactive | baseline: adaptive | the baseline is to be a model that stays",
        "name: more, | name: more, servers: thread, | the same in all contests; name them above",
        "name: more, | name: more, loops: 3, | loops differs between contests ([2, 3]); servers",
        "name: more, | name: more, store: 'wait:1ms', | store differs between contests ([,"
            + " wait:1ms])",
        "rounds: 1 | store: wait:1ms | a store is for one service; leave store or factor out",
        "services: factor | services: web-mix | cannot have all services in one process; name",
        "idle: 3000 | idl: 3000 | nothing is called idl; did you mean idle?",
        "rounds: 1 | rate: 60% | servers that live alone are asked in a closed loop; write rate:",
        "rounds: 1 | behind: disk:1ms | there is no store before it; write store: wait:10ms",
        "rounds: 1 | store: sleep:1ms | is no time of a frame; write compute:10ms, wait:10ms or",
      })
  void shouldExplainAMistakeOfServersThatLiveAlone(String good, String wrong, String sentence) {
    assertThatThrownBy(() -> plan(ALONE.replace(good, wrong)))
        .isInstanceOf(MalformedExperiment.class)
        .hasMessageContaining(sentence);
  }

  @ParameterizedTest
  @CsvSource({
    "bandwidth: 100, services: upload-64, web servers alone have one; name web-visits",
    "think: 1, services: web-visits, 'all contests have a bandwidth, or none; write 100000'",
    "bandwidth: 0, services: web-visits, bandwidth=0 is out of range; write a whole number"
  })
  void shouldExplainAMistakeOfABandwidth(String first, String services, String sentence) {
    assertThatThrownBy(
            () ->
                plan(
                    "turns: alone\nbaseline: reactive\nservers: virtual\n%s\n".formatted(services)
                        + "contests: [{name: one, %s}, {name: two, bandwidth: 200}]"
                            .formatted(first)))
        .isInstanceOf(MalformedExperiment.class)
        .hasMessageContaining(sentence);
  }

  @Test
  void shouldSayWhatLimitsTheAnswers() {
    assertThat(
            plan("servers: virtual\nbaseline: reactive\nservices: web-5k\nbandwidth: 9").method())
        .contains("Answers are limited by a token bucket of the clients.");
    assertThat(plan("servers: virtual").method()).doesNotContain("limited by");
  }

  /** Both servers listen once, and one of both services by turns. */
  @Tag("measuring")
  @Test
  void shouldLetOneProcessLiveThroughAllContests() throws Exception {
    SampleServer.assumeWoven();
    Plan plan =
        new GridKind()
            .plan(
                Parameters.parse("file", ALONE.replace("[virtual, adaptive]", "adaptive")),
                Scale.SMOKE);

    List<Cell> cells = plan.measure(plan.cases(), labels -> new Nobody());

    assertThat(cells).extracting(Cell::labels).isEqualTo(plan.cases());
    for (Cell cell : cells) {
      assertThat(cell.rows())
          .extracting(Row::server)
          .containsExactly("reactive", "reactive", "adaptive");
      assertThat(cell.rows())
          .allSatisfy(row -> assertThat(row.errors()).isEmpty())
          .allSatisfy(row -> assertThat(row.figures().get("clients_served")).isEqualTo(2));
    }
  }

  @Test
  void shouldRefuseAServerThatIsNotInstalled(@TempDir Path nothing) {
    System.setProperty("bench.sbin", nothing.toString());
    try {
      assertThat(plan("services: web-500\nservers: reactive\nbaseline: nginx").missing())
          .as("as the baseline")
          .contains("no nginx: there is no " + nothing + "/nginx; apt-get install nginx");
      assertThat(plan("services: web-500\nservers: httpd-event\nbaseline: virtual").missing())
          .as("beside a baseline")
          .contains("no httpd-event: there is no " + nothing + "/apache2; apt-get install apache2");
      assertThat(plan("services: web-500\nservers: reactive\nbaseline: virtual").missing())
          .isEmpty();
    } finally {
      System.clearProperty("bench.sbin");
    }
  }

  @Test
  void shouldGiveAServerItsOwnNumberOfLoops() {
    Map<String, String> four = Map.of("cal.reactive-pool.loops", "4");
    List<String> command =
        new NamedServer("four", "reactive-pool", four)
            .command(new Jvms("512m", 1), "upload-64", 2, List.of());

    assertThat(command.stream().filter(word -> word.startsWith("-Dcal.reactive-pool.loops=")))
        .as("the JVM takes the last")
        .last()
        .isEqualTo("-Dcal.reactive-pool.loops=4");
  }

  @Test
  void shouldShowTheBaselineThatIsFarthestFromItself() {
    Row near = again(102);
    Row low = again(90);

    assertThat(GridPlan.worst(List.of(near, low, again(110)))).isSameAs(low);
    assertThat(GridPlan.worst(List.of(near))).isSameAs(near);
  }

  private static Row again(double index) {
    return new Row(
        "vanilla",
        true,
        Map.of(),
        Map.of("cpu_index", new Index(index, index, index, 8)),
        Map.of());
  }
}
