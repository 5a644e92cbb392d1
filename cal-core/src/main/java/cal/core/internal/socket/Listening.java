package cal.core.internal.socket;

import cal.core.internal.engine.Engine;
import cal.core.internal.start.Bootstrap;
import java.net.ServerSocket;
import org.aspectj.lang.JoinPoint;

/** Tells the runtime of the listening sockets of woven code. Thread-safe: it has no state. */
final class Listening {
  private Listening() {}

  /** Woven code has made a socket, which may be bound already. */
  static void made(ServerSocket socket, JoinPoint.StaticPart site) {
    tell(Bootstrap.started(SocketCall.codeAt(site)), socket);
  }

  /** Woven code has bound a socket. */
  static void bound(ServerSocket socket) {
    tell(Bootstrap.runtime(), socket);
  }

  private static void tell(Engine runtime, ServerSocket socket) {
    if (runtime != null) {
      runtime.listens(socket);
    }
  }
}
