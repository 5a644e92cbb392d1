package cal.bench.server;

import cal.sample.upload.FactorConnection;
import cal.sample.upload.FrameArrays;
import cal.sample.upload.Listener;
import cal.sample.upload.MemoryStore;
import cal.sample.upload.Service;
import cal.sample.upload.Statistics;
import cal.sample.upload.Store;
import cal.sample.upload.UploadConnection;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Both services of the upload sample in one process, so that it sees every load: uploads into
 * memory, and factors. It prints {@code NAME listening on HOST:PORT} for each, and {@code listening
 * on HOST:PORT} for the first one at last. Its woven classes are those of the sample: an activity
 * of one service is in the same stage as those of the others. Stateless.
 */
final class EveryService {
  private static final String UPLOAD = "upload";

  private static final Duration READ_TIMEOUT = Duration.ofSeconds(30);

  private EveryService() {}

  /**
   * Serves until it is killed.
   *
   * @param none no arguments
   */
  public static void main(String[] none) throws IOException {
    Statistics statistics = new Statistics();
    Map<String, Service> services = new LinkedHashMap<>();
    FrameArrays arrays = new FrameArrays();
    Store store = new MemoryStore();
    services.put(
        UPLOAD, socket -> new UploadConnection(socket, store, arrays, statistics, READ_TIMEOUT));
    services.put(Services.FACTOR, socket -> new FactorConnection(socket, statistics, READ_TIMEOUT));
    InetAddress here = InetAddress.getLoopbackAddress();
    String first = null;
    for (Map.Entry<String, Service> one : services.entrySet()) {
      Listener listener = new Listener(new InetSocketAddress(here, 0), one.getValue());
      String listening = "listening on " + here.getHostAddress() + ":" + listener.port();
      first = first == null ? listening : first;
      System.out.println(one.getKey() + " " + listening);
      listener.run(); // its first call is an activity: it returns at once
    }
    System.out.println(first);
  }
}
