package cal.sample.orb.adapter;

import org.jacorb.orb.BasicAdapter;
import org.jacorb.orb.giop.GIOPConnection;
import org.jacorb.orb.giop.MessageReceptorPool;
import org.jacorb.orb.giop.ServerGIOPConnection;

/**
 * Takes connections over where JacORB would give them to a pool of its own: each is a {@link
 * Conversation}. Connections that this ORB opens as a client stay JacORB's.
 *
 * <p>Privileged: one message is a private method, the end a protected field. One aspect serves all
 * threads; its state is in the connections.
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
