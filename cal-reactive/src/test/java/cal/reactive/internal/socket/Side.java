package cal.reactive.internal.socket;

import cal.core.spi.SocketProvider;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.Executor;

/** One side of a connection: who makes its sockets, and what threads use them. */
record Side(SocketProvider sockets, Executor threads) {
  /** The JDK's own sockets: what the others are compared with. */
  static final SocketProvider JDK =
      new SocketProvider() {
        @Override
        public ServerSocket serverSocket() throws IOException {
          return new ServerSocket();
        }

        @Override
        public Socket socket() {
          return new Socket();
        }
      };

  /** These sockets on a platform thread for each call. */
  static Side onPlatformThreads(SocketProvider sockets) {
    return new Side(sockets, Thread.ofPlatform().daemon().name("test-platform")::start);
  }

  /** These sockets on an ordinary virtual thread for each call. */
  static Side onVirtualThreads(SocketProvider sockets) {
    return new Side(sockets, Thread.ofVirtual().name("test-virtual")::start);
  }
}
