package cal.simulation.internal.run;

import cal.simulation.internal.program.Body;
import cal.simulation.internal.program.ProcessState;
import cal.simulation.internal.program.World;
import cal.simulation.internal.rewrite.Agent;
import cal.simulation.internal.rewrite.SeedLoader;
import cal.simulation.internal.schedule.Simulation;
import cal.simulation.internal.schedule.Stuck;
import cal.simulation.seam.Refusal;
import cal.simulation.spi.Chance;
import cal.simulation.spi.Strategy;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.opentest4j.TestAbortedException;

/**
 * The outcome of one seed.
 *
 * @param simulation the run
 * @param failure for a reader; null if the test passed
 * @param assumption that failed, for a reader; null if all held
 * @param said the last words that were printed
 * @param crashes of servers
 * @param events of servers, at each of which a server may crash; 0 where one has by the seed
 */
record Run(
    Simulation simulation,
    String failure,
    String assumption,
    String said,
    int crashes,
    long events) {
  private static final int COMPARED = 2_000;

  /**
   * Runs a seed.
   *
   * @param strategy chooses threads
   * @param before a run of the same seed, to compare with; null if there is none
   * @param usualEvents of servers in a run
   */
  static Run of(
      Order order,
      long seed,
      Supplier<SeedLoader> loaders,
      SeedLoader loader,
      Strategy strategy,
      Said said,
      Run before,
      long usualEvents) {
    said.clear();
    Simulation simulation =
        new Simulation(
            seed,
            strategy,
            order.limitSeconds() * 1_000_000_000L,
            before == null ? null : before.simulation);
    World world =
        new World(simulation, seed, order.faults(), order.machine(), loaders, usualEvents);
    Body.Running body = order.body().of(loader, world);
    Thread thread = Thread.currentThread();
    ClassLoader above = thread.getContextClassLoader();
    thread.setContextClassLoader(loader);
    ProcessState state = new ProcessState();
    String failure;
    String assumption = null;
    try {
      world.run(body);
      Throwable thrown = body.failure();
      if (thrown instanceof TestAbortedException && thrown.getSuppressed().length == 0) {
        assumption = String.valueOf(thrown.getMessage());
      }
      failure = thrown == null || assumption != null ? Agent.fault() : text(thrown);
    } catch (Stuck | Refusal end) {
      failure = ended(body.failure(), end);
    } finally {
      thread.setContextClassLoader(above);
      state.restore();
      simulation.looks().held().forEach(SeedLoader::spoil);
    }
    return new Run(
        simulation, failure, assumption, said.toString(), world.crashes(), world.events());
  }

  /** Makes the strategy of an order, by the classes of a seed. */
  static Strategy strategy(Order order, ClassLoader loader, long seed) {
    try {
      return Class.forName(order.strategy(), true, loader)
          .asSubclass(Strategy.class)
          .getConstructor(Chance.class)
          .newInstance(new Chance(seed, 1));
    } catch (ReflectiveOperationException wrong) {
      throw new IllegalStateException(
          "strategy=%s has no public constructor with a Chance".formatted(order.strategy()), wrong);
    }
  }

  /** An earlier failure may be the reason of the end. */
  private static String ended(Throwable before, Throwable end) {
    boolean same =
        Stream.iterate(before, Objects::nonNull, Throwable::getCause).anyMatch(end::equals);
    String text = before == null || same ? null : text(before);
    return text == null ? end.getMessage() : text + "\nthen: " + end.getMessage();
  }

  /** Whether another run fails as this, but for numbers. */
  boolean failsAs(Run other) {
    return failure != null && other.failure != null && kind(failure).equals(kind(other.failure));
  }

  /** Tells another outcome of a second run, but for numbers; null for the same. */
  String otherwise(Run second) {
    if (!withoutNumbers(failure).equals(withoutNumbers(second.failure))) {
      return second.failure == null ? "passes" : "fails: " + second.failure;
    }
    return tail(said).equals(tail(second.said)) ? null : "prints:\n" + second.said.strip();
  }

  /** The first line; of a standstill, which waits for locks hold each other, too. */
  private static List<String> kind(String text) {
    Stream<String> waits = text.lines().skip(1).filter(line -> line.contains(", held by "));
    return Stream.concat(text.lines().limit(1), waits.sorted()).map(Run::withoutNumbers).toList();
  }

  /** Names of files, and of generated classes, have numbers of the process. */
  private static String withoutNumbers(String text) {
    return text == null ? "" : text.replaceAll("0x[0-9a-f]+|[0-9]+", "#");
  }

  /** Long texts have lost their begin. */
  private static String tail(String printed) {
    String text = withoutNumbers(printed);
    return text.substring(Math.max(0, text.length() - COMPARED));
  }

  private static String text(Throwable failure) {
    StringWriter trace = new StringWriter();
    failure.printStackTrace(new PrintWriter(trace, true));
    return trace
        .toString()
        .lines()
        .map(line -> line.replaceFirst("at seed//", "at "))
        .filter(
            line ->
                !line.matches(
                    "\\s+at (java\\.base/|(cal\\.simulation|org\\.(junit|assertj))\\.).*"))
        .collect(Collectors.joining("\n"));
  }
}
