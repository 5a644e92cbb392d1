package cal.bench.layered;

import cal.cli.load.LoadResult;
import cal.cli.load.LoadSession;
import cal.cli.load.LoadSpec;
import cal.cli.process.ProcessCpu;
import cal.cli.process.ProcessFigures;
import cal.cli.server.ServerProcess;
import cal.cli.support.Failure;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * A mid-level server with a low-level server of its own, and clients that think (the ACE study of
 * threaded servers, section 5). Confined to one thread.
 */
final class Layers implements AutoCloseable {
  /** How long clients are waited for that have asked when a slot ends. */
  private static final Duration DRAIN = Duration.ofSeconds(60);

  private static final Duration NO_TIME = Duration.ofMillis(1);

  private final ServerProcess low;
  private final ServerProcess mid;
  private StoreLoadReader lowLoad;
  private StoreLoadReader midLoad;
  private LoadSession clients;

  private Layers(ServerProcess low, ServerProcess mid) {
    this.low = low;
    this.mid = mid;
  }

  /**
   * One slot. Immutable.
   *
   * @param clients what they have seen
   * @param midBusy threads of the mid-level server that were busy with requests, on average: from
   *     when they took them to when they had done with them, waiting for the other server included
   * @param lowBusy requests that the low-level server had, on average
   * @param lowUsed the part of the time in which it had any
   * @param lowCpu its share of a core
   */
  record Slot(LoadResult clients, double midBusy, double lowBusy, double lowUsed, double lowCpu) {}

  /** Starts both, by their commands; the mid-level server is told the port of the other. */
  static Layers start(
      List<String> lowLevel,
      Function<Integer, List<String>> midLevel,
      Function<ServerProcess, LoadSpec> load)
      throws IOException, InterruptedException {
    ServerProcess low = ServerProcess.start(lowLevel);
    ServerProcess mid;
    try {
      mid = ServerProcess.start(midLevel.apply(low.address().getPort()));
    } catch (InterruptedException | RuntimeException e) {
      low.close();
      throw e;
    }
    Layers layers = new Layers(low, mid);
    try {
      layers.lowLoad = StoreLoadReader.of(low.pid());
      layers.midLoad = StoreLoadReader.of(mid.pid());
      layers.clients = LoadSession.open(load.apply(mid), OptionalLong.of(mid.pid()));
      return layers;
    } catch (IOException | InterruptedException | RuntimeException e) {
      layers.close();
      throw e;
    }
  }

  /** Measures after a while of the same load, then lets all have their answers. */
  Slot slot(Duration warmUp, Duration window) throws InterruptedException {
    clients.warmUp(warmUp);
    long begun = System.nanoTime();
    long midBefore = midLoad.busyNanos();
    long lowBefore = lowLoad.busyNanos();
    long usedBefore = lowLoad.usedNanos();
    long cpuBefore = lowCpuNanos();
    LoadResult result = clients.slice(window);
    double midBusy = midLoad.busyNanos() - midBefore;
    double lowBusy = lowLoad.busyNanos() - lowBefore;
    double lowUsed = lowLoad.usedNanos() - usedBefore;
    double lowCpu = lowCpuNanos() - cpuBefore;
    double nanos = System.nanoTime() - begun;
    clients.round(NO_TIME, DRAIN);
    return new Slot(result, midBusy / nanos, lowBusy / nanos, lowUsed / nanos, lowCpu / nanos);
  }

  private long lowCpuNanos() {
    return ProcessCpu.of(low.pid())
        .nanos()
        .orElseThrow(() -> new Failure(1, "no CPU time of process " + low.pid()));
  }

  /** The memory of the mid-level server, garbage collected, while its clients go on. */
  ProcessFigures.Memory memory(Duration warmUp) throws InterruptedException {
    clients.warmUp(warmUp);
    try {
      return new ProcessFigures(mid.pid()).memory();
    } finally {
      clients.round(NO_TIME, DRAIN);
    }
  }

  /** The same once they have gone; there is no slot after that. */
  ProcessFigures.Memory memoryOnceClientsHaveGone() throws InterruptedException {
    clients.close();
    return new ProcessFigures(mid.pid()).memory();
  }

  @Override
  public void close() {
    if (clients != null) {
      clients.close();
    }
    for (StoreLoadReader load : new StoreLoadReader[] {midLoad, lowLoad}) {
      if (load != null) {
        load.close();
      }
    }
    mid.close();
    low.close();
  }
}
