package cal.bench.tournament;

import static org.assertj.core.api.Assertions.assertThat;

import cal.bench.LoadResults;
import cal.bench.SampleServer;
import cal.bench.baseline.HandWritten;
import cal.bench.experiment.Row;
import cal.bench.load.LoadSession;
import cal.bench.load.LoadSpec;
import cal.bench.load.Sessions;
import cal.bench.load.Workload;
import cal.bench.server.ServerProcess;
import java.io.File;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class TournamentTest {
  private static final Offset<Double> NEARLY = Offset.offset(1e-9);

  @Test
  void shouldCountARoundInWhichOnlyTheBaselineServedAsZero() {
    List<Slot> server = slots(0, 200, 0);
    List<Slot> baseline = slots(100, 100, 100);

    assertThat(SlotFigures.ratio(server, baseline, Slot::rate).median()).isZero();
    assertThat(SlotFigures.ratio(baseline, server, Slot::cpu).median()).isZero();
    assertThat(SlotFigures.ratios(server, baseline).get("cpu_ratio").high())
        .as("the other round counts as well")
        .isCloseTo(2, NEARLY);
    assertThat(SlotFigures.servedNobody(baseline)).isZero();
  }

  @Test
  void shouldLeaveOutRoundsInWhichTheBaselineServedNobody() {
    List<Slot> server = slots(300, 300, 0);
    List<Slot> baseline = slots(100, 0, 0);

    assertThat(SlotFigures.ratios(server, baseline))
        .hasSize(2)
        .allSatisfy((key, ratio) -> assertThat(ratio.low()).isCloseTo(3, NEARLY));
    assertThat(SlotFigures.servedNobody(baseline)).isEqualTo(2);
    assertThat(SlotFigures.ratios(server, slots(0, 0, 0))).isEmpty();
  }

  /** A client that starved in one set of JVMs is not hidden by a later one. */
  @Test
  void shouldTellOfAllSetsOfJvms() {
    Contestant player = new Contestant();
    assertThat(player.fairness()).isNull();
    assertThat(player.served()).isZero();

    player.addFork(0, 4, 0);
    assertThat(player.fairness()).isCloseTo(0, NEARLY);
    player.addFork(0, 5, 5);
    assertThat(player.fairness()).isCloseTo(0.5, NEARLY);
    player.addFork(0, 7, 7);
    assertThat(player.fairness()).isCloseTo(1, NEARLY);
    assertThat(player.served()).isEqualTo(1);

    player.addFork(0, 0, 0);
    assertThat(player.fairness()).as("of nothing there is none").isCloseTo(1, NEARLY);
    assertThat(player.served()).isZero();
  }

  @Tag("measuring")
  @Test
  void shouldMeasureServersThatAreHeldOutsideTheirTurns() throws Exception {
    List<String> twin =
        ServerProcess.java(
            SampleServer.unwovenJar() + File.pathSeparator + System.getProperty("java.class.path"));
    twin.addAll(List.of(HandWritten.class.getName(), "upload", "--model", "thread", "--port", "0"));

    List<Contestant> players =
        Tournament.play(
            List.of(twin, twin),
            (server, most, pace) ->
                LoadSession.open(
                    new LoadSpec(server.address(), Workload.upload(64), Sessions.LONG, 10)
                        .at(pace)
                        .atMost(most),
                    OptionalLong.of(server.pid())),
            new Schedule(4, 2, Duration.ofMillis(200), Duration.ofSeconds(1)),
            Offer.CLOSED);

    for (Contestant player : players) {
      assertThat(player.errors()).isEmpty();
      Row row = player.row("twin", false, players.getFirst());
      assertThat(row.value("clients_served")).isEqualTo(10);
      assertThat(row.value("fairness")).isGreaterThan(0);
      assertThat(row.value("threads")).as("threads, one a connection").isGreaterThan(10);
      assertThat(row.value("peak_rss_mb")).isGreaterThan(10);
      assertThat(player.slots()).extracting(Slot::fork).containsExactly(1, 1, 2, 2);
      assertThat(player.slots())
          .allMatch(slot -> slot.rate() > 0 && slot.cpu() > 0 && slot.switchesAnAnswer() > 0)
          .allMatch(slot -> slot.result().generatorCpuShare() > 0)
          .as("no answer waited for as long as the other server has its slot")
          .allMatch(slot -> slot.result().latency().maxMicros() < 1_000_000);
    }
  }

  private static List<Slot> slots(int... answers) {
    return IntStream.of(answers)
        .mapToObj(each -> new Slot(1, LoadResults.answering(each), null))
        .toList();
  }
}
