package simulated;

import cal.simulation.Shared;
import cal.simulation.Simulated;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;

/** Tests that a simulation must refuse, or call undetermined; run by {@code RefusalsTest}. */
public final class Unfit {
  @Simulated(seeds = 1)
  void selector() throws IOException {
    Selector.open().close();
  }

  @Simulated(seeds = 1)
  void channel() throws IOException {
    ServerSocketChannel.open().close();
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

  private static final class Pinned {
    static final int ONE = waited();

    private static int waited() {
      try {
        new CountDownLatch(1).await();
      } catch (InterruptedException stop) {
        Thread.currentThread().interrupt();
      }
      return 1;
    }
  }

  @Simulated(seeds = 1)
  void pinned() {
    System.out.println(Pinned.ONE);
  }

  /** Never ends by itself. */
  @Simulated(seeds = 1, limitSeconds = 60)
  void ticks() throws InterruptedException {
    while (true) {
      Thread.sleep(1_000);
    }
  }

  @Simulated(seeds = 3)
  void undetermined() throws InterruptedException {
    if (Shared.RUNS.incrementAndGet() % 2 == 0) {
      Thread.sleep(1);
    }
  }
}
