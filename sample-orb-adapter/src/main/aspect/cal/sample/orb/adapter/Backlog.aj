package cal.sample.orb.adapter;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.jacorb.orb.factory.DefaultServerSocketFactory;

/**
 * Lets the system hold more unaccepted connections than the 50 of the JDK and JacORB.
 */
aspect Backlog {
  declare precedence: Backlog, *;

  /** Connections, where nobody names a number. */
  private static final int CONNECTIONS = 4096;

  ServerSocket around(int port) throws IOException:
      call(ServerSocket.new(int)) && within(DefaultServerSocketFactory) && args(port) {
    return new ServerSocket(port, CONNECTIONS);
  }

  ServerSocket around(int port, int backlog, InetAddress address) throws IOException:
      call(ServerSocket.new(int, int, InetAddress)) && within(DefaultServerSocketFactory)
          && args(port, backlog, address) {
    return proceed(port, backlog < 1 ? CONNECTIONS : backlog, address);
  }
}
