package cal.core;

import java.lang.System.Logger.Level;
import java.lang.ref.WeakReference;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import org.aspectj.lang.JoinPoint;

/**
 * The listening sockets that a server's woven code has made.
 *
 * <p>Thread-safe. They are held weakly: one that the server has lost is closed once it is
 * collected, by the JDK or by the provider that made it.
 */
final class Listeners {
  /** Guarded by this, as {@link #closed} is. */
  private final List<WeakReference<ServerSocket>> sockets = new ArrayList<>();

  private boolean closed;

  /** Woven code has made a socket, which may be bound already. */
  static void made(ServerSocket socket, JoinPoint.StaticPart site) {
    tell(Bootstrap.started(SocketCall.codeAt(site)), socket);
  }

  /** Woven code has bound a socket. */
  static void bound(ServerSocket socket) {
    tell(Bootstrap.runtime(), socket);
  }

  private static void tell(CalRuntime runtime, ServerSocket socket) {
    if (runtime != null) {
      runtime.listens(socket);
    }
  }

  /** Takes a socket in, once. */
  synchronized void add(ServerSocket socket) {
    sockets.removeIf(one -> one.refersTo(socket) || isEnded(one.get()));
    if (!closed) {
      sockets.add(new WeakReference<>(socket));
    }
  }

  private static boolean isEnded(ServerSocket socket) {
    return socket == null || socket.isClosed();
  }

  /** Whether clients may come: one of the sockets is bound and not closed. */
  synchronized boolean anyListens() {
    for (WeakReference<ServerSocket> one : sockets) {
      ServerSocket socket = one.get();
      if (!isEnded(socket) && socket.isBound()) {
        return true;
      }
    }
    return false;
  }

  /**
   * Closes all of them, and takes none in any more; a {@code close()} of the server's own that
   * blocks is left alone after a second. Idempotent.
   */
  void close() {
    try (Closer closer = new Closer()) {
      taken().forEach(socket -> closer.run(() -> close(socket)));
    }
  }

  private static void close(ServerSocket socket) {
    try {
      socket.close();
    } catch (Throwable failure) {
      Log.log(Level.WARNING, "closing " + Describer.describe(socket) + " failed", failure);
    }
  }

  private synchronized List<ServerSocket> taken() {
    closed = true;
    List<ServerSocket> open = new ArrayList<>();
    for (WeakReference<ServerSocket> one : sockets) {
      ServerSocket socket = one.get();
      if (!isEnded(socket)) {
        open.add(socket);
      }
    }
    sockets.clear();
    return open;
  }
}
