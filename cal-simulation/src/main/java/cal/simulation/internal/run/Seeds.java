package cal.simulation.internal.run;

import cal.simulation.internal.rewrite.Rewriting;
import cal.simulation.internal.rewrite.SeedLoader;

/**
 * All seeds of an order, one after the other, each with classes of its own. The first seed runs
 * once in vain, for the JDK initializes itself then. A failing seed runs twice before it is told,
 * the first seed in any case: runs that differ are no proof of anything, and fail.
 */
final class Seeds {
  private final Order order;
  private final Rewriting rewriting;
  private final Said said;
  private volatile long seed;

  Seeds(Order order, Rewriting rewriting, Said said) {
    this.order = order;
    this.rewriting = rewriting;
    this.said = said;
  }

  /** Returns the seed that runs now. From any thread. */
  long seed() {
    return seed;
  }

  Verdict all() {
    long began = System.nanoTime();
    seed = order.first();
    run(null);
    long steps = 0;
    long nanos = 0;
    String first = null;
    for (int i = 0; i < order.seeds(); i++) {
      seed = order.first() + i;
      Run one = run(null);
      steps += one.simulation().steps();
      nanos += one.simulation().now();
      if (one.failure() != null || i == 0) {
        Run two = run(one);
        String difference = two.simulation().trace().difference();
        if (one.failure() != null || difference != null) {
          return new Verdict(false, failed(one, two, difference));
        }
        first = digest(one);
      }
    }
    double seconds = (System.nanoTime() - began) / 1e9;
    return new Verdict(
        true,
        "%d seeds from %d pass, seed %d with digest %s: %d steps and %.1f virtual seconds in %.1f s"
            .formatted(
                order.seeds(), order.first(), order.first(), first, steps, nanos / 1e9, seconds));
  }

  private Run run(Run before) {
    return Run.of(
        order, seed, new SeedLoader(rewriting, Seeds.class.getClassLoader()), said, before);
  }

  private static String digest(Run run) {
    return "%016x".formatted(run.simulation().trace().digest());
  }

  private String failed(Run one, Run two, String difference) {
    StringBuilder text = new StringBuilder();
    text.append("seed ").append(seed);
    if (one.failure() == null) {
      text.append(" passes, but two runs of this seed differ");
    } else {
      text.append(" fails: ").append(one.failure());
    }
    text.append(
        "\n\n%d steps, %.3f virtual ms, digest %s"
            .formatted(one.simulation().steps(), one.simulation().now() / 1e6, digest(one)));
    if (difference != null) {
      text.append("; a second run has digest ")
          .append(digest(two))
          .append(", first difference at ");
      text.append(difference);
    } else {
      text.append(", the same in a second run; the last switches:\n");
      text.append(two.simulation().switches());
    }
    if (!one.said().isBlank()) {
      text.append("\n\nprinted:\n").append(one.said().strip());
    }
    return text.append("\n\nreplay: @Simulated(seed = ").append(seed).append(")").toString();
  }
}
