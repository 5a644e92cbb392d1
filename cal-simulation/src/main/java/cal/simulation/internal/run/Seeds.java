package cal.simulation.internal.run;

import cal.simulation.internal.program.World;
import cal.simulation.internal.rewrite.Loaders;
import cal.simulation.internal.rewrite.Rewriting;
import cal.simulation.internal.rewrite.SeedLoader;
import cal.simulation.internal.run.Verdict.Outcome;
import cal.simulation.spi.Strategy;
import java.util.function.Supplier;

/**
 * All seeds of an order, one after the other, each with static state of its own. The first seed
 * runs once in vain, for the JDK initializes itself then. A failing seed runs twice before it is
 * told, the first seed in any case, the second time with classes that no seed has used: runs that
 * differ are no proof of anything, and fail. Then its schedule is shrunk.
 */
final class Seeds {
  /** A run with more steps is not shrunk: a thread spins, or each try takes a second. */
  private static final int LONG_STEPS = 200_000;

  /** The seed by which the length of a run is measured. */
  private static final long MEASURED = 0;

  private static final long FIRST_EVENTS = 4_096;

  /** A seed of so many runs again with classes of its own. */
  private static final int CHECKED = 200;

  private final Order order;
  private final Rewriting rewriting;
  private final Said said;

  /** Of the test or of the clients. */
  private final Loaders loaders;

  /** Of servers, which have classes of their own. */
  private final Loaders ofServers;

  /** Of the servers in a run, by the same seed in each process: a crash is among so many. */
  private long usualEvents = FIRST_EVENTS;

  private volatile long seed;
  private volatile String found;

  Seeds(Order order, Rewriting rewriting, Said said) {
    this.order = order;
    this.rewriting = rewriting;
    this.said = said;
    this.loaders = new Loaders(rewriting);
    this.ofServers = new Loaders(rewriting);
  }

  /** Returns the seed that runs now. From any thread. */
  long seed() {
    return seed;
  }

  /**
   * Returns the failure that was found, while its schedule is shrunk; else null. From any thread.
   */
  String found() {
    return found;
  }

  Verdict all() {
    long began = System.nanoTime();
    if (order.machine().crashes() > 0) {
      seed = MEASURED;
      usualEvents = World.MEASURES;
      Run measured = run(); // without an end of its own, where it fails by the limit
      boolean ended = measured.failure() == null && measured.events() > 0;
      usualEvents = ended ? measured.events() : FIRST_EVENTS;
    }
    seed = order.first();
    run();
    int crashed = 0;
    long steps = 0;
    long nanos = 0;
    int aborted = 0;
    String assumption = "";
    String first = null;
    for (int i = 0; i < order.seeds(); i++) {
      seed = order.first() + i;
      Run one = run();
      steps += one.simulation().steps();
      nanos += one.simulation().now();
      crashed += one.crashes() > 0 ? 1 : 0;
      if (one.assumption() != null) {
        aborted++;
        assumption = one.assumption();
      }
      if (one.failure() != null || i % CHECKED == 0) {
        Decisions.Written[] written = new Decisions.Written[1];
        Run two = fresh(one, written);
        String difference = difference(one, two);
        if (difference != null && isOfKeptClasses(one, two)) {
          rewriting.giveUp("seed %d%s".formatted(seed, difference));
          one = two;
          two = fresh(one, written);
          difference = difference(one, two);
        }
        if (difference != null) {
          return new Verdict(Outcome.FAILED, told(one, difference));
        }
        if (one.failure() != null) {
          return new Verdict(Outcome.FAILED, failed(one, two, written[0].decisions()));
        }
        first = first == null ? digest(one) : first;
      }
    }
    if (aborted == order.seeds()) {
      return new Verdict(
          Outcome.NOTHING,
          "nothing was simulated, an assumption fails with each of %d seeds from %d: %s"
              .formatted(aborted, order.first(), assumption));
    }
    double seconds = (System.nanoTime() - began) / 1e9;
    return new Verdict(
        Outcome.PASSED,
        "%s%d seeds from %d pass%s%s, seed %d with digest %s: %d steps and %.1f virtual seconds in %.1f s"
            .formatted(
                rewriting.unfit() == null ? "" : "slow, by " + rewriting.unfit() + ": ",
                order.seeds(),
                order.first(),
                aborted == 0 ? "" : " (%d by a failed assumption)".formatted(aborted),
                crashed + order.machine().crashes() == 0
                    ? ""
                    : ", %d with a crash".formatted(crashed),
                order.first(),
                first,
                steps,
                nanos / 1e9,
                seconds));
  }

  /** Whether the classes that seeds share, and no chance, let two runs of this seed differ. */
  private boolean isOfKeptClasses(Run one, Run fresh) {
    return rewriting.unfit() == null
        && difference(fresh, fresh(fresh, new Decisions.Written[1])) == null
        && difference(one, run(one)) == null;
  }

  private Run run() {
    boolean renewable = rewriting.unfit() == null;
    Run run = run((Run) null);
    return renewable && rewriting.unfit() != null ? run((Run) null) : run;
  }

  private Run run(Run before) {
    SeedLoader loader = loader();
    return run(loader, ofServers::take, Run.strategy(order, loader, seed), before);
  }

  /** Runs with classes that no seed has used, and writes the decisions down. */
  private Run fresh(Run before, Decisions.Written[] written) {
    SeedLoader loader = loaders.fresh();
    written[0] = new Decisions.Written(Run.strategy(order, loader, seed));
    return run(loader, ofServers::fresh, written[0], before);
  }

  private Run run(Decisions decisions, Run before) {
    return run(loader(), ofServers::take, decisions.asStrategy(), before);
  }

  private Run run(SeedLoader loader, Supplier<SeedLoader> servers, Strategy strategy, Run before) {
    return Run.of(order, seed, servers, loader, strategy, said, before, usualEvents);
  }

  private SeedLoader loader() {
    loaders.renew();
    ofServers.renew();
    return loaders.take();
  }

  /** Tells the schedule of a failed seed, with as few preemptions as still fail. */
  private String schedule(Run failed, Decisions all) {
    if (failed.simulation().steps() > LONG_STEPS) {
      return failed.simulation().switches();
    }
    Shrinking shrinking = new Shrinking(some -> run(some, null).failsAs(failed));
    Decisions few = shrinking.of(all);
    Run small = run(few, run(few, null));
    if (!small.failsAs(failed)) {
      return failed.simulation().switches();
    }
    return "%d of %d preemptions and %d of %d choices of a thread are enough (%d more runs)%n%s"
        .formatted(
            few.stalls.size(),
            all.stalls.size(),
            few.choices.size(),
            all.choices.size(),
            shrinking.runs(),
            small.simulation().switches());
  }

  private static String digest(Run run) {
    return "%016x".formatted(run.simulation().trace().digest());
  }

  /** Tells the first step of a second run that differs, or another outcome; null for the same. */
  private static String difference(Run one, Run two) {
    String step = two.simulation().trace().difference();
    String outcome = one.otherwise(two);
    if (step != null) {
      return "; a second run has digest %s, first difference at %s%s"
          .formatted(digest(two), step, outcome == null ? "" : "\nthe second run " + outcome);
    }
    return outcome == null ? null : "; a second run has the same steps, and " + outcome;
  }

  private String failed(Run one, Run two, Decisions decisions) {
    String same = ", the same in a second run; ";
    found = told(one, same + two.simulation().switches());
    try {
      return told(one, same + schedule(two, decisions));
    } catch (RuntimeException | Error failure) {
      return found + "\n\nno shorter schedule: " + failure;
    }
  }

  private String told(Run one, String second) {
    String printed = one.said().isBlank() ? "" : "\n\nprinted:\n" + one.said().strip();
    return "seed %d %s%n%n%d steps, %.3f virtual ms from %s, digest %s%s%s%n%nreplay: %s"
        .formatted(
            seed,
            one.failure() == null
                ? "passes, but two runs of this seed differ"
                : "fails: " + one.failure(),
            one.simulation().steps(),
            one.simulation().now() / 1e6,
            System.getProperty("simulation.date"),
            digest(one),
            second,
            printed,
            order.replay().formatted(seed));
  }
}
