package PACKAGE;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.util.Locale;

/** One client. Each of its lines is answered in capitals. */
final class Connection implements Closeable {
  private final Socket socket;
  private final BufferedReader in;

  Connection(Socket socket) throws IOException {
    this.socket = socket;
    in = new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
  }

  /** One step: false when the client has gone. */
  boolean answer() throws IOException {
    String line = in.readLine();
    if (line == null) {
      close();
      return false;
    }
    socket.getOutputStream().write((line.toUpperCase(Locale.ROOT) + "\n").getBytes(UTF_8));
    return true;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
