package cal.sample.upload;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;

/**
 * Serves uploads into memory and, at a port of its own, factors and the statistics of both; prints
 * the store's totals for each byte on its standard input: started by a test in its own JVM.
 */
final class TotalsServer {
  /** Before the second port on standard output. */
  static final String FACTOR = "factor on 127.0.0.1:";

  private static final Duration TIMEOUT = Duration.ofMinutes(5);

  private TotalsServer() {}

  public static void main(String[] arguments) throws IOException {
    MemoryStore store = new MemoryStore();
    FrameArrays arrays = new FrameArrays();
    Statistics statistics = new Statistics();
    Listener upload =
        listener(socket -> new UploadConnection(socket, store, arrays, statistics, TIMEOUT));
    Listener factor = listener(socket -> new FactorConnection(socket, statistics, TIMEOUT));
    System.out.println(FACTOR + factor.port());
    System.out.println("listening on 127.0.0.1:" + upload.port());
    upload.run();
    factor.run();
    while (System.in.read() >= 0) {
      System.out.println(store.totals());
    }
    System.exit(0);
  }

  private static Listener listener(Service service) throws IOException {
    return new Listener(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), service);
  }
}
