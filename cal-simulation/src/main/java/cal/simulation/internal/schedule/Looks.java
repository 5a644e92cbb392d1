package cal.simulation.internal.schedule;

import cal.simulation.internal.jdk.Waits;
import cal.simulation.seam.Seam;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Looks at threads of a run, for people. The JDK makes a thread ready again whose stack was taken;
 * that is no event of the run. Used by the threads of one run and by its watchdog.
 */
public final class Looks {
  private final Simulation run;
  private final List<Object> held = new ArrayList<>();
  private boolean looking;

  Looks(Simulation run) {
    this.run = run;
  }

  /** Whether a look makes threads ready. */
  boolean areUnderWay() {
    return looking;
  }

  private <T> T look(Supplier<T> taken) {
    looking = true;
    T seen = taken.get();
    looking = false;
    return seen;
  }

  /** Notes the monitors of threads that never go on. */
  void noteHeld(Predicate<SimulatedThread> ended) {
    List<Object> all =
        look(
            () ->
                run.threads().alive().stream()
                    .filter(ended)
                    .flatMap(thread -> Waits.of(thread.virtual).held().stream())
                    .toList());
    held.addAll(all);
  }

  /** Returns the monitors of threads that never go on. */
  public List<Object> held() {
    return held;
  }

  /** Returns the stack of a thread that does not run. */
  List<String> stack(SimulatedThread waiting) {
    return look(() -> Stacks.of(waiting.virtual.getStackTrace()));
  }

  /** Returns the exception of a run that cannot go on: which thread waits for which. */
  Stuck stuck(String reason) {
    return new Stuck(reason + ":" + look(() -> Standstill.of(run.threads().alive())));
  }

  /** Tells the threads beside the running thread, without daemons; empty for none. */
  public String left() {
    return look(() -> Standstill.of(run.threads().left(run.running())));
  }

  /** Returns the platform threads of servers, or of others, that have not ended; no daemons. */
  public List<Thread> awaited(boolean ofServer) {
    return run.threads().alive().stream()
        .filter(thread -> thread.isAwaited() && (thread.machine != null) == ofServer)
        .map(SimulatedThread::known)
        .toList();
  }

  /** Tells where the run is: on the carrier, on the running thread, or where nothing goes on. */
  public String place() {
    SimulatedThread running = run.running();
    if (running == null) {
      return "between two threads";
    }
    StackTraceElement[] stack = look(() -> Seam.stack(running.virtual));
    return running + " is at " + String.join(" in ", Stacks.of(stack));
  }

  /** Tells the class initializers in which threads wait; empty for none. */
  public String initializers() {
    return run.carriers().pinned().stream()
        .flatMap(
            thread ->
                Arrays.stream(look(thread.virtual::getStackTrace))
                    .filter(frame -> frame.getMethodName().equals("<clinit>"))
                    .map(frame -> frame.getClassName() + " in " + thread))
        .distinct()
        .collect(Collectors.joining(", "));
  }
}
