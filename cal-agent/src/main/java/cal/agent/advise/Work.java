package cal.agent.advise;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The unit of the work that a load asks for, the same under each model. Steps are requests, as a
 * rule. Adopted threads make a step each: then bytes of the network count, and where the system
 * does not tell these, runs of the load. Immutable.
 *
 * @param unit of the work
 * @param stages whose steps count: a hand-off runs in its caller under one model, and in a step of
 *     its own under another
 */
record Work(Unit unit, Set<String> stages) {
  /** Below this rate, steps are the ends of connections. */
  private static final double FEW = 20;

  private static final int KILO = 1024;

  /** The kind of a unit. */
  enum Unit {
    STEPS("steps", "steps/s", 100),
    KILOBYTES("KB of the network", "KB/s", 100),
    RUNS("runs of the load", "runs/s", 1);

    final String plural;
    final String rate;

    /** Of a slot: a unit more or less is to be a hundredth at most, or whole runs. */
    final int least;

    Unit(String plural, String rate, int least) {
      this.plural = plural;
      this.rate = rate;
      this.least = least;
    }
  }

  /**
   * The unit of some trials.
   *
   * @throws Untried if there is none
   */
  static Work of(List<Trial> trials) {
    Set<String> stages = null;
    for (Trial trial : trials) {
      Set<String> own = trial.last().done().steps().keySet();
      if (stages == null) {
        stages = new TreeSet<>(own);
      }
      stages.retainAll(own);
    }
    for (Unit unit : Unit.values()) {
      Work work = new Work(unit, Set.copyOf(stages));
      double enough = unit == Unit.RUNS ? 0 : FEW;
      if (trials.stream().anyMatch(trial -> trial.meanRate(work) > enough)) {
        return work;
      }
    }
    throw new Untried(
        "the load made fewer than %.0f steps or KB a second that ended well".formatted(FEW)
            + ", and did not end often enough to count its runs; give a load that ends after some"
            + " work, within a second or two",
        null);
  }

  /** The units until a moment. */
  double count(Sample sample) {
    return switch (unit) {
      case STEPS ->
          stages.stream().mapToLong(one -> sample.done().steps().getOrDefault(one, 0L)).sum();
      case KILOBYTES -> (double) sample.done().bytes() / KILO;
      case RUNS -> sample.done().runs();
    };
  }

  /** Whether whole units have ended between two samples, one behind the other. */
  boolean ends(Sample before, Sample after) {
    return unit != Unit.RUNS || after.done().runs() > before.done().runs();
  }
}
