package cal.bench.micro;

import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.CompilerControl;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** A captured call against a hand-written {@code execute}; nanoseconds a call, bytes with gc. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(5)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 10, time = 500, timeUnit = TimeUnit.MILLISECONDS)
public class CaptureBenchmark {
  private final Procedure procedure = new Procedure();
  private final Inline executor = new Inline();

  /** For JMH. */
  public CaptureBenchmark() {}

  /** An executor as JMH can measure it: the task is published, as any hand-off must, and run. */
  private static final class Inline implements Executor {
    private volatile Runnable task;

    @Override
    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    public void execute(Runnable given) {
      task = given;
      task.run();
      task = null;
    }
  }

  /** The baseline: a lambda, executed. */
  @Benchmark
  public void handWritten() {
    executor.execute(procedure::step);
  }

  /** The same call, captured. */
  @Benchmark
  public boolean captured() {
    return procedure.step();
  }

  /** A call handed off to a stage without a model of its own: it runs in its caller. */
  @Benchmark
  public int handedOffInPlace() {
    return procedure.answer();
  }

  /** The same call, not captured. */
  @Benchmark
  @CompilerControl(CompilerControl.Mode.DONT_INLINE)
  public int direct() {
    return Direct.answer(procedure);
  }
}
