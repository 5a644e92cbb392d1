package cal.bench.kind;

import cal.bench.experiment.Index;
import cal.bench.experiment.Row;
import cal.bench.server.NamedServer;
import cal.bench.tournament.Contestant;
import cal.bench.tournament.SlotFigures;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Makes the rows of a case, with the figures that its load has. Immutable. */
final class Rows {
  private final ContestLoad load;
  private final boolean thinking;

  /** Whether an answer's time tells servers apart: nobody is held, or clients think. */
  private final boolean timed;

  /** Null where no server follows the load. */
  private final Beside beside;

  /**
   * Of a contest.
   *
   * @param alone whether servers live alone
   * @param first the contestants of the first group
   * @param seats the servers that they are
   */
  Rows(Contest contest, boolean alone, List<Contestant> first, List<NamedServer> seats) {
    load = contest.load();
    thinking = load.isThinking();
    timed = thinking || alone;
    List<Contestant> models = new ArrayList<>();
    for (int i = 0; i < seats.size(); i++) {
      if (!seats.get(i).isAdaptive()) {
        models.add(first.get(i));
      }
    }
    beside = models.size() == seats.size() ? null : new Beside(models);
  }

  /** The row of a server beside the baseline of its group. */
  Row row(String name, boolean again, Contestant contestant, Contestant baseline) {
    Row row =
        thinking
            ? contestant.rowOfThinking(name, again, baseline)
            : contestant.row(name, again, baseline);
    row = withLayers(row, contestant);
    if (timed) {
      Index index =
          contestant == baseline
              ? Index.BASE
              : Index.of(
                  SlotFigures.times(contestant.slots()), SlotFigures.times(baseline.slots()));
      Map<String, Index> indices = new LinkedHashMap<>(row.indices());
      if (index != null) {
        indices.put(SlotFigures.TIME_INDEX, index);
      }
      row = new Row(name, again, row.figures(), indices, row.errors());
    }
    return beside == null ? row : beside.row(row, contestant);
  }

  /**
   * With the requests inside a server in layers, and the utilization of a server behind that takes
   * one request after the other: their rate by their time (Denning and Buzen, "The Operational
   * Analysis of Queueing Network Models", 1978).
   */
  private Row withLayers(Row row, Contestant contestant) {
    Double inside = load.store().isEmpty() ? null : contestant.active();
    Row with = inside == null ? row : row.with(SlotFigures.INSIDE, inside);
    double seconds = load.secondsAtDiskBehind();
    return seconds == 0
        ? with
        : with.with(SlotFigures.BEHIND, 100 * seconds * row.value(SlotFigures.ANSWERS));
  }
}
