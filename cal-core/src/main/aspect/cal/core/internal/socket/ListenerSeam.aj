package cal.core.internal.socket;

import java.net.ServerSocket;
import org.aspectj.lang.annotation.SuppressAjWarnings;

/**
 * Makes the listening sockets of woven code part of the server's life: while a socket is open and
 * bound the JVM lives, and a shutdown closes the sockets before the drain.
 *
 * <p>Woven into every server. Sockets of every kind and provider count; under {@code sequential}
 * alone none does, as if unwoven. Sockets of unwoven code are not seen. The log names a server
 * closed by its starting thread before any service.
 */
aspect ListenerSeam {
  /** A socket made here may be replaced inside. */
  declare precedence: ListenerSeam, SocketSeam;

  private pointcut made():
      !within(cal.core..*)
          && (call(java.net.ServerSocket+.new(..))
              || call(java.net.ServerSocket+
                  javax.net.ServerSocketFactory.createServerSocket(..)));

  private pointcut bound(ServerSocket socket):
      !within(cal.core..*) && call(void java.net.ServerSocket.bind(..)) && target(socket);

  private pointcut closing(ServerSocket socket):
      !within(cal.core..*) && call(void java.net.ServerSocket+.close()) && target(socket);

  // A call of Closeable's close is none of a ServerSocket's, of which ajc would warn each user.
  @SuppressAjWarnings({"adviceDidNotMatch", "unmatchedSuperTypeInCall"})
  before(ServerSocket socket): closing(socket) {
    Listening.closing(socket, thisJoinPointStaticPart);
  }

  @SuppressAjWarnings("adviceDidNotMatch")
  after() returning(ServerSocket socket): made() {
    Listening.made(socket, thisJoinPointStaticPart);
  }

  @SuppressAjWarnings("adviceDidNotMatch")
  after(ServerSocket socket) returning: bound(socket) {
    Listening.bound(socket);
  }
}
