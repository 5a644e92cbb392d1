package cal.bench.baseline.os;

import io.netty.channel.epoll.LinuxSocket;
import io.netty.channel.unix.Buffer;
import io.netty.channel.unix.NativeInetAddress;
import io.netty.channel.unix.Socket;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;

/** Sockets of Linux that never block, by Netty's native calls. Stateless. */
public final class NativeSockets {
  /** A length, an address of IPv6 with its scope, and a port. */
  private static final int NAME_BYTES = 26;

  private static final Logger LOG = System.getLogger(NativeSockets.class.getName());

  private NativeSockets() {}

  /** A client and its address. */
  public record Accepted(Socket socket, InetSocketAddress address) {}

  /** A socket that listens, and whose clients get their answers without delay. */
  public static Socket listen(InetSocketAddress address, int backlog) throws IOException {
    Socket listener = LinuxSocket.newSocketStream(false);
    listener.setReuseAddress(true);
    listener.setTcpNoDelay(true);
    listener.bind(address);
    listener.listen(backlog);
    return listener;
  }

  /** The next client; null where none waits. */
  public static Accepted accept(Socket listener) throws IOException {
    byte[] name = new byte[NAME_BYTES];
    int client = listener.accept(name);
    return client < 0
        ? null
        : new Accepted(new Socket(client), NativeInetAddress.address(name, 1, name[0]));
  }

  /** Reads into the rest of a direct buffer: how many bytes, 0 for none yet, -1 at the end. */
  public static int receive(Socket socket, ByteBuffer into) throws IOException {
    int count = socket.recvAddress(Buffer.memoryAddress(into), into.position(), into.limit());
    into.position(into.position() + Math.max(0, count));
    return count;
  }

  /** Sends as many of the rest of a direct buffer as there is room for. */
  public static void send(Socket socket, ByteBuffer from) throws IOException {
    int count = socket.sendAddress(Buffer.memoryAddress(from), from.position(), from.limit());
    from.position(from.position() + count);
  }

  /** Closes a socket; the log tells of a failure. */
  public static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException failure) {
      LOG.log(Level.DEBUG, "closing", failure);
    }
  }
}
