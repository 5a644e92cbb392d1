package cal.agent.advise;

import cal.core.internal.support.CalThread;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Runs a server under some models, in lives one after the other: a server has the port for itself.
 * Not thread-safe.
 */
public final class Trials {
  private final List<String> models;
  private final Function<String, List<String>> server;
  private final String load;
  private final Duration time;

  /** The longest start of a server under any model. */
  private Duration start = Duration.ZERO;

  /**
   * Plans the trials.
   *
   * @param models of the trials, the simplest first: of models of equal worth the first is advised
   * @param server the program and arguments of the server under a model
   * @param load a command of the shell
   * @param time for all trials
   * @throws IllegalArgumentException if the time is too little
   */
  public Trials(
      List<String> models, Function<String, List<String>> server, String load, Duration time) {
    this.models = List.copyOf(models);
    this.server = server;
    this.load = load;
    this.time = time;
    long lives = (long) Contest.LEAST_ROUNDS * models.size();
    if (time.compareTo(Contest.LEAST.multipliedBy(lives)) < 0) {
      throw new IllegalArgumentException(
          "%d models have %.1f s each, twice; give them %.1f minutes, or name fewer"
              .formatted(
                  models.size(),
                  time.toMillis() / 1000.0 / lives,
                  Contest.LEAST.toSeconds() * lives / 60.0));
    }
  }

  /**
   * Runs the trials.
   *
   * @param listener told of each ended trial, in a line
   * @return the results, in the order of the models, without impossible trials
   * @throws Untried if the first two models cannot be tried: then the fault is not the model's
   * @throws IOException if a server cannot be started, or goes away
   */
  public Advice run(Consumer<String> listener) throws IOException, InterruptedException {
    Thread end =
        CalThread.ofTask(
            "cal-advise-end",
            () -> ProcessHandle.current().descendants().forEach(ProcessHandle::destroy));
    Runtime.getRuntime().addShutdownHook(end);
    Path folder = Files.createTempDirectory("cal-advise");
    try {
      return new Contest(models, time, System::nanoTime, Advice.CLEARLY)
          .run((model, each) -> trial(model, each, folder), listener);
    } finally {
      Runtime.getRuntime().removeShutdownHook(end);
      delete(folder);
    }
  }

  private Trial trial(String model, Duration each, Path folder)
      throws IOException, InterruptedException {
    long begin = System.nanoTime();
    try (TriedServer tried = TriedServer.of(server.apply(model), folder.resolve("server"));
        Load running = Load.of(load, folder.resolve("load"))) {
      Duration served = tried.serve(running, start);
      start = start.compareTo(served) < 0 ? served : start;
      return new Trial(model, tried.under(running, begin, each));
    } catch (Untried reason) {
      throw new Untried("model " + model + ": " + reason.getMessage(), reason);
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(folder);
  }
}
