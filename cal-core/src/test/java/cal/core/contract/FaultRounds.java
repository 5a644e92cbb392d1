package cal.core.contract;

import cal.core.faults.Fault;
import cal.core.faults.Seams;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Throws each kind of fault at each seam of the path, and looks at what is left. Loaded by {@code
 * SeamLoader}, beside a copy of CAL of its own.
 */
public final class FaultRounds {
  private static final int TRIES = 8;
  private static final int LOOKS = 5;
  private static final int ENOUGH = 20;
  private static final long MOMENT_NANOS = 5_000_000;

  private final Map<String, String> properties;
  private final List<String> broken = new ArrayList<>();
  private final BitSet passed = new BitSet();
  private final TreeSet<String> silent = new TreeSet<>();
  private int rounds;

  /** Another one at first for each model. */
  private int turn;

  private FaultRounds(Map<String, String> properties) {
    this.properties = properties;
    turn = properties.hashCode();
  }

  /**
   * Does all rounds under one model.
   *
   * @param properties what configures the model
   * @return what was found: promises broken, seams that were passed and threw nothing, and last how
   *     many rounds there were at how many seams
   */
  public static List<String> run(Map<String, String> properties) throws Exception {
    FaultRounds faults = new FaultRounds(properties);
    for (FaultScenario scenario : FaultScenario.values()) {
      faults.run(scenario);
    }
    List<String> found = new ArrayList<>(faults.broken);
    faults.silent.forEach(seam -> found.add("never threw: " + seam));
    found.add(faults.summary());
    return found;
  }

  /** The seams that no round passed are those of a second failure, of drains and of refusals. */
  private String summary() {
    TreeSet<String> never = new TreeSet<>();
    int all = Seams.count();
    for (int seam = passed.nextClearBit(0); seam < all; seam = passed.nextClearBit(seam + 1)) {
      never.add(Seams.name(seam));
    }
    return "%d rounds at %d of %d seams; never passed: %s"
        .formatted(rounds, passed.cardinality(), all, never);
  }

  private void run(FaultScenario scenario) throws Exception {
    FaultSetting warm = new FaultSetting(properties);
    try {
      BitSet first = record(scenario, warm);
      record(scenario, warm);
      BitSet later = record(scenario, warm);
      BitSet seams = (BitSet) first.clone();
      seams.or(later);
      passed.or(seams);
      for (int seam = seams.nextSetBit(0); seam >= 0; seam = seams.nextSetBit(seam + 1)) {
        int tries = TRIES;
        for (Fault kind : Fault.some(turn++)) {
          boolean thrown = later.get(seam) && thrown(scenario, warm, seam, kind, MOMENT_NANOS);
          if (!thrown && !thrownAfresh(scenario, seam, kind, tries)) {
            if (tries == TRIES && isAlwaysPassed(scenario, seam)) {
              silent.add(scenario + " " + Seams.name(seam));
            }
            tries = 1; // the other kinds are missed there for the same reason
          }
          if (broken.size() > ENOUGH) {
            return;
          }
        }
      }
    } finally {
      warm.close();
    }
  }

  private static BitSet record(FaultScenario scenario, FaultSetting setting) {
    Seams.record();
    scenario.play(setting, new At(-1));
    return Seams.recorded();
  }

  /** For a seam that only the first activities of a stage pass; a busy machine is given time. */
  private boolean thrownAfresh(FaultScenario scenario, int seam, Fault kind, int tries)
      throws Exception {
    for (int i = 0; i < tries; i++) {
      try (FaultSetting fresh = new FaultSetting(properties)) {
        if (thrown(scenario, fresh, seam, kind, MOMENT_NANOS << i)) {
          return true;
        }
      }
    }
    return false;
  }

  /** Some seams are passed by some schedules alone: a round may miss them, whatever is armed. */
  private boolean isAlwaysPassed(FaultScenario scenario, int seam) throws Exception {
    boolean passes = true;
    for (int i = 0; passes && i < LOOKS; i++) {
      try (FaultSetting fresh = new FaultSetting(properties)) {
        passes = record(scenario, fresh).get(seam);
      }
    }
    return passes;
  }

  private boolean thrown(
      FaultScenario scenario, FaultSetting setting, int seam, Fault kind, long momentNanos) {
    Seams.arm(seam, kind);
    try {
      scenario.play(setting, new At(seam));
      // A thread that has ended its activity goes on for a moment.
      long start = System.nanoTime();
      while (Seams.thrown() == null && System.nanoTime() - start < momentNanos) {
        Thread.yield();
      }
    } catch (Throwable promise) {
      broken.add(scenario + ", " + kind + " at " + Seams.name(seam) + ": " + promise);
    }
    boolean thrown = Seams.disarm() != null;
    rounds += thrown ? 1 : 0;
    return thrown;
  }

  /** The round at one seam. */
  private record At(int seam) implements FaultScenario.Round {
    @Override
    public Throwable thrown() {
      return Seams.thrown();
    }

    @Override
    public boolean isAt(String place) {
      return seam >= 0 && Seams.name(seam).contains(place);
    }
  }

  /** The exception that the server throws by itself. */
  static IOException failure() {
    return new IOException("the server's own");
  }
}
