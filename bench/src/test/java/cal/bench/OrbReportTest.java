package cal.bench;

import static org.assertj.core.api.Assertions.assertThat;

import cal.bench.experiment.Ratio;
import cal.bench.load.LoadResult;
import cal.bench.load.Sessions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OrbReportTest {
  private static final Ratio SAME = Ratio.of(1);

  @TempDir private Path folder;

  @Test
  void shouldSayWhereTheMachineWasTooNoisy() {
    OrbRow calm = row(OrbRow.Against.of(1.5, player(300), player(100)), SAME);
    OrbRow noisy = row(calm.againstDefault(), Ratio.of(1.06));

    assertThat(calm.met()).isTrue();
    assertThat(markdown(calm))
        .contains(
            "| 3.000 (3.000 to 3.000) |",
            "| 1.5: answers/s yes, CPU yes |",
            "| 91% !, 91% !, 91% ! |");
    assertThat(noisy.met()).isFalse();
    assertThat(noisy.shortcomings())
        .containsExactly(
            "mine was too noisy to say by answers/s: over itself 1.060 (1.060 to 1.060)");
    assertThat(markdown(noisy))
        .contains(
            "| 3.000 (3.000 to 3.000) ~ |",
            "| 1.5: answers/s too noisy to say, CPU yes |",
            "| 1.060 (1.060 to 1.060) ~ |");
  }

  @Test
  void shouldSayWhichGoalIsMissed() throws Exception {
    OrbRow slow = row(OrbRow.Against.of(3.5, player(300), player(100)), SAME);
    String missed =
        "mine missed its goal: answers/s over JacORB is 3.000 (3.000 to 3.000), not 3.5";

    assertThat(slow.shortcomings()).hasSize(2).contains(missed);
    assertThat(markdown(slow)).contains("- " + missed);
    assertThat(Files.readString(folder.resolve("mine/results.json")))
        .contains("\"remarks\"", missed);
  }

  @Test
  void shouldSayWhereJacorbServedNobody() throws Exception {
    OrbRow never = row(OrbRow.Against.of(1.5, player(300, 300), player(0, 0)), SAME);
    OrbRow once = row(OrbRow.Against.of(1.5, player(300, 300), player(0, 100)), SAME);

    assertThat(never.met()).isTrue();
    assertThat(markdown(never)).contains("| served none |", "answers/s yes, served none");
    assertThat(markdown(once)).contains("| 3.000 (3.000 to 3.000), served none in 1 rounds |");
    assertThat(Files.readString(folder.resolve("mine/results.json")))
        .doesNotContain("Infinity", "NaN");
  }

  @Test
  void shouldAskThatSustainedClientsAreServedAndFairly() {
    OrbRow.Shown unfair = new OrbRow.Shown(300, 0.1, 1999, 0.84, Map.of(), 0.5);
    OrbRow row =
        new OrbRow(
            "mine",
            2000,
            "reactive",
            null,
            1,
            unfair,
            unfair,
            unfair,
            null,
            null,
            new OrbRow.Against(null, SAME, SAME, 0),
            true,
            0.85);

    assertThat(row.isServed()).isFalse();
    assertThat(row.isFair()).isFalse();
  }

  private String markdown(OrbRow row) {
    ExperimentReport<OrbRow> report =
        OrbReport.of(new ResultFiles(folder.resolve("mine")), Map.of(), 1, 1);
    report.add(row);
    return report.markdown();
  }

  private static OrbRow row(OrbRow.Against jacorb, Ratio rateOverItself) {
    OrbRow.Shown shown = new OrbRow.Shown(300, null, 100, 0.9, Map.of(), 0.91);
    return new OrbRow(
        "mine",
        100,
        "reactive",
        Map.of("reactive", 300.0),
        1,
        shown,
        shown,
        shown,
        jacorb,
        new OrbRow.Against(null, SAME, SAME, 0),
        new OrbRow.Against(null, rateOverItself, SAME, 0),
        true,
        0.85);
  }

  private static Tournament.Player player(double... rates) {
    Tournament.Player player = new Tournament.Player();
    for (double rate : rates) {
      player.turns().add(new Tournament.Turn(1, result(rate), null));
    }
    return player;
  }

  private static LoadResult result(double rate) {
    return new LoadResult(
        "orb-factor",
        Sessions.LONG,
        "127.0.0.1:4000",
        68,
        100,
        100,
        1,
        (long) rate,
        0,
        rate,
        null,
        null,
        Map.of(),
        null,
        null,
        rate == 0 ? null : 30 / rate,
        0.5,
        null,
        List.of());
  }
}
