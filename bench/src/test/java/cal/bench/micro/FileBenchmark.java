package cal.bench.micro;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import cal.bench.BuildLayout;
import cal.reactive.JdkChannels;
import cal.reactive.Linux;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * 64 readers of a file, each with one read under way: as activities, and by hand on a pool and on
 * virtual threads. The property {@code micro.block} is the length of a read in bytes; with {@code
 * micro.cold} the system has no block in memory.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(value = 5, jvmArgsAppend = "--enable-native-access=ALL-UNNAMED")
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 10, time = 500, timeUnit = TimeUnit.MILLISECONDS)
public class FileBenchmark {
  private static final int READERS = 64;
  private static final int BLOCKS = 4;

  /** The least that a file has, so that places differ. */
  private static final int LEAST = 64 << 20;

  /** For JMH. */
  public FileBenchmark() {}

  /** A file, and those that read it. */
  @State(Scope.Benchmark)
  public static class Readers {
    private static final int FORGET = 4;
    private static final int PATIENCE_SECONDS = 60;

    private final int block = Integer.getInteger("micro.block", 4096);
    private final boolean cold = Boolean.getBoolean("micro.cold");
    private final List<BlockReader> all = new ArrayList<>();
    private final AtomicLong next = new AtomicLong();
    private long blocks;
    private RandomAccessFile file;
    private MethodHandle advise;

    /** For JMH. */
    public Readers() {}

    /** Makes the file where it is not there yet. */
    @Setup(Level.Trial)
    public void open() throws IOException {
      long size = Math.max(LEAST, (long) block * READERS * BLOCKS);
      blocks = size / block;
      Path path = BuildLayout.built().resolve("micro-blocks-" + size);
      if (!Files.exists(path) || Files.size(path) != size) {
        write(path, size);
      }
      file = new RandomAccessFile(path.toFile(), "r");
      advise = Linux.call("posix_fadvise", JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_INT);
      for (int i = 0; i < READERS; i++) {
        all.add(new BlockReader(path, block, this::place));
      }
    }

    private static void write(Path path, long size) throws IOException {
      ByteBuffer random = ByteBuffer.allocate(1 << 20);
      new Random(1).nextBytes(random.array());
      try (FileChannel out =
          FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
        while (out.size() < size) {
          out.write(random.rewind(), out.size());
        }
        out.force(true);
      }
    }

    /** Blocks one after the other, but far from each other, so that none is read ahead. */
    private long place() {
      return next.getAndIncrement() * 617 % blocks * block;
    }

    /** Has all readers read, each in its own way, and waits for them. */
    void read(Consumer<BlockReader> start) throws Throwable {
      if (cold) {
        MemorySegment state = Linux.state();
        int failure =
            (int) advise.invokeExact(state, JdkChannels.descriptor(file.getFD()), 0L, 0L, FORGET);
        if (failure != 0) {
          throw new IOException(Linux.text(failure));
        }
      }
      CountDownLatch done = new CountDownLatch(READERS);
      for (BlockReader reader : all) {
        start.accept(reader.begin(BLOCKS, done::countDown));
      }
      if (!done.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        throw new IllegalStateException(done.getCount() + " readers did not come to their end");
      }
    }

    /** Closes all. */
    @TearDown(Level.Trial)
    public void close() throws IOException {
      for (BlockReader reader : all) {
        reader.close();
      }
      file.close();
    }
  }

  /** As many threads as readers. */
  @State(Scope.Benchmark)
  public static class Pool {
    private final ThreadPoolExecutor threads =
        new ThreadPoolExecutor(
            READERS, READERS, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(2 * READERS));

    /** For JMH. */
    public Pool() {}

    void turn(BlockReader reader) {
      if (reader.read()) {
        threads.execute(() -> turn(reader));
      }
    }

    /** Ends them. */
    @TearDown(Level.Trial)
    public void close() {
      threads.shutdownNow();
    }
  }

  /** The baseline: a task for each read. */
  @Benchmark
  @OperationsPerInvocation(READERS * BLOCKS)
  public void onPool(Readers readers, Pool pool) throws Throwable {
    readers.read(reader -> pool.threads.execute(() -> pool.turn(reader)));
  }

  /** A virtual thread for each reader, which lets others run after each read. */
  @Benchmark
  @OperationsPerInvocation(READERS * BLOCKS)
  public void onVirtualThreads(Readers readers) throws Throwable {
    readers.read(
        reader ->
            Thread.ofVirtual()
                .start(
                    () -> {
                      while (reader.read()) {
                        Thread.yield();
                      }
                    }));
  }

  /** An activity for each reader, whose reads are operations. */
  @Benchmark
  @OperationsPerInvocation(READERS * BLOCKS)
  @Fork(
      jvmArgsAppend = {"--enable-native-access=ALL-UNNAMED", "-Dcal.stage.reading.model=proactor"})
  public void proactor(Readers readers) throws Throwable {
    readers.read(FileBenchmark::begin);
  }

  /** An activity for each reader, on the model's pool of as many threads. */
  @Benchmark
  @OperationsPerInvocation(READERS * BLOCKS)
  @Fork(
      jvmArgsAppend = {
        "--enable-native-access=ALL-UNNAMED",
        "-Dcal.stage.reading.model=thread-pool",
        "-Dcal.stage.reading.thread-pool.size=64"
      })
  public void threadPool(Readers readers) throws Throwable {
    readers.read(FileBenchmark::begin);
  }

  private static void begin(BlockReader reader) {
    reader.step();
  }
}
