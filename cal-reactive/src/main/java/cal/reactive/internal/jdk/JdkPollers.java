package cal.reactive.internal.jdk;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;

/**
 * Keeps the JDK's own pollers off the event loops. The pollers are virtual threads, with the
 * scheduler of the first thread that waits for a socket of the JDK: on a loop the pollers would
 * stand still during each computation. Stateless.
 */
public final class JdkPollers {
  /** A wait with an end, unlike a wait for a lock; nobody waits as long. */
  private static final int MOST_MILLIS = 60_000;

  private JdkPollers() {}

  /** Has the JDK start the pollers, on its own scheduler: a thread there waits for a socket. */
  public static void start() {
    try (DatagramSocket socket = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
      socket.setSoTimeout(MOST_MILLIS);
      Thread starter =
          Thread.ofVirtual().name("cal-poller-start").start(() -> waitForNothing(socket));
      while (starter.isAlive() && starter.getState() != Thread.State.TIMED_WAITING) {
        Thread.yield();
      }
    } catch (IOException noNetwork) {
      System.getLogger("cal").log(System.Logger.Level.DEBUG, "no datagram socket", noNetwork);
    }
  }

  private static void waitForNothing(DatagramSocket socket) {
    try {
      socket.receive(new DatagramPacket(new byte[1], 1));
    } catch (IOException closed) {
      System.getLogger("cal").log(System.Logger.Level.TRACE, "the pollers run", closed);
    }
  }
}
