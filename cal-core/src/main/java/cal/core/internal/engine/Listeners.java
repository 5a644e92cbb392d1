package cal.core.internal.engine;

import cal.core.internal.support.Closer;
import cal.core.internal.support.Describer;
import cal.core.internal.support.Log;
import java.lang.System.Logger.Level;
import java.lang.ref.WeakReference;
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
  private final List<WeakReference<ServerSocket>> sockets = new ArrayList<>();

  private boolean closed;

  /** Takes a socket in, once. */
  void add(ServerSocket socket) {
    List<WeakReference<ServerSocket>> ended =
        known().stream().filter(one -> isEnded(one.get())).toList();
    synchronized (this) {
      sockets.removeIf(one -> one.refersTo(socket) || ended.contains(one));
      if (!closed) {
        sockets.add(new WeakReference<>(socket));
      }
    }
  }

  /** The present sockets, to be asked without the lock: their methods are the server's. */
  private synchronized List<WeakReference<ServerSocket>> known() {
    return List.copyOf(sockets);
  }

  private static boolean isEnded(ServerSocket socket) {
    return socket == null || socket.isClosed();
  }

  /** Whether clients may come: some socket is bound and not closed. */
  boolean anyListens() {
    for (WeakReference<ServerSocket> one : known()) {
      ServerSocket socket = one.get();
      if (!isEnded(socket) && socket.isBound()) {
        return true;
      }
    }
    return false;
  }

  /**
   * Closes all sockets, and takes none in any more; a blocking {@code close()} of the server's own
   * is left alone after a second. Idempotent.
   */
  void close() {
    try (Closer closer = Closer.ofDrain()) {
      for (WeakReference<ServerSocket> one : taken()) {
        ServerSocket socket = one.get();
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

  private synchronized List<WeakReference<ServerSocket>> taken() {
    closed = true;
    List<WeakReference<ServerSocket>> all = List.copyOf(sockets);
    sockets.clear();
    return all;
  }
}
