package cal.sample.upload;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;

/**
 * Serves uploads into memory, and prints the store's totals for each byte on its standard input:
 * started by a test in its own JVM.
 */
final class TotalsServer {
  private TotalsServer() {}

  public static void main(String[] arguments) throws IOException {
    MemoryStore store = new MemoryStore();
    FrameArrays arrays = new FrameArrays();
    Service upload = socket -> new UploadConnection(socket, store, arrays, Duration.ofSeconds(30));
    Listener listener =
        new Listener(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), upload);
    System.out.println("listening on 127.0.0.1:" + listener.port());
    listener.run();
    while (System.in.read() >= 0) {
      System.out.println(store.totals());
    }
    System.exit(0);
  }
}
