package cal.sample.orb.adapter;

import java.net.Socket;
import org.jacorb.orb.BasicAdapter;
import org.jacorb.orb.giop.GIOPConnection;
import org.jacorb.orb.giop.MessageReceptorPool;
import org.jacorb.orb.giop.ServerGIOPConnection;
import org.jacorb.orb.iiop.IIOPConnection;

/**
 * Takes connections over on the way to JacORB's own pool: each is a {@link Conversation}.
 * Connections of this ORB as a client stay JacORB's.
 *
 * <p>Privileged: a message is a private method, the end a protected field. A single aspect serves
 * all threads; the state is in the connections.
 */
privileged aspect ConnectionSteps {
  private pointcut handOff(GIOPConnection connection):
      call(void MessageReceptorPool.connectionCreated(GIOPConnection))
          && withincode(boolean BasicAdapter.add_input(..)) && args(connection);

  /** Null where JacORB itself receives. */
  Conversation GIOPConnection.conversation;

  void around(GIOPConnection connection): handOff(connection) {
    if (AsIs.THREADS) {
      proceed(connection);
    } else {
      start(connection);
    }
  }

  // The methods that the advice calls stand here. ajc 1.9.27 breaks off where advice that it
  // inlines calls methods with parameters of a class that it has not compiled.

  private static void start(GIOPConnection connection) {
    Conversation conversation = new Steps(connection);
    connection.conversation = conversation;
    while (conversation.serve())
      ;
  }

  /** The steps of a connection. */
  private static final class Steps extends Conversation {
    private final GIOPConnection connection;

    Steps(GIOPConnection connection) {
      this.connection = connection;
    }

    Socket awaited() {
      return connection.transport instanceof IIOPConnection iiop && !iiop.isSSL()
          ? iiop.socket
          : null;
    }

    void receive() {
      connection.receiveMessagesLoop();
    }

    boolean isClosed() {
      return connection.do_close;
    }

    void tryClose() {
      ((ServerGIOPConnection) connection).tryClose();
    }

    void closeNow() {
      connection.close();
    }

    public String toString() {
      return connection.toString();
    }
  }
}
