package cal.agent.advise;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Lives of servers in rounds: each model that may still be the best has a life in each round. So a
 * slow moment of the machine hits all alike, and the time goes to models that are hard to tell
 * apart. Every other round has the opposite order. Not thread-safe.
 */
final class Contest {
  /** A life with a start, a warm-up and some slots: in 10 s event loops are not yet compiled. */
  private static final Duration LIFE = Duration.ofSeconds(15);

  /** A shorter life shows a server that compiles. */
  static final Duration LEAST = Duration.ofSeconds(2);

  /** Lives of a model, however little time there is: one says nothing about its noise. */
  static final int LEAST_ROUNDS = 2;

  /** A life of a server. */
  interface Life {
    /**
     * Runs a server under a model.
     *
     * @param time from the start to the end, about
     * @throws Untried if the server cannot be tried under the model
     */
    Trial of(String model, Duration time) throws IOException, InterruptedException;
  }

  private final List<String> models;
  private final Duration time;
  private final LongSupplier clock;
  private final double clearly;
  private final List<Trial> trials = new ArrayList<>();
  private final Map<String, String> untried = new LinkedHashMap<>();

  /**
   * Plans a contest.
   *
   * @param clock of nanoseconds
   * @param clearly after a round, models go out that are worse by so many standard errors
   */
  Contest(List<String> models, Duration time, LongSupplier clock, double clearly) {
    this.models = List.copyOf(models);
    this.time = time;
    this.clock = clock;
    this.clearly = clearly;
  }

  /**
   * Holds the rounds, until one model is left or the time is over.
   *
   * @throws Untried if the first two models cannot be tried: then the fault is not the model's
   */
  Advice run(Life life, Consumer<String> listener) throws IOException, InterruptedException {
    long begin = clock.getAsLong();
    List<String> left = new ArrayList<>(models);
    for (int round = 1; goesOn(round, left, begin); round++) {
      int rounds = Math.max(LEAST_ROUNDS - round + 1, rounds(left.size(), begin));
      Duration each = time.minus(passed(begin)).dividedBy((long) rounds * left.size());
      Duration longEnough = each.compareTo(LEAST) < 0 ? LEAST : each;
      for (String model : round % 2 == 1 ? List.copyOf(left) : left.reversed()) {
        String found = tried(life, model, longEnough);
        listener.accept("round %d: %s, %s".formatted(round, model, found));
      }
      left.removeAll(untried.keySet());
      List<String> contenders = advice().contenders(clearly);
      left.stream()
          .filter(model -> !contenders.contains(model))
          .forEach(model -> listener.accept("%s is clearly worse, and goes out".formatted(model)));
      left.retainAll(contenders);
    }
    return advice();
  }

  private boolean goesOn(int round, List<String> left, long begin) {
    if (round <= LEAST_ROUNDS) {
      return !left.isEmpty() && (round == 1 || left.size() > 1 || models.size() == 1);
    }
    return left.size() > 1 && rounds(left.size(), begin) > 0;
  }

  private Duration passed(long begin) {
    return Duration.ofNanos(clock.getAsLong() - begin);
  }

  /** As many as there is time for. */
  private int rounds(int models, long begin) {
    double lives = (double) time.minus(passed(begin)).toNanos() / LIFE.toNanos();
    return (int) Math.round(lives / models);
  }

  private String tried(Life life, String model, Duration each)
      throws IOException, InterruptedException {
    try {
      Trial trial = life.of(model, each);
      trials.add(trial);
      Work work = Work.of(trials);
      return "%,.0f %s a second, %s s of CPU time for 1,000"
          .formatted(trial.rate(work), work.unit().plural, AdviceTable.figure(trial.cpu(work)));
    } catch (Untried reason) {
      untried.put(model, reason.getMessage());
      trials.removeIf(one -> one.model().equals(model));
      if (untried.size() > 1 || models.size() == 1) {
        requireAny();
      }
      return "left out";
    }
  }

  private void requireAny() {
    if (trials.isEmpty()) {
      throw new Untried(untried.values().iterator().next(), null);
    }
  }

  private Advice advice() {
    requireAny();
    List<Trial> sorted = new ArrayList<>(trials);
    sorted.sort(Comparator.comparingInt(one -> models.indexOf(one.model())));
    return new Advice(sorted, List.copyOf(untried.values()));
  }
}
