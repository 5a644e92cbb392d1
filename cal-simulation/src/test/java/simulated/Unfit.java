package simulated;

import cal.simulation.Shared;
import cal.simulation.Simulated;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.channels.AsynchronousSocketChannel;
import java.util.concurrent.ForkJoinPool;

/** Tests that a simulation must refuse, or call undetermined; run by {@code RefusalsTest}. */
public final class Unfit {
  @Simulated(seeds = 1)
  void channel() throws IOException {
    AsynchronousSocketChannel.open().close();
  }

  @Simulated(seeds = 1)
  void datagram() throws IOException {
    new DatagramSocket().close();
  }

  /** The refusal ends the run even where the program catches whatever comes. */
  @Simulated(seeds = 1)
  void process() {
    try {
      new ProcessBuilder("true").start();
    } catch (Throwable caught) {
      System.out.println("caught");
    }
  }

  @Simulated(seeds = 1)
  @SuppressWarnings("restricted") // which is what is refused
  void library() {
    System.loadLibrary("calaspects");
  }

  @Simulated(seeds = 1)
  void name() throws IOException {
    InetAddress.getAllByName("calaspects.example");
  }

  @Simulated(seeds = 1)
  void end() {
    System.exit(7);
  }

  @Simulated(seeds = 1)
  void pool() {
    new ForkJoinPool(2).execute(() -> {});
  }

  /** Never ends by itself. */
  @Simulated(seeds = 1, limitSeconds = 60)
  void ticks() throws InterruptedException {
    while (true) {
      Thread.sleep(1_000);
    }
  }

  @Simulated(seeds = 1, nothingLeft = true)
  void leaves() throws Exception {
    LineServer server = new LineServer(line -> line, 1);
    new LineClient(server.port()).ask("a line");
  }

  @Simulated(seeds = 1)
  void spins() {
    while (!Thread.currentThread().isInterrupted()) {
      Thread.onSpinWait();
    }
  }

  @Simulated(seeds = 3)
  void undetermined() throws InterruptedException {
    if (Shared.RUNS.incrementAndGet() % 2 == 0) {
      Thread.sleep(1);
    }
  }
}
