package cal.sample.upload;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A server that takes all its descriptors for itself at first: started by a test in its own JVM.
 */
final class DescriptorHoard {

  private DescriptorHoard() {}

  public static void main(String[] arguments) throws IOException {
    Service factor =
        socket -> new FactorConnection(socket, new Statistics(), Duration.ofSeconds(30));
    Listener listener =
        new Listener(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), factor);
    System.out.println("listening on 127.0.0.1:" + listener.port());
    if (System.in.read() < 0) {
      return;
    }
    List<InputStream> hoard = takeAll();
    for (int i = 0; i < 3; i++) {
      System.out.println("open=" + listener.accept());
    }
    for (InputStream taken : hoard) {
      taken.close();
    }
    System.out.println("open=" + listener.accept());
  }

  private static List<InputStream> takeAll() {
    List<InputStream> hoard = new ArrayList<>();
    try {
      while (true) {
        hoard.add(new FileInputStream("/dev/null"));
      }
    } catch (IOException noneLeft) {
      return hoard;
    }
  }
}
