package framework;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** The wire between one client and a server: it keeps the bytes of the answers, and can be cut. */
final class Wire implements AutoCloseable {
  private final ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
  private final ByteArrayOutputStream answers = new ByteArrayOutputStream();
  private final Socket server;
  private final Thread back;

  Wire(int port) throws IOException {
    server = new Socket(InetAddress.getLoopbackAddress(), port);
    back = Thread.startVirtualThread(this::connect);
  }

  /** Where the client connects. */
  int port() {
    return listener.getLocalPort();
  }

  private void connect() {
    try (Socket client = listener.accept()) {
      Thread.startVirtualThread(() -> copy(client, server, OutputStream.nullOutputStream()));
      copy(server, client, answers);
    } catch (IOException cut) {
      answers.writeBytes(cut.toString().getBytes(StandardCharsets.UTF_8));
    }
  }

  private static void copy(Socket from, Socket to, OutputStream kept) {
    byte[] buffer = new byte[8192];
    try (InputStream in = from.getInputStream()) {
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        kept.write(buffer, 0, n);
        to.getOutputStream().write(buffer, 0, n);
      }
      to.shutdownOutput();
    } catch (IOException cut) {
      // the other side learns of it
    }
  }

  /** The bytes of all answers, once the server has closed its side. */
  byte[] answers() throws InterruptedException {
    back.join();
    return answers.toByteArray();
  }

  /** The client is gone without a word. */
  void cut() throws IOException {
    server.setSoLinger(true, 0);
    server.close();
  }

  @Override
  public void close() throws IOException {
    listener.close();
    server.close();
  }
}
