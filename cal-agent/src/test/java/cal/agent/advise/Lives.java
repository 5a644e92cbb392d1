package cal.agent.advise;

import cal.agent.advise.Sample.Cpu;
import cal.agent.advise.Sample.Done;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Lives with given figures. Stateless. */
final class Lives {
  private static final int MILLI = 1_000_000;
  private static final long SECOND = 1_000_000_000L;
  private static final int MEGABYTES = 64;

  private Lives() {}

  static Advice advice(Trial... lives) {
    return new Advice(List.of(lives), List.of());
  }

  /** The advice from two equal lives of each model. */
  static Advice twice(Trial... lives) {
    return advice(Stream.of(lives, lives).flatMap(Stream::of).toArray(Trial[]::new));
  }

  /** A life of ten seconds, on a machine that tells nothing of itself. */
  static Trial life(String model, int stepsPerSecond, long cpuMicrosPerStep) {
    long steps = 10L * stepsPerSecond;
    return new Trial(
        model,
        List.of(sample(0, 0, 7, 0), sample(10, steps * cpuMicrosPerStep / 1000, 7 + steps, 0)));
  }

  /** Two more refusals each second. */
  static Sample sample(int seconds, long cpuMillis, long steps, long runs) {
    Done done = new Done(Map.of("connection", steps), 0, runs);
    return new Sample(
        seconds * SECOND, done, server(cpuMillis), 20_000, 2L * seconds, 0, MEGABYTES);
  }

  /** Nothing was refused, and nothing has failed. */
  static Sample sample(int seconds, Done done, Cpu cpu) {
    return new Sample(seconds * SECOND, done, cpu, 100, 0, 0, MEGABYTES);
  }

  /** Time of the server alone. */
  static Cpu server(long millis) {
    return new Cpu(MILLI * millis, 0, 0, 0);
  }

  /** Steps of a stage, without bytes or runs. */
  static Done steps(long steps) {
    return new Done(Map.of("connection", steps), 0, 0);
  }

  /** A life of ten seconds of a model that loses some of a thousand clients, or has no step. */
  static Trial lossy(String model, int stepsPerSecond, int refused, int failed) {
    Done right = steps(10L * stepsPerSecond - failed);
    return new Trial(
        model,
        List.of(
            new Sample(0, steps(0), server(0), 1000, refused, 0, MEGABYTES),
            new Sample(
                10 * SECOND, right, server(stepsPerSecond), 1000, refused, failed, MEGABYTES)));
  }
}
