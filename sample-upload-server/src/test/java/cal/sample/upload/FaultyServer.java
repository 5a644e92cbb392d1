package cal.sample.upload;

import java.io.BufferedReader;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * An upload server whose faults begin and end as lines of its input say: {@code FULL on}. It says
 * {@code done} and the number of lines when a line was obeyed.
 */
final class FaultyServer {
  /** The faults on the side of the server. */
  enum Fault {
    /** The store has no room. */
    FULL,
    /** The store throws what nobody expects. */
    ERROR,
    /** A connection throws when it is closed, after it has closed. */
    CLOSE,
    /** No descriptors are left, but for a few. */
    HOARD
  }

  private static final int LEFT = 3;
  private static final Set<Fault> FAULTS = ConcurrentHashMap.newKeySet();

  private FaultyServer() {}

  public static void main(String[] arguments) throws IOException {
    FaultyStore store = new FaultyStore(Stores.open(arguments[0]));
    FrameArrays arrays = new FrameArrays();
    Statistics statistics = new Statistics();
    Duration timeout = Duration.ofMinutes(2);
    Listener listener =
        new Listener(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            socket ->
                new FaultyConnection(
                    new UploadConnection(socket, store, arrays, statistics, timeout)));
    System.out.println("listening on 127.0.0.1:" + listener.port());
    listener.run();
    obey(new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII)));
    System.exit(0);
  }

  private static void obey(BufferedReader in) throws IOException {
    List<InputStream> hoard = new ArrayList<>();
    int done = 0;
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      Fault fault = Fault.valueOf(line.substring(0, line.indexOf(' ')));
      boolean on = line.endsWith("on");
      if (fault == Fault.HOARD) {
        hoard(hoard, on);
      } else if (on) {
        FAULTS.add(fault);
      } else {
        FAULTS.remove(fault);
      }
      System.out.println("done " + ++done);
    }
  }

  private static void hoard(List<InputStream> hoard, boolean on) throws IOException {
    int keep = 0;
    try {
      while (on) {
        hoard.add(new FileInputStream("/dev/null"));
      }
    } catch (IOException noneLeft) {
      keep = Math.max(0, hoard.size() - LEFT);
    }
    while (hoard.size() > keep) {
      hoard.removeLast().close();
    }
  }

  private record FaultyStore(Store store) implements BlockingStore {
    @Override
    public int store(byte[] bytes, int offset, int length) {
      if (FAULTS.contains(Fault.FULL)) {
        throw new StoreException("disk full", null);
      }
      if (FAULTS.contains(Fault.ERROR)) {
        throw new OutOfMemoryError("injected");
      }
      return store.store(bytes, offset, length);
    }

    @Override
    public void close() {
      store.close();
    }
  }

  private record FaultyConnection(Connection connection) implements Connection {
    @Override
    public boolean serve() {
      return connection.serve();
    }

    @Override
    public void tooBusy() {
      connection.tooBusy();
    }

    @Override
    public void close() {
      connection.close();
      if (FAULTS.contains(Fault.CLOSE)) {
        throw new IllegalStateException("injected");
      }
    }
  }
}
