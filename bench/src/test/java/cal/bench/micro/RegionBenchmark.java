package cal.bench.micro;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * A critical region against a hand-written {@code synchronized} twin; nanoseconds a call, bytes
 * with gc. Run the contended ones with {@code -bm thrpt} and {@code -t 2}, {@code 8} or {@code 64}:
 * a monitor is not fair, so that a mean over threads says nothing. {@code -Dcal.synchronization}
 * sets another policy, {@code -Dcal.stage.handed.model=inline} has threads note their regions.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(5)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 10, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@State(Scope.Thread)
public class RegionBenchmark {
  private final CountedCalls tally = new CountedCalls();

  /** For JMH. */
  public RegionBenchmark() {}

  /** A guard that all threads need. */
  @State(Scope.Benchmark)
  public static class Shared {
    private final CountedCalls tally = new CountedCalls();

    /** For JMH. */
    public Shared() {}
  }

  /** Guarded by its object. */
  @Benchmark
  public long uncontended() {
    return tally.count();
  }

  /** The baseline. */
  @Benchmark
  public long uncontendedTwin() {
    return tally.countSynchronized();
  }

  /** Guarded by its class. */
  @Benchmark
  public long ofClass() {
    return CountedCalls.countAll();
  }

  /** The baseline. */
  @Benchmark
  public long ofClassTwin() {
    return CountedCalls.countAllSynchronized();
  }

  /** Guarded by a field of its object. */
  @Benchmark
  public long ofField() {
    return tally.countNamed();
  }

  /** The baseline. */
  @Benchmark
  public long ofFieldTwin() {
    return tally.countNamedSynchronized();
  }

  /** Guarded by one object for all threads. */
  @Benchmark
  public long contended(Shared shared) {
    return shared.tally.count();
  }

  /** The baseline. */
  @Benchmark
  public long contendedTwin(Shared shared) {
    return shared.tally.countSynchronized();
  }
}
