package cal.bench.tournament;

import cal.bench.experiment.Median;
import cal.bench.experiment.Row;
import cal.cli.load.result.LoadResult;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The doubtful figures of a case. Answers a second and latencies are doubtful where the clients may
 * be the limit. Latencies are doubtful, too, where some clients had no answer, since only answers
 * have a latency. Stateless.
 */
public final class Caveats {
  /** The part of a row's clients that has to wait for an answer at a time. */
  private static final double LEAST_ACTIVE = 0.7;

  /** The largest difference of equal capacities, as a part of their mean. */
  private static final double ALIKE = 0.1;

  private static final Set<String> LATENCIES = Set.of(SlotFigures.P50, SlotFigures.P99);
  private static final Set<String> OF_CLIENTS =
      Set.of(SlotFigures.ANSWERS, SlotFigures.P50, SlotFigures.P99);

  private Caveats() {}

  /**
   * Marks figures.
   *
   * @param rows of a case, the baseline first
   * @param clients of each server
   * @return the same rows, with doubtful figures
   */
  public static List<Row> of(List<Row> rows, int clients) {
    boolean alone = isRefused(rows.getFirst(), clients);
    return rows.stream()
        .map(row -> alone ? row.apart() : row)
        .map(
            row -> {
              if (isRefused(row, clients)) {
                return row.refused();
              }
              Set<String> doubtful = new HashSet<>(row.doubtful());
              if (isBusy(row, SlotFigures.LOOKS_GENERATOR)) {
                doubtful.add(SlotFigures.CAPACITY);
              }
              if (isBusy(row, SlotFigures.GENERATOR)) {
                doubtful.addAll(OF_CLIENTS);
              }
              if (isPartlyServed(row, clients)) {
                doubtful.addAll(LATENCIES);
              }
              return row.with(doubtful);
            })
        .toList();
  }

  /** By Little's law: waiting clients are the answers a second times their latency. */
  private static boolean isRefused(Row row, int clients) {
    Double active = row.figures().get(SlotFigures.ACTIVE);
    return active != null && active < LEAST_ACTIVE * clients;
  }

  /** The latencies of an open loop are not of the clients served before. */
  private static boolean isPartlyServed(Row row, int clients) {
    return !row.isRefused()
        && !row.figures().containsKey(SlotFigures.CAPACITY)
        && row.figures().get(SlotFigures.SERVED) < clients;
  }

  private static boolean isBusy(Row row, String share) {
    Double percent = row.figures().get(share);
    return percent != null && percent >= LoadResult.BUSY * 100;
  }

  /**
   * Tells the reasons.
   *
   * @param rows of {@link #of}
   * @param clients of each server
   * @return a sentence for each reason, to be added to
   */
  public static List<String> warnings(List<Row> rows, int clients) {
    List<String> warnings = new ArrayList<>();
    busy(rows, SlotFigures.GENERATOR, "answers/s and latencies", warnings);
    busy(rows, SlotFigures.LOOKS_GENERATOR, "capacities", warnings);
    String few = names(rows.stream().filter(Row::isRefused).toList(), SlotFigures.ACTIVE);
    if (!few.isEmpty()) {
      warnings.add(
          "by Little's law fewer than %.0f%% of the clients waited at a time, so these rows are refused; clients: %s"
              .formatted(LEAST_ACTIVE * 100, few));
    }
    String partly =
        names(
            rows.stream().filter(row -> isPartlyServed(row, clients)).toList(), SlotFigures.SERVED);
    if (!partly.isEmpty()) {
      warnings.add(
          "not all clients were served, and latencies are those of who was; served: " + partly);
    }
    return warnings;
  }

  private static void busy(List<Row> rows, String share, String figures, List<String> warnings) {
    String busy = names(rows.stream().filter(row -> isBusy(row, share)).toList(), share);
    if (!busy.isEmpty()) {
      warnings.add(
          "clients took %.0f%% of their core or more, and so may limit %s; CPU time tells: %s"
              .formatted(LoadResult.BUSY * 100, figures, busy));
    }
  }

  /**
   * Warns of other work on a server's cores in half of the slots or more.
   *
   * @param slots with the seen work
   * @param warnings to be added to
   */
  public static void addOthers(String server, Stream<LoadResult> slots, List<String> warnings) {
    double[] shares =
        slots
            .map(LoadResult::othersCpuShare)
            .filter(Objects::nonNull)
            .mapToDouble(share -> share)
            .toArray();
    double median = shares.length == 0 ? 0 : Median.of(shares);
    if (median > LoadResult.DISTURBED) {
      warnings.add(
          "something else took %.0f%% of the core(s) of %s in its slots; measure again"
              .formatted(100 * median, server));
    }
  }

  /**
   * Warns of each pair of the baseline's JVMs whose capacities differ, where loads are {@link
   * Offer.Unit#OF_THE_BASELINE}.
   *
   * @param warnings to be added to
   */
  public static void addUnlike(Contestant baseline, Contestant again, List<String> warnings) {
    List<Double> capacities = baseline.capacities();
    for (int i = 0; i < capacities.size(); i++) {
      double one = capacities.get(i);
      double other = again.capacities().get(i);
      if (Math.abs(one - other) > ALIKE * (one + other) / 2) {
        warnings.add(
            "the first server had a capacity of %,.0f/s in one JVM and of %,.0f/s in the other, so loads are parts of a mean"
                .formatted(one, other));
      }
    }
  }

  private static String names(List<Row> rows, String key) {
    return rows.stream()
        .map(
            row ->
                "%s%s (%,.0f)"
                    .formatted(row.server(), row.again() ? " again" : "", row.figures().get(key)))
        .collect(Collectors.joining(", "));
  }
}
