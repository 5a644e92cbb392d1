package adopted.sockets;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.StandardSocketOptions;

/**
 * A listening socket of a class of its own accepts with sockets that others have made, on a thread
 * that is adopted: prints a line for each kind of socket.
 */
public final class Accepts {
  private Accepts() {}

  /** Accepts with a socket that it is given. */
  private static final class Listener extends ServerSocket {
    private final Socket next;

    Listener(Socket next) throws IOException {
      super(0, 5, InetAddress.getLoopbackAddress());
      this.next = next;
    }

    @Override
    public Socket accept() throws IOException {
      implAccept(next);
      return next;
    }
  }

  public static void main(String[] args) {
    new Thread(Accepts::accepts).start();
  }

  private static void accepts() {
    try {
      accept("unconnected", new Socket());
      Socket bound = new Socket();
      bound.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      accept("bound", bound);
      try (ServerSocket other = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
        Socket connected = new Socket(other.getInetAddress(), other.getLocalPort());
        Socket peer = other.accept();
        accept("connected", connected);
        System.out.println("left " + peer.getInputStream().read());
        peer.close();
      }
      closed();
    } catch (IOException | RuntimeException failure) {
      System.out.println("failed: " + failure);
    }
  }

  private static void accept(String kind, Socket socket) throws IOException {
    socket.setSoTimeout(50_000);
    try (Listener listener = new Listener(socket);
        Socket peer = new Socket(listener.getInetAddress(), listener.getLocalPort());
        Socket accepted = listener.accept()) {
      accepted.setTcpNoDelay(true);
      boolean kept = accepted.getSoTimeout() == 50_000;
      accepted.setSoTimeout(60_000);
      accepted.setSoLinger(true, 3);
      accepted.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
      boolean set =
          kept
              && accepted.getTcpNoDelay()
              && accepted.getSoTimeout() == 60_000
              && accepted.getSoLinger() == 3
              && accepted.getKeepAlive()
              && accepted.getPort() == peer.getLocalPort()
              && accepted.getLocalSocketAddress().equals(peer.getRemoteSocketAddress());
      accepted.getOutputStream().write(11);
      peer.getOutputStream().write(22);
      String got = accepted.getInputStream().read() + " " + peer.getInputStream().read();
      accepted.shutdownOutput();
      int end = peer.getInputStream().read();
      System.out.println(kind + " " + (accepted == socket) + " " + set + " " + got + " " + end);
    }
  }

  private static void closed() throws IOException {
    Socket socket = new Socket();
    socket.close();
    try (Listener listener = new Listener(socket);
        Socket peer = new Socket(listener.getInetAddress(), listener.getLocalPort())) {
      System.out.println(refusal(listener) + ", left " + peer.getInputStream().read());
    }
  }

  private static String refusal(Listener listener) throws IOException {
    try (Socket accepted = listener.accept()) {
      return "accepted " + accepted;
    } catch (SocketException right) {
      return "closed: " + right.getMessage();
    }
  }
}
