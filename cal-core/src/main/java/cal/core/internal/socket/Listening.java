package cal.core.internal.socket;

import cal.core.internal.engine.Engine;
import cal.core.internal.start.Bootstrap;
import cal.core.internal.support.Describer;
import cal.core.internal.support.Log;
import cal.core.internal.support.WeakIdentityMap;
import cal.core.spi.StageStatus;
import java.lang.System.Logger.Level;
import java.net.ServerSocket;
import java.util.List;
import org.aspectj.lang.JoinPoint;

/** Tells the runtime of the listening sockets of woven code. Thread-safe. */
final class Listening {
  /** The making thread of a socket, by id. */
  private static final WeakIdentityMap<Long> MAKERS = new WeakIdentityMap<>();

  private Listening() {}

  /** Woven code has made a socket, which may be bound already. */
  static void made(ServerSocket socket, JoinPoint.StaticPart site) {
    MAKERS.put(socket, Thread.currentThread().threadId());
    tell(Bootstrap.started(SocketCall.codeAt(site)), socket);
  }

  /** Woven code has bound a socket. */
  static void bound(ServerSocket socket) {
    tell(Bootstrap.runtime(), socket);
  }

  /**
   * Woven code closes a socket: perhaps the making thread, as {@code try (Server server = new
   * Server(7000)) { server.run(); }} does after {@code run()} has returned at once.
   */
  static void closing(ServerSocket socket, JoinPoint.StaticPart site) {
    Engine runtime = Bootstrap.runtime();
    Long maker = MAKERS.find(socket);
    if (runtime != null
        && maker != null
        && maker == Thread.currentThread().threadId()
        && !socket.isClosed()
        && hasOnlyBegun(runtime.getStages())) {
      Log.log(
          Level.WARNING,
          Describer.describe(socket)
              + " is closed at "
              + site.getSourceLocation()
              + " before the server has served anybody: a call that CAL takes over returns at once,"
              + " so let the thread that starts the server neither close it nor leave a try (Server"
              + " server = ...) around it; SIGTERM closes it",
          null);
    }
  }

  /** Whether a single call was captured so far, perhaps an acceptor's, and has not ended. */
  private static boolean hasOnlyBegun(List<StageStatus> stages) {
    return stages.stream().mapToLong(StageStatus::captured).sum() == 1
        && stages.stream().mapToInt(stage -> stage.active() + stage.queued()).sum() == 1;
  }

  private static void tell(Engine runtime, ServerSocket socket) {
    if (runtime != null) {
      runtime.listens(socket);
    }
  }
}
