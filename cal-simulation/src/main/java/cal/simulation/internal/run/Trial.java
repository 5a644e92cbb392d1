package cal.simulation.internal.run;

import cal.simulation.internal.jdk.UnknownJdk;
import cal.simulation.internal.rewrite.Agent;
import cal.simulation.internal.schedule.Simulation;
import cal.simulation.internal.schedule.Stuck;
import cal.simulation.spi.Chance;
import cal.simulation.spi.RandomStalls;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Tries in a small run whether this JDK obeys: names inside the JDK may stay when their meaning
 * changes, and then a run would be real without a word. Takes some milliseconds.
 */
final class Trial {
  private static final long HOUR_MILLIS = 3_600_000;

  private String fault = "its threads leave the run";
  private int entered;

  private Trial() {}

  /** Tries. */
  static void pass() {
    if (Agent.fault() != null) {
      throw new UnknownJdk(Agent.fault(), null);
    }
    Set<String> missing = Agent.rewriting().missing();
    if (!missing.isEmpty()) {
      throw new UnknownJdk("it lacks " + String.join(", ", missing), null);
    }
    Trial trial = new Trial();
    try {
      new Simulation(1, new RandomStalls(new Chance(1)), 3 * HOUR_MILLIS * 1_000_000L, null)
          .run(trial::body);
    } catch (Stuck stuck) {
      throw new UnknownJdk("a small run stands still: " + stuck.getMessage(), stuck);
    }
    if (trial.fault != null) {
      throw new UnknownJdk(trial.fault, null);
    }
  }

  private void body() {
    try {
      fault = tried();
    } catch (InterruptedException | RuntimeException failure) {
      fault = "a small run fails: " + failure;
    }
  }

  /** Returns null if all is right. */
  private String tried() throws InterruptedException {
    Instant before = Instant.now();
    Thread.sleep(HOUR_MILLIS);
    if (before.plusMillis(HOUR_MILLIS).isAfter(Instant.now())) {
      return "Instant.now() is real";
    }
    Thread platform = new Thread(this::contend, "cal-trial");
    platform.start();
    contend();
    platform.join();
    if (platform.isAlive() || platform.getState() != Thread.State.TERMINATED || entered != 2) {
      return "a platform thread is not replaced, or a monitor not handed over";
    }
    if (new Semaphore(0).tryAcquire(1, TimeUnit.HOURS)) {
      return "a timed wait ends early";
    }
    return null;
  }

  private synchronized void contend() {
    try {
      for (int i = 0; i < 3; i++) {
        wait(1);
      }
      entered++;
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
  }
}
