package cal.reactive;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.SocketTimeoutException;

/**
 * Keeps the JDK's own pollers off the event loops. They are virtual threads, which take the
 * scheduler of the first one that waits for a socket of the JDK: on a loop they would stand still
 * whenever it computes. Stateless.
 */
final class JdkPollers {
  private JdkPollers() {}

  /** Has the JDK start them, on its own scheduler. */
  static void start() {
    Thread starter = Thread.ofVirtual().name("cal-poller-start").start(JdkPollers::waitOnce);
    try {
      starter.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void waitOnce() {
    try (DatagramSocket socket = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
      socket.setSoTimeout(1);
      socket.receive(new DatagramPacket(new byte[1], 1));
    } catch (SocketTimeoutException expected) {
      return;
    } catch (IOException noNetwork) {
      System.getLogger("cal").log(System.Logger.Level.DEBUG, "no datagram socket", noNetwork);
    }
  }
}
