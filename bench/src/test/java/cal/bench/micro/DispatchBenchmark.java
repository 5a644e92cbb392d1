package cal.bench.micro;

import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * A call handed off to another thread, whose caller waits for the answer, against the same by hand:
 * there and back; nanoseconds a call, bytes with gc.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(5)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 10, time = 500, timeUnit = TimeUnit.MILLISECONDS)
public class DispatchBenchmark {
  private final Procedure procedure = new Procedure();

  /** For JMH. */
  public DispatchBenchmark() {}

  /** A pool of one thread, by hand. */
  @State(Scope.Benchmark)
  public static class Pool {
    private final ThreadPoolExecutor executor =
        new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(1000));

    /** For JMH. */
    public Pool() {}

    /** Ends its thread. */
    @TearDown(Level.Trial)
    public void close() {
      executor.shutdownNow();
    }
  }

  /** A selector's thread, by hand. */
  @State(Scope.Benchmark)
  public static class Selecting {
    private SelectorThread thread;

    /** For JMH. */
    public Selecting() {}

    /** Starts its thread. */
    @Setup(Level.Trial)
    public void open() throws IOException {
      thread = new SelectorThread();
    }

    /** Ends its thread. */
    @TearDown(Level.Trial)
    public void close() throws IOException {
      thread.close();
    }
  }

  /** A stage with a pool of one thread. */
  @Benchmark
  @Fork(
      jvmArgsAppend = {
        "-Dcal.stage.dispatched.model=executor-pool",
        "-Dcal.stage.dispatched.executor-pool.size=1"
      })
  public int toPool() {
    return procedure.answer();
  }

  /** The baseline. */
  @Benchmark
  public int toPoolByHand(Pool pool) throws InterruptedException, ExecutionException {
    return pool.executor.submit(procedure::answer).get();
  }

  /** A stage with a virtual thread for each call. */
  @Benchmark
  @Fork(jvmArgsAppend = "-Dcal.stage.dispatched.model=virtual")
  public int toVirtualThread() {
    return procedure.answer();
  }

  /** The baseline. */
  @Benchmark
  public int toVirtualThreadByHand() throws InterruptedException, ExecutionException {
    FutureTask<Integer> task = new FutureTask<>(procedure::answer);
    Thread.ofVirtual().start(task);
    return task.get();
  }

  /** A stage on an event loop. */
  @Benchmark
  @Fork(jvmArgsAppend = "-Dcal.stage.dispatched.model=reactive")
  public int toLoop() {
    return procedure.answer();
  }

  /** The baseline. */
  @Benchmark
  public int toLoopByHand(Selecting loop) throws InterruptedException, ExecutionException {
    FutureTask<Integer> task = new FutureTask<>(procedure::answer);
    loop.thread.execute(task);
    return task.get();
  }
}
