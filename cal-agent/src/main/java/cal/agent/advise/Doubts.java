package cal.agent.advise;

import cal.agent.advise.Sample.Cpu;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/** Reasons to trust advice less, each with a remedy. Stateless. */
final class Doubts {
  /** A part of the machine. */
  private static final double MUCH = 0.1;

  /** A part of the machine, from which on nothing goes faster. */
  private static final double FULL = 0.85;

  /** Lives of a model that differ by less are usual. */
  private static final double WIDE = 0.15;

  private static final int FEW_UNITS = 200;
  private static final int FEW_RUNS = 5;

  private Doubts() {}

  /**
   * The doubts, in a clause each.
   *
   * @param cores of the machine
   */
  static List<String> of(Advice advice, int cores) {
    List<String> doubts = new ArrayList<>();
    if (advice.rows().size() == 1) {
      return doubts; // nothing was compared
    }
    untold(advice, doubts);
    slow(advice, doubts);
    slower(advice, doubts);
    lives(advice, doubts);
    few(advice, doubts);
    machine(advice, doubts, cores);
    return doubts;
  }

  /** Models that are not as good by these figures, and may be by others. */
  private static void untold(Advice advice, List<String> doubts) {
    Row best = advice.best();
    String alike =
        advice.rows().stream()
            .filter(row -> !row.equals(best) && advice.serves(row))
            .filter(row -> !advice.asGood().contains(row) && !advice.dropped(row))
            .filter(row -> advice.dearer(row, best) <= Advice.CLEARLY)
            .map(Row::model)
            .collect(Collectors.joining(", "));
    if (!alike.isEmpty()) {
      doubts.add(
          "%s may be as good, for lives of a model differ by %.0f%%; more --minutes tell"
              .formatted(alike, 100 * advice.spread()));
    }
  }

  /** Models that are cheaper, and not chosen since others do more of the load. */
  private static void slow(Advice advice, List<String> doubts) {
    Row best = advice.best();
    advice.rows().stream()
        .filter(row -> advice.answersWell(row) && !advice.serves(row))
        .filter(row -> Advice.AS_GOOD * row.cpu() < best.cpu())
        .forEach(
            row ->
                doubts.add(
                    "%s takes %.0f%% less CPU time at %.0f%% of the rate; choose it if this is enough"
                        .formatted(
                            row.model(),
                            100 * (1 - row.cpu() / best.cpu()),
                            100 * row.rate() / best.rate())));
  }

  /** The chosen model itself, where rates differ too much to tell. */
  private static void slower(Advice advice, List<String> doubts) {
    Row best = advice.best();
    Row fastest = advice.fastest();
    if (best.rate() < Advice.ENOUGH * fastest.rate()) {
      doubts.add(
          "%s has only %.0f%% of the rate of %s, where rates of lives differ; more --minutes tell"
              .formatted(best.model(), 100 * best.rate() / fastest.rate(), fastest.model()));
    }
  }

  private static void lives(Advice advice, List<String> doubts) {
    if (advice.spread() > WIDE) {
      doubts.add(
          "lives of a model differ by %.0f%%; try again while the machine is idle"
              .formatted(100 * advice.spread()));
    }
  }

  private static void few(Advice advice, List<String> doubts) {
    Work work = advice.work();
    int enough = work.unit() == Work.Unit.RUNS ? FEW_RUNS : FEW_UNITS;
    double least =
        advice.livesOfBest().stream().mapToDouble(trial -> trial.units(work)).min().orElseThrow();
    if (least < enough) {
      doubts.add(
          "a life counted only %.0f %s; give more --minutes, or a load that asks for more"
              .formatted(least, work.unit().plural));
    }
  }

  private static void machine(Advice advice, List<String> doubts, int cores) {
    double machine = cores(advice, Cpu::machine);
    if (machine == 0) {
      return; // the system does not tell
    }
    double server = cores(advice, cpu -> cpu.server() + cpu.compilers());
    double load = cores(advice, Cpu::load);
    double others = machine - server - load;
    if (others > MUCH * cores) {
      doubts.add(
          "other processes took %.0f%% of the machine; try again while they rest"
              .formatted(100 * others / cores));
    }
    if (machine < FULL * cores) {
      doubts.add(
          "the machine was idle for %.0f%% of the time, so rates tell no model's limit; CPU time"
                  .formatted(100 * (1 - machine / cores))
              + " decides");
    } else if (load > server) {
      doubts.add(
          "the load took %.1f cores and the server %.1f, so the load was the limit; rates differ"
                  .formatted(load, server)
              + " more where the load runs elsewhere");
    }
  }

  /** Of the chosen model, in the middle of its lives. */
  private static double cores(Advice advice, ToLongFunction<Cpu> nanos) {
    return Spread.median(advice.livesOfBest().stream().map(trial -> trial.cores(nanos)).toList());
  }
}
