package cal.simulation.internal.schedule;

import cal.simulation.spi.Point;
import cal.simulation.spi.Strategy;

/** Has the running thread preempted at points, by the strategy. Used by the threads of one run. */
final class Preemption {
  /** After so many, a thread gives way: no strategy may let a loop run for ever. */
  private static final int MOST_POINTS = 100_000;

  private final Strategy strategy;
  private final Simulation run;
  private final Switches switches;
  private int points;

  Preemption(Strategy strategy, Simulation run, Switches switches) {
    this.strategy = strategy;
    this.run = run;
    this.switches = switches;
  }

  /** The running thread is at a point. */
  void at(SimulatedThread thread, Point point) {
    long stall = strategy.at(thread.number, point);
    points++;
    if (stall == Strategy.GO_ON && (point == Point.SPIN || points > MOST_POINTS)) {
      stall = 0; // another thread may be waited for
    }
    if (stall == Strategy.GO_ON) {
      return;
    }
    points = 0;
    run.trace().add(Trace.Kind.STALL, thread.number);
    if (stall > 0) {
      switches.preempted(run.now(), thread, stall);
    }
    pause(thread, stall);
  }

  /** The running thread stands still for some nanoseconds, or behind the other threads for 0. */
  void pause(SimulatedThread thread, long nanos) {
    thread.stall = nanos;
    thread.preempted = true;
    Thread.yield();
    thread.preempted = false;
  }
}
