package cal.agent.advise;

import cal.core.internal.support.CalThread;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Runs a server under some models by turns, in lives one after the other: a server has the port for
 * itself. The second turn has the opposite order, so a slowing machine slows each alike. Not
 * thread-safe.
 */
public final class Trials {
  /** JVMs of a server differ by 10 to 20%: two show by how much. */
  static final int TURNS = 2;

  /** Of the time of a life: until then, compilers have most of the machine. */
  private static final double WARM_UP = 0.5;

  private static final Duration LEAST = Duration.ofSeconds(2);

  private final List<String> models;
  private final Function<String, List<String>> server;
  private final String load;
  private final Duration each;

  /**
   * Plans the trials.
   *
   * @param models of the trials
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
    this.each = time.dividedBy((long) TURNS * models.size());
    if (each.compareTo(LEAST) < 0) {
      throw new IllegalArgumentException(
          "%d models have %.1f s each, twice; give them %.1f minutes, or name fewer"
              .formatted(
                  models.size(),
                  each.toMillis() / 1000.0,
                  LEAST.toSeconds() * TURNS * models.size() / 60.0));
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
      List<Trial> trials = new ArrayList<>();
      Map<String, String> untried = new LinkedHashMap<>();
      int number = 0;
      for (int turn = 1; turn <= TURNS; turn++) {
        for (String model : turn % 2 == 1 ? models : models.reversed()) {
          number++;
          if (!untried.containsKey(model)) {
            String found = run(model, folder, trials, untried);
            listener.accept("%d of %d: %s".formatted(number, TURNS * models.size(), found));
          }
        }
      }
      trials.removeIf(one -> untried.containsKey(one.model()));
      requireAny(trials, untried);
      trials.sort(Comparator.comparingInt(one -> models.indexOf(one.model())));
      return new Advice(trials, List.copyOf(untried.values()));
    } finally {
      Runtime.getRuntime().removeShutdownHook(end);
      delete(folder);
    }
  }

  private String run(String model, Path folder, List<Trial> trials, Map<String, String> untried)
      throws IOException, InterruptedException {
    try {
      Trial trial = run(model, folder);
      trials.add(trial);
      return "%s, %,.0f steps a second".formatted(model, trial.steps());
    } catch (Untried reason) {
      untried.put(model, reason.getMessage());
      if (untried.size() > 1) {
        requireAny(trials, untried);
      }
      return model + " is left out";
    }
  }

  private static void requireAny(List<Trial> trials, Map<String, String> untried) {
    if (trials.isEmpty()) {
      throw new Untried(untried.values().iterator().next(), null);
    }
  }

  private Trial run(String model, Path folder) throws IOException, InterruptedException {
    long begin = System.nanoTime();
    long warm = begin + (long) (each.toNanos() * WARM_UP);
    try (TriedServer tried = TriedServer.of(server.apply(model), folder.resolve("server"));
        Load running = Load.of(load, folder.resolve("load"))) {
      return new Trial(model, tried.under(running, warm, begin + each.toNanos()));
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
