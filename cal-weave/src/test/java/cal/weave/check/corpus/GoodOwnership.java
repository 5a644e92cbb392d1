package cal.weave.check.corpus;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;

/** Closes what is its own, and what no activity got. */
// --spawn void *..GoodOwnership.Handler.handle()
final class GoodOwnership {
  private volatile boolean stopped;

  void serve(int port, int limit) throws IOException {
    try (ServerSocket listener = new ServerSocket(port)) {
      for (int clients = 0; !stopped; clients++) {
        Socket socket = listener.accept();
        if (clients > limit) {
          socket.close();
          continue;
        }
        try {
          open(socket).handle();
        } catch (IOException failure) {
          socket.close();
        }
      }
    }
  }

  private Handler open(Socket socket) throws IOException {
    socket.setTcpNoDelay(true);
    return new Handler(this, socket);
  }

  /** One client; it may stop the server. */
  static final class Handler {
    private final GoodOwnership server;
    private final Socket socket;

    Handler(GoodOwnership server, Socket socket) {
      this.server = server;
      this.socket = socket;
    }

    void handle() {
      try (socket) {
        if (socket.getInputStream().read() == 'q') {
          server.stopped = true;
        }
      } catch (IOException gone) {
        server.stopped();
      }
    }
  }

  boolean stopped() {
    return stopped;
  }
}
