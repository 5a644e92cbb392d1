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
  /** Letters of a line: a client must not fill the memory. */
  static final int LONGEST = 1000;

  private final Socket socket;
  private final BufferedReader in;

  Connection(Socket socket) throws IOException {
    this.socket = socket;
    in = new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
  }

  /** One step: false when the client has gone. */
  boolean answer() throws IOException {
    String line = line();
    if (line == null) {
      close();
      return false;
    }
    if (line.length() > LONGEST) {
      write("ERROR a line has at most " + LONGEST + " letters");
      close();
      return false;
    }
    write(line.toUpperCase(Locale.ROOT));
    return true;
  }

  /** Null when the client has gone; one letter too many where the line is longer. */
  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int letter = in.read(); letter != '\n'; letter = in.read()) {
      if (letter < 0) {
        return null;
      }
      line.append((char) letter);
      if (line.length() > LONGEST) {
        return line.toString();
      }
    }
    return line.toString();
  }

  private void write(String line) throws IOException {
    socket.getOutputStream().write((line + "\n").getBytes(UTF_8));
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
