package cal.bench;

import static java.util.stream.Collectors.joining;

import cal.bench.experiment.Ratio;
import cal.bench.load.LoadResult;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/** How {@link OrbExperiment} is read: a table with a row for each case. Stateless. */
final class OrbReport {
  private static final String NOISE = " ~";

  private OrbReport() {}

  static ExperimentReport<OrbRow> of(
      ResultFiles files, Map<String, String> machine, int rounds, int forks) {
    return new ExperimentReport<OrbRow>(
            files,
            machine,
            """
            # JacORB under CAL, as it is, and tuned

            Each figure is the median of %d rounds in turns, on %d sets of JVMs; all servers are \
            alive with their clients connected, and held (SIGSTOP) outside their turns, warmed up \
            by two clients, which leave the compiler its share of the core, and then by all: right answers a \
            second; CPU seconds of the server for 1,000 of them. Ratios above 1 are in favour of the \
            woven server, with their 95%% bootstrap interval; a goal is met where the interval lies \
            above it less 0.05. "itself" compares two JVMs of the same woven server: where that \
            differs from 1 by more than 5%%, the case's ratios are marked ~, and the machine was too \
            noisy to say. Rounds in which a server served nobody are in no ratio. The model is the \
            one with the most answers a second of those that were tried beforehand, in turns of \
            their own. Tuned: request processors 20, queue 100,000, receptors 5,000. Served and \
            fairness are of one long turn at the end (woven, JacORB, tuned); of sustained clients \
            each has to be served and none refused. Clients that take more than 90%% of their core \
            (marked !) may be what limits the answers. A client that is refused rests for 100 ms, \
            between turns for 5 s, and connects again.
            """
                .formatted(rounds, forks))
        .remarks(rows -> rows.stream().flatMap(row -> row.shortcomings().stream()).toList())
        .column("case", OrbRow::name)
        .column("model", OrbRow::model)
        .column("models tried", OrbReport::tried)
        .column("answers/s woven", row -> rate(row.woven()))
        .column("answers/s JacORB", row -> rate(row.jacorb()))
        .column("answers/s tuned", row -> rate(row.tuned()))
        .column("CPU s/1,000 woven", row -> cpu(row.woven()))
        .column("CPU s/1,000 JacORB", row -> cpu(row.jacorb()))
        .column("CPU s/1,000 tuned", row -> cpu(row.tuned()))
        .column("answers/s over JacORB", row -> rate(row, row.againstDefault()))
        .column("CPU over JacORB", row -> cpu(row, row.againstDefault()))
        .column("goal over JacORB", row -> goal(row, row.againstDefault()))
        .column("answers/s over tuned", row -> rate(row, row.againstTuned()))
        .column("CPU over tuned", row -> cpu(row, row.againstTuned()))
        .column("goal over tuned", row -> goal(row, row.againstTuned()))
        .column("answers/s over itself", row -> rate(row, row.againstItself()))
        .column("CPU over itself", row -> cpu(row, row.againstItself()))
        .column("served", OrbReport::served)
        .column("fairness", OrbReport::fairness)
        .column("clients' core", OrbReport::clientsShare)
        .column("errors", OrbReport::errors);
  }

  private static String tried(OrbRow row) {
    return row.tried() == null
        ? ""
        : row.tried().entrySet().stream()
            .map(model -> "%s %,.0f".formatted(model.getKey(), model.getValue()))
            .collect(joining(", "));
  }

  private static String rate(OrbRow.Shown shown) {
    return "%,.0f".formatted(shown.rate());
  }

  private static String cpu(OrbRow.Shown shown) {
    return shown.cpu() == null ? "none served" : "%.4f".formatted(shown.cpu());
  }

  private static String rate(OrbRow row, OrbRow.Against against) {
    return ratio(against.rate(), against.servedNone(), row.isNoisyRate());
  }

  private static String cpu(OrbRow row, OrbRow.Against against) {
    return ratio(against.cpu(), against.servedNone(), row.isNoisyCpu());
  }

  private static String ratio(Ratio ratio, long servedNone, boolean noisy) {
    if (ratio == null) {
      return "served none";
    }
    String rest = servedNone == 0 ? "" : ", served none in " + servedNone + " rounds";
    return ratio + rest + (noisy ? NOISE : "");
  }

  private static String goal(OrbRow row, OrbRow.Against against) {
    return against.goal() == null
        ? ""
        : "%s: answers/s %s, CPU %s"
            .formatted(
                against.goal(),
                met(against, against.rate(), row.isNoisyRate()),
                met(against, against.cpu(), row.isNoisyCpu()));
  }

  private static String met(OrbRow.Against against, Ratio ratio, boolean noisy) {
    if (ratio == null) {
      return "yes, served none";
    }
    return noisy ? "too noisy to say" : yes(ratio.meets(against.goal()));
  }

  private static String yes(boolean met) {
    return met ? "yes" : "**no**";
  }

  private static String served(OrbRow row) {
    return "%,d, %,d, %,d of %,d"
            .formatted(
                row.woven().served(), row.jacorb().served(), row.tuned().served(), row.clients())
        + (row.servesAll() ? ": " + yes(row.isServed()) : "");
  }

  private static String fairness(OrbRow row) {
    return Stream.of(row.woven(), row.jacorb(), row.tuned())
            .map(OrbRow.Shown::fairness)
            .map(value -> value == null ? "none" : "%.2f".formatted(value))
            .collect(joining(", "))
        + (row.fairnessGoal() == null ? "" : "; " + row.fairnessGoal() + ": " + yes(row.isFair()));
  }

  private static String clientsShare(OrbRow row) {
    return Stream.of(row.woven(), row.jacorb(), row.tuned())
        .map(OrbRow.Shown::clientsShare)
        .map(share -> share == null ? "unknown" : percent(share))
        .collect(joining(", "));
  }

  private static String percent(double share) {
    return "%.0f%%%s".formatted(share * 100, share > LoadResult.BUSY ? " !" : "");
  }

  private static String errors(OrbRow row) {
    return "woven %s, JacORB %s, tuned %s"
        .formatted(errors(row.woven()), errors(row.jacorb()), errors(row.tuned()));
  }

  private static String errors(OrbRow.Shown shown) {
    return shown.errors().isEmpty() ? "none" : Objects.toString(shown.errors());
  }
}
