package cal.reactive.internal.socket;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;

/** A state that a socket can be in, and how it gets there. */
enum SocketState {
  NEW,
  BOUND,
  REFUSED,
  CLOSED_WHEN_NEW,
  CLOSED_WHEN_BOUND,
  CONNECTED,
  INPUT_SHUT,
  OUTPUT_SHUT,
  BOTH_SHUT,
  CLOSED,
  CLOSED_WHEN_SHUT,
  CLOSED_AT_THE_END,
  RESET,
  CLOSED_WHEN_RESET;

  private static final byte[] PENDING = {1, 2, 3, 4};

  /** A socket, with the streams that it gave when it was connected, and its peer, if it had one. */
  record Subject(Socket socket, InputStream in, OutputStream out, Socket peer)
      implements AutoCloseable {
    @Override
    public void close() throws IOException {
      if (peer != null && !peer.isClosed()) {
        Ends.reset(peer);
      }
      socket.close();
    }
  }

  /** Any port; the tables of outcomes are those of IPv4. */
  static InetSocketAddress ipv4() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  }

  /** Whether sockets in this state are or were connected. */
  boolean hasPeer() {
    return compareTo(CONNECTED) >= 0;
  }

  /** A socket of a side in this state; its peer, if any, is one of the JDK's. */
  Subject make(Side side, boolean accepted) throws Exception {
    if (!hasPeer()) {
      Socket alone = side.sockets().socket();
      reach(alone);
      return new Subject(alone, null, null, null);
    }
    Side server = accepted ? side : Side.onPlatformThreads(Side.JDK);
    Side client = accepted ? Side.onPlatformThreads(Side.JDK) : side;
    try (ServerSocket listening = server.sockets().serverSocket()) {
      listening.bind(ipv4());
      Socket connecting = client.sockets().socket();
      connecting.connect(listening.getLocalSocketAddress());
      Socket answering = listening.accept();
      Ends ends = accepted ? new Ends(answering, connecting) : new Ends(connecting, answering);
      Subject subject = new Subject(ends.here(), ends.in(), ends.out(), ends.there());
      reach(ends);
      return subject;
    }
  }

  private void reach(Socket socket) throws IOException {
    switch (this) {
      case BOUND -> socket.bind(ipv4());
      case REFUSED -> refuse(socket);
      case CLOSED_WHEN_NEW -> socket.close();
      case CLOSED_WHEN_BOUND -> {
        socket.bind(ipv4());
        socket.close();
      }
      default -> {}
    }
  }

  /** Nobody listens at the port of a socket that is bound. */
  private static void refuse(Socket socket) throws IOException {
    try (Socket deaf = new Socket()) {
      deaf.bind(ipv4());
      assertThatThrownBy(() -> socket.connect(deaf.getLocalSocketAddress()))
          .isInstanceOf(SocketException.class);
    }
  }

  private void reach(Ends ends) throws Exception {
    ends.peerOut().write(PENDING);
    SocketFixture.arrived(ends, PENDING.length);
    InputStream in = ends.in();
    in.read(); // what is left may now be with the kernel or with the socket
    switch (this) {
      case INPUT_SHUT -> ends.here().shutdownInput();
      case OUTPUT_SHUT -> ends.here().shutdownOutput();
      case BOTH_SHUT, CLOSED_WHEN_SHUT -> {
        ends.here().shutdownInput();
        ends.here().shutdownOutput();
      }
      case CLOSED_AT_THE_END -> {
        ends.there().shutdownOutput();
        in.readAllBytes();
      }
      case RESET, CLOSED_WHEN_RESET -> {
        in.skipNBytes(PENDING.length - 1);
        Ends.reset(ends.there());
        assertThatThrownBy(in::read).isInstanceOf(SocketException.class);
      }
      default -> {}
    }
    if (name().startsWith("CLOSED")) {
      ends.here().close();
    }
  }
}
