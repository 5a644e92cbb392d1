package simulated;

import cal.simulation.Shared;
import cal.simulation.Simulated;

/** Failures that a run could hide; run by {@code VerdictsTest}. Each runs first in vain. */
public final class Hidden {
  private static final int FIRST = 2;
  private static final int SECOND = 3;

  @Simulated(seeds = 1)
  void asserts() {
    assert Shared.RUNS.get() < 0 : "an assertion of Java's";
  }

  @Simulated(seeds = 1)
  void failsFirst() {
    failAt(FIRST);
  }

  @Simulated(seeds = 1)
  void failsSecond() {
    failAt(SECOND);
  }

  private static void failAt(int run) {
    if (Shared.RUNS.incrementAndGet() == run) {
      throw new AssertionError("by chance");
    }
  }

  @Simulated(seeds = 1)
  void printsOtherwise() {
    System.out.println(Shared.RUNS.incrementAndGet() == SECOND ? "heads" : "tails");
  }

  /** Loads a class whose superclass is not on the path, and goes on without. */
  @Simulated(seeds = 2)
  void loadsInVain() throws ClassNotFoundException {
    try {
      throw new IllegalStateException(Class.forName("broken.Codec").getName());
    } catch (NoClassDefFoundError absent) {
      System.out.println("without a codec");
    }
  }

  /** Never ends, where its schedule is shrunk. */
  @Simulated(seeds = 1, timeoutSeconds = 3)
  void hangsShrinking() {
    boolean more = Shared.RUNS.incrementAndGet() > SECOND;
    while (more && Thread.currentThread().isAlive()) {
      // Without a point.
    }
    throw new AssertionError("found before the end");
  }

  /** Cannot be read in the end, so that a run ends by an exception. */
  private static final class Fading extends AssertionError {
    private static final long serialVersionUID = 1;

    @Override
    public String getMessage() {
      if (Shared.RUNS.get() > SECOND) {
        throw new IllegalStateException("faded");
      }
      return "found before";
    }
  }

  @Simulated(seeds = 1)
  void breaksShrinking() {
    Shared.RUNS.incrementAndGet();
    throw new Fading();
  }
}
