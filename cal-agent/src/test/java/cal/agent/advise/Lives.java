package cal.agent.advise;

import cal.agent.advise.Sample.Cpu;
import cal.agent.advise.Sample.Done;
import java.util.List;
import java.util.Map;

/** Lives with given figures. Stateless. */
final class Lives {
  private static final int MILLI = 1_000_000;
  private static final long SECOND = 1_000_000_000L;

  private Lives() {}

  /** A life of ten seconds, on a machine that tells nothing of itself. */
  static Trial life(String model, int stepsPerSecond, long cpuMicrosPerStep) {
    long steps = 10L * stepsPerSecond;
    return new Trial(
        model,
        List.of(sample(0, 0, 7, 0), sample(10, steps * cpuMicrosPerStep / 1000, 7 + steps, 0)));
  }

  static Sample sample(int seconds, long cpuMillis, long steps, long runs) {
    return new Sample(
        seconds * SECOND,
        new Done(Map.of("connection", steps), 0, runs),
        new Cpu(MILLI * cpuMillis, 0, 0, 0),
        20_000,
        2L * seconds,
        0,
        64);
  }

  /** A life of ten seconds of a model that loses some of a thousand clients, or has no step. */
  static Trial lossy(String model, int stepsPerSecond, int refused, int failed) {
    long right = 10L * stepsPerSecond - failed;
    Cpu cpu = new Cpu(SECOND * stepsPerSecond / 1000, 0, 0, 0);
    return new Trial(
        model,
        List.of(
            new Sample(
                0,
                new Done(Map.of("connection", 0L), 0, 0),
                new Cpu(0, 0, 0, 0),
                1000,
                refused,
                0,
                64),
            new Sample(
                10 * SECOND,
                new Done(Map.of("connection", right), 0, 0),
                cpu,
                1000,
                refused,
                failed,
                64)));
  }
}
