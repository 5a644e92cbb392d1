package cal.bench.micro;

import cal.cluster.Node;
import cal.core.CalRuntime;
import com.hazelcast.cluster.Member;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.IExecutorService;
import com.hazelcast.durableexecutor.DurableExecutorService;
import com.hazelcast.durableexecutor.DurableExecutorServiceFuture;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
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
 * A call handed off to another process over loopback, and back, against the same on Hazelcast's
 * executors by hand.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(
    value = 5,
    jvmArgsAppend = {
      "--sun-misc-unsafe-memory-access=allow",
      "-Dcal.stage.distributed.model=cluster",
      "-Dcal.cluster.listen=127.0.0.1:0"
    })
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 10, time = 500, timeUnit = TimeUnit.MILLISECONDS)
public class ClusterBenchmark {
  private static final BigInteger NUMBER = BigInteger.valueOf(1_234_567_890_123L);
  private static final int STEP_MILLIS = 5;
  private static final int PATIENCE_SECONDS = 60;

  /** For JMH. */
  public ClusterBenchmark() {}

  private static Process started(int core, List<String> options, Class<?> main, String... words)
      throws IOException {
    List<String> command = new ArrayList<>(List.of("taskset", "-c", "" + core));
    command.add(System.getProperty("java.home") + "/bin/java");
    command.add("--sun-misc-unsafe-memory-access=allow");
    command.addAll(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    command.addAll(List.of(words));
    return new ProcessBuilder(command)
        .redirectOutput(Redirect.DISCARD)
        .redirectError(Redirect.DISCARD)
        .start();
  }

  private static String addressOf(HazelcastInstance instance) {
    var address = instance.getCluster().getLocalMember().getAddress();
    return address.getHost() + ":" + address.getPort();
  }

  private static void await(int many, IntSupplier nodes) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (nodes.getAsInt() < many) {
      if (System.nanoTime() > end) {
        throw new IllegalStateException(many + " nodes did not come");
      }
      Thread.onSpinWait();
    }
  }

  /** Nodes of CAL. */
  public abstract static class Nodes {
    private final List<Process> processes = new ArrayList<>();

    /** For JMH. */
    protected Nodes() {}

    void open(int many, int limit) throws IOException {
      try {
        RemoteWork.square(NUMBER); // starts the server, which has no node yet
      } catch (RuntimeException none) {
        // So it says.
      }
      String join = addressOf(Hazelcast.getAllHazelcastInstances().iterator().next());
      for (int i = 0; i < many; i++) {
        processes.add(
            started(
                1 - i,
                List.of(
                    "-Dcal.cluster.join=" + join,
                    "-Dcal.cluster.listen=127.0.0.1:0",
                    "-Dcal.cluster.limit=" + limit),
                Node.class));
      }
      CalRuntime server = CalRuntime.current().orElseThrow();
      await(many, () -> server.getMembers().size());
    }

    /** Ends them, and the member of this process, whose threads would keep it alive. */
    @TearDown(Level.Trial)
    public void close() {
      processes.forEach(Process::destroyForcibly);
      Hazelcast.getAllHazelcastInstances()
          .forEach(server -> server.getLifecycleService().terminate());
    }
  }

  /** One for small work. */
  @State(Scope.Benchmark)
  public static class Small extends Nodes {
    /** For JMH. */
    public Small() {}

    /** Starts it. */
    @Setup(Level.Trial)
    public void open() throws IOException {
      open(1, MemberByHand.THREADS);
    }
  }

  /** One that has a core. */
  @State(Scope.Benchmark)
  public static class One extends Nodes {
    /** For JMH. */
    public One() {}

    /** Starts it. */
    @Setup(Level.Trial)
    public void open() throws IOException {
      open(1, 1);
    }
  }

  /** Two that have a core each. */
  @State(Scope.Benchmark)
  public static class Two extends Nodes {
    /** For JMH. */
    public Two() {}

    /** Starts them. */
    @Setup(Level.Trial)
    public void open() throws IOException {
      open(2, 1);
    }
  }

  /** A member by hand, and one that makes its calls. */
  @State(Scope.Benchmark)
  public static class ByHand {
    private HazelcastInstance instance;
    private Member other;
    private Process process;
    private IExecutorService executor;
    private DurableExecutorService durable;

    /** For JMH. */
    public ByHand() {}

    /** Starts both. */
    @Setup(Level.Trial)
    public void open() throws IOException {
      instance = MemberByHand.start(true, List.of());
      process = started(1, List.of(), MemberByHand.class, addressOf(instance));
      await(2, () -> instance.getCluster().getMembers().size());
      other =
          instance.getCluster().getMembers().stream()
              .filter(member -> !member.localMember())
              .findFirst()
              .orElseThrow();
      executor = instance.getExecutorService(MemberByHand.EXECUTOR);
      durable = instance.getDurableExecutorService(MemberByHand.EXECUTOR);
    }

    /** Ends both. */
    @TearDown(Level.Trial)
    public void close() {
      instance.getLifecycleService().terminate();
      process.destroyForcibly();
    }
  }

  /** At most once. */
  @Benchmark
  public BigInteger once(Small nodes) {
    return RemoteWork.square(NUMBER);
  }

  /** The baseline. */
  @Benchmark
  public BigInteger onceByHand(ByHand hand) throws Exception {
    return hand.executor.submitToMember(new RemoteWork.Square(NUMBER), hand.other).get();
  }

  /** At least once. */
  @Benchmark
  @Fork(
      jvmArgsAppend = {
        "--sun-misc-unsafe-memory-access=allow",
        "-Dcal.stage.distributed.model=cluster",
        "-Dcal.stage.distributed.cluster.delivery=at-least-once",
        "-Dcal.cluster.listen=127.0.0.1:0"
      })
  public BigInteger again(Small nodes) {
    return RemoteWork.square(NUMBER);
  }

  /** The baseline. */
  @Benchmark
  public BigInteger againByHand(ByHand hand) throws Exception {
    DurableExecutorServiceFuture<BigInteger> answer =
        hand.durable.submit(new RemoteWork.Square(NUMBER));
    BigInteger square = answer.get();
    hand.durable.disposeResult(answer.getTaskId());
    return square;
  }

  /** Steps on one node, the baseline. */
  @Benchmark
  public long oneNode(One nodes) {
    return RemoteWork.compute(STEP_MILLIS);
  }

  /** Steps on two. */
  @Benchmark
  public long twoNodes(Two nodes) {
    return RemoteWork.compute(STEP_MILLIS);
  }
}
