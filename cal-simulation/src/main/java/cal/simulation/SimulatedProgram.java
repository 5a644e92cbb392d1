package cal.simulation;

import cal.simulation.internal.process.SimulationProcess;
import cal.simulation.internal.program.Program;
import cal.simulation.internal.run.FaultPlan;
import cal.simulation.internal.run.Order;
import cal.simulation.internal.run.Verdict;
import cal.simulation.spi.Strategy;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.platform.commons.support.ReflectionSupport;
import org.opentest4j.TestAbortedException;

/**
 * A server and its clients, run by seeds as with {@link Simulated}, without a test: two classes
 * with a {@code main}. The clients begin when the server listens, and get its ports as arguments.
 * An exception that ends {@code main}, or an error that ends any thread, is a failure; so is a
 * connection that the server leaves open after its client has gone. Immutable.
 *
 * @param classPath of both
 * @param server the class of the server
 * @param arguments of the server
 * @param clients the class of the clients
 * @param packages of the classes under test
 * @param java more options of {@code java}
 * @param faults of the network and of the server's machine, as a plan has them; empty for none
 * @param strategy chooses threads
 */
public record SimulatedProgram(
    String classPath,
    String server,
    List<String> arguments,
    String clients,
    List<String> packages,
    List<String> java,
    Map<String, Object> faults,
    Class<? extends Strategy> strategy) {
  /** Copies all. */
  public SimulatedProgram {
    arguments = List.copyOf(arguments);
    packages = List.copyOf(packages);
    java = List.copyOf(java);
    faults = Collections.unmodifiableMap(new LinkedHashMap<>(faults)); // with empty keys
  }

  /**
   * The end of all seeds.
   *
   * @param passed whether no seed failed
   * @param text for a reader
   */
  public record Result(boolean passed, String text) {}

  /**
   * Runs in another JVM.
   *
   * @param first the first seed
   * @param seeds the number of seeds
   * @param limitSeconds the virtual time that no run takes
   * @param timeoutSeconds the real time of all seeds
   * @param replay how a seed is run again, for a reader, with {@code %d} for the seed
   * @throws IllegalArgumentException if the faults are wrong, with the key, or seeds are none
   * @throws IllegalStateException if nothing was simulated, for an assumption failed with each seed
   */
  public Result run(long first, int seeds, int limitSeconds, int timeoutSeconds, String replay)
      throws IOException, InterruptedException {
    if (seeds < 1) {
      throw new IllegalArgumentException("seeds=" + seeds + ", 1 or more");
    }
    Order order =
        new Order(
            new Program(server, arguments, clients),
            replay,
            first,
            seeds,
            strategy.getName(),
            limitSeconds,
            timeoutSeconds,
            FaultPlan.of(faults),
            FaultPlan.machine(faults));
    String all = classPath + File.pathSeparator + own();
    Verdict verdict = new SimulationProcess(order, all, packages, java).run();
    if (verdict.outcome() == Verdict.Outcome.NOTHING) {
      throw new IllegalStateException(verdict.text());
    }
    return new Result(verdict.passed(), verdict.text());
  }

  /** The simulation itself, which needs no more of JUnit. */
  private static String own() {
    return Stream.of(
            SimulatedProgram.class, Test.class, ReflectionSupport.class, TestAbortedException.class)
        .map(SimulatedProgram::place)
        .distinct()
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static String place(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
    } catch (URISyntaxException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
