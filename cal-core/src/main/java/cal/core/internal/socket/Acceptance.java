package cal.core.internal.socket;

import cal.core.spi.SocketProvider;
import java.io.IOException;
import java.net.Socket;

/**
 * An {@code accept} by a listening socket of the server's own class, on the JDK's. A socket of the
 * JDK accepts in place of a provider's socket, which then takes the connection. For a single
 * thread.
 */
abstract class Acceptance {
  private final Socket asked;

  Acceptance(Socket asked) {
    this.asked = asked;
  }

  /** Has the listening socket accept with this socket. */
  protected abstract void accept(Socket with) throws IOException;

  final void run() throws IOException {
    if (asked instanceof SocketProvider.Accepting provided) {
      Socket accepted = new Socket();
      try {
        accept(accepted);
      } catch (Throwable failure) {
        accepted.close();
        throw failure;
      }
      provided.take(accepted);
    } else {
      accept(asked);
    }
    HeardInput.accepted(asked);
  }
}
