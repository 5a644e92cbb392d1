package cal.core.internal.engine;

import cal.core.internal.support.Closer;
import cal.core.internal.support.Describer;
import cal.core.internal.support.Log;
import java.lang.System.Logger.Level;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;

/**
 * The listening sockets of a server's woven code.
 *
 * <p>Thread-safe. Sockets are held weakly: a socket lost by the server is closed at its collection,
 * by the JDK or by the provider.
 */
final class Listeners {
  /** Guarded by this, as {@link #closed} is. */
  private final List<Listener> sockets = new ArrayList<>();

  private boolean closed;

  /** Takes a socket in, once. */
  void add(ServerSocket socket) {
    List<Listener> ended = known().stream().filter(Listener::isEnded).toList();
    synchronized (this) {
      sockets.removeIf(one -> one.is(socket) || ended.contains(one));
      if (!closed) {
        sockets.add(new Listener(socket));
      }
    }
  }

  private synchronized List<Listener> known() {
    return List.copyOf(sockets);
  }

  /** Whether clients may come: some socket is bound and not closed. */
  boolean anyListens() {
    return known().stream().anyMatch(Listener::listens);
  }

  /**
   * Closes all sockets, and takes none in any more; a blocking {@code close()} of the server's own
   * is left alone after a second. Idempotent.
   */
  void close() {
    try (Closer closer = Closer.ofDrain()) {
      for (Listener one : taken()) {
        ServerSocket socket = one.socket();
        if (socket != null) {
          closer.run(() -> close(socket));
        }
      }
    }
  }

  private static void close(ServerSocket socket) {
    try {
      if (!socket.isClosed()) {
        socket.close();
      }
    } catch (Throwable failure) {
      Log.log(Level.WARNING, "closing " + Describer.describe(socket) + " failed", failure);
    }
  }

  private synchronized List<Listener> taken() {
    closed = true;
    List<Listener> all = List.copyOf(sockets);
    sockets.clear();
    return all;
  }
}
