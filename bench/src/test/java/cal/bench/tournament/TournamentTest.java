package cal.bench.tournament;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cal.bench.LoadResults;
import cal.bench.SampleServer;
import cal.bench.baseline.HandWritten;
import cal.bench.experiment.Index;
import cal.bench.experiment.Row;
import cal.cli.load.Clients;
import cal.cli.load.LoadSession;
import cal.cli.load.LoadSpec;
import cal.cli.load.exchange.Workload;
import cal.cli.load.result.LoadResult;
import cal.cli.load.result.Sessions;
import cal.cli.server.ServerProcess;
import cal.cli.support.Failure;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class TournamentTest {
  private static final Offset<Double> NEARLY = Offset.offset(1e-9);

  /** The processes that clients have come to. */
  private final Set<Long> opened = new HashSet<>();

  /** JVMs are one observation each, however many rounds they have. */
  @Test
  void shouldCompareJvmsByTheMedianOfTheirRounds() {
    List<Slot> server = slots(1, 100, 50, 100);
    server.addAll(slots(2, 200, 200, 200));
    List<Slot> baseline = slots(1, 100, 100, 100);
    baseline.addAll(slots(2, 100, 100, 100));

    assertThat(SlotFigures.costs(server)).containsExactly(10.0, 5.0);
    Index index = SlotFigures.indices(server, baseline).get("cpu_index");
    assertThat(index.low()).isCloseTo(50, NEARLY);
    assertThat(index.high()).isCloseTo(100, NEARLY);
    assertThat(index.jvms()).isEqualTo(2);
    assertThat(SlotFigures.indices(baseline, baseline)).containsValue(Index.BASE);
  }

  @Test
  void shouldCompareNobodyWhereMostRoundsOfAJvmHadNoAnswer() {
    assertThat(SlotFigures.indices(slots(1, 0, 100, 0), slots(1, 100, 100, 100))).isEmpty();
    assertThat(SlotFigures.indices(slots(1, 0, 100, 100), slots(1, 100, 100, 100))).isNotEmpty();
    assertThat(SlotFigures.servedNobody(slots(1, 0, 100, 0))).isEqualTo(2);
  }

  /** The CPU time that is shown and the index beside it are of the same means. */
  @Test
  void shouldShowFiguresThatDoNotContradictTheirIndex() {
    Contestant server = new Contestant();
    Contestant baseline = new Contestant();
    for (int jvm = 1; jvm <= 3; jvm++) {
      slots(jvm, 100 * jvm, 90, 300 / jvm).forEach(server::add);
      slots(jvm, 250 / jvm, 80, 110 * jvm).forEach(baseline::add);
    }
    Row row = server.row("server", false, baseline);
    Row base = baseline.row("baseline", false, baseline);

    assertThat(row.value("cpu_index"))
        .isCloseTo(
            100
                * row.value("cpu_seconds_per_1000_answers")
                / base.value("cpu_seconds_per_1000_answers"),
            NEARLY);
    assertThat(base.value("cpu_index")).isEqualTo(100);
  }

  @Test
  void shouldTellTheCapacityApartFromTheOfferedRate() {
    Contestant player = new Contestant();
    player.addLook(new Slot(1, LoadResults.taking(10, 1000), null));
    player.offer(600);
    slots(1, 600, 590, 610).forEach(player::add);
    Row row = player.row("server", false, player);

    assertThat(row.value("capacity_per_second")).isEqualTo(1000);
    assertThat(row.value("offered_per_second")).isEqualTo(600);
    assertThat(row.value("answers_per_second")).isEqualTo(600);
    assertThat(row.figures()).as("clients are free in between").doesNotContainKey("active_clients");
  }

  @Test
  void shouldRefuseAServerThatGaveNoRightAnswerInMostSlots() {
    Contestant silent = new Contestant();
    slots(1, 0, 1, 0).forEach(silent::add);
    Contestant other = new Contestant();
    slots(1, 1, 0, 1).forEach(other::add);
    Map<String, String> labels = Map.of("clients", "100");

    other.requireAnswers("other", labels);
    assertThatThrownBy(() -> silent.requireAnswers("silent", labels))
        .isInstanceOf(Failure.class)
        .hasFieldOrPropertyWithValue("exitCode", 2)
        .hasMessage(
            "silent gave no right answer (clients 100); errors: none; more seconds may tell, as"
                + " --with seconds=2");
  }

  /** Ten clients, and 100 answers a second of all of them. */
  @Test
  void shouldTellTheCycleOfClientsThatThink() {
    Contestant player = new Contestant();
    for (int jvm = 1; jvm <= 3; jvm++) {
      slots(jvm, 100, 100, 90).forEach(player::add);
    }
    Row row = player.rowOfThinking("server", false, player);

    assertThat(row.value("cycle_ms")).isCloseTo(100, NEARLY);
    assertThat(row.value("cycle_95_percent")).isCloseTo(0, NEARLY);
    assertThat(player.row("server", false, player).figures()).doesNotContainKey("cycle_ms");
  }

  /** A client that starved in one JVM is not hidden by a later one. */
  @Test
  void shouldTellOfAllJvms() {
    Contestant player = new Contestant();
    assertThat(player.fairness()).isNull();
    assertThat(player.served()).isZero();

    player.addAnswers(4, 0);
    assertThat(player.fairness()).isCloseTo(0, NEARLY);
    player.addAnswers(5, 5);
    assertThat(player.fairness()).isCloseTo(0.5, NEARLY);
    player.addAnswers(7, 7);
    assertThat(player.fairness()).isCloseTo(1, NEARLY);
    assertThat(player.served()).isEqualTo(1);

    player.addAnswers(0, 0);
    assertThat(player.fairness()).as("of nothing there is none").isCloseTo(1, NEARLY);
    assertThat(player.served()).isZero();
  }

  @Test
  void shouldSayWhereAnswersAreTooFewToTellAFairServer() {
    assertThat(warnings(2, 3))
        .containsExactly(
            "reactive gave a client 2.5 answers, which are whole, so its fairness cannot be above"
                + " 0.80; measure longer");
    assertThat(warnings(10, 20)).as("unfair, not short").isEmpty();
    assertThat(warnings(2, 2)).isEmpty();
  }

  private static List<String> warnings(long... answers) {
    Contestant player = new Contestant();
    player.addAnswers(answers);
    List<String> warnings = new ArrayList<>();
    player.warn("reactive", warnings);
    return warnings;
  }

  @Tag("measuring")
  @Test
  void shouldMeasureServersThatAreHeldOutsideTheirTurnsCaseByCase() throws Exception {
    List<String> twin =
        ServerProcess.java(
            SampleServer.unwovenJar() + File.pathSeparator + System.getProperty("java.class.path"));
    twin.addAll(List.of(HandWritten.class.getName(), "upload", "--model", "thread"));

    List<List<Contestant>> cases =
        Tournament.play(
            List.of(() -> Layers.start(twin), () -> Layers.start(twin)),
            List.of(uploads(10), uploads(30)),
            new Schedule(2, 2, Duration.ofMillis(200), Duration.ofSeconds(1)),
            new Turns(false, Duration.ZERO),
            Offer.CLOSED);

    for (int i = 0; i < 2; i++) {
      int clients = List.of(10, 30).get(i);
      for (Contestant player : cases.get(i)) {
        assertThat(player.errors()).isEmpty();
        Row row = player.row("twin", false, cases.get(i).getFirst());
        assertThat(row.value("clients_served")).isEqualTo(clients);
        assertThat(row.value("fairness")).isGreaterThan(0);
        assertThat(row.value("threads"))
            .as("threads, one a connection")
            .isBetween(clients + 1.0, clients + 30.0);
        assertThat(row.value("peak_rss_mb")).isGreaterThan(10);
        assertThat(player.slots()).extracting(Slot::jvm).containsExactly(1, 1, 2, 2);
        assertThat(player.slots())
            .allMatch(slot -> slot.rate() > 0 && slot.cpu() > 0 && slot.switchesAnAnswer() > 0)
            .allMatch(slot -> slot.result().generatorCpuShare() > 0)
            .as("no answer waited for as long as the other server has its slot")
            .allMatch(slot -> slot.result().latency().maxMicros() < 1_000_000);
      }
    }
    assertThat(opened).as("a server for both cases, in two JVMs each").hasSize(4);
  }

  private Tournament.Load uploads(int clients) {
    return new Tournament.Load(
        (server, most, pace) -> {
          opened.add(server.pid());
          return new Leaving(
              LoadSession.open(
                  new LoadSpec(server.address(), Workload.upload(64), Sessions.LONG, clients)
                      .at(pace)
                      .atMost(most),
                  OptionalLong.of(server.pid())),
              server.pid());
        });
  }

  /** Clients that wait for an answer to their leave, as those of a database do. */
  private record Leaving(Clients clients, long pid) implements Clients {
    @Override
    public LoadResult slot(Duration window) throws InterruptedException {
      return clients.slot(window);
    }

    @Override
    public LoadResult round(Duration window, Duration drain) throws InterruptedException {
      return clients.round(window, drain);
    }

    @Override
    public long[] answersByClient() {
      return clients.answersByClient();
    }

    @Override
    public void close() {
      try {
        String status = Files.readString(Path.of("/proc/" + pid + "/status"));
        assertThat(status).as("a server that is to answer").doesNotContain("T (stopped)");
      } catch (IOException gone) {
        throw new UncheckedIOException(gone);
      }
      clients.close();
    }
  }

  /** Each of a second of CPU time, with so many answers. */
  private static List<Slot> slots(int jvm, int... answers) {
    return IntStream.of(answers)
        .mapToObj(each -> new Slot(jvm, LoadResults.answering(each), null))
        .collect(Collectors.toCollection(ArrayList::new));
  }
}
