package cal.cli.load;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.zip.CRC32C;

/** A server in the test's process, as good or as bad as its behaviour. */
public final class TestServer implements AutoCloseable {
  /** The work on a connection; an exception ends it. */
  public interface Behaviour {
    void serve(Socket socket, DataInputStream in, DataOutputStream out) throws IOException;
  }

  private final ServerSocket listener;
  private final ExecutorService connections = Executors.newVirtualThreadPerTaskExecutor();

  public TestServer(Behaviour behaviour) throws IOException {
    listener = new ServerSocket(0, 1000, InetAddress.getLoopbackAddress());
    connections.execute(() -> accept(behaviour));
  }

  /** Answers uploads as it should. */
  public static TestServer upload() throws IOException {
    return upload(() -> {});
  }

  /** The same, and says so to somebody at each connection. */
  static TestServer upload(Runnable connected) throws IOException {
    return new TestServer(
        (socket, in, out) -> {
          connected.run();
          while (true) {
            out.writeInt(checksum(frame(in)));
          }
        });
  }

  public InetSocketAddress address() {
    return (InetSocketAddress) listener.getLocalSocketAddress();
  }

  public static byte[] frame(DataInputStream in) throws IOException {
    byte[] payload = new byte[in.readInt()];
    in.readFully(payload);
    return payload;
  }

  public static int checksum(byte[] payload) {
    CRC32C crc = new CRC32C();
    crc.update(payload);
    return (int) crc.getValue();
  }

  private void accept(Behaviour behaviour) {
    while (true) {
      try {
        Socket socket = listener.accept();
        connections.execute(() -> serve(socket, behaviour));
      } catch (IOException closed) {
        return;
      }
    }
  }

  private static void serve(Socket socket, Behaviour behaviour) {
    try (socket) {
      behaviour.serve(
          socket,
          new DataInputStream(socket.getInputStream()),
          new DataOutputStream(socket.getOutputStream()));
    } catch (IOException clientLeft) {
      return;
    }
  }

  @Override
  public void close() {
    try {
      listener.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    connections.shutdownNow();
  }
}
