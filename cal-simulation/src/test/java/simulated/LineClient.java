package simulated;

import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A client of a {@link LineServer}. */
public final class LineClient implements AutoCloseable {
  private final Socket socket;
  private final BufferedReader in;

  /** Connects. */
  public LineClient(int port) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), port);
    in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
  }

  /** Returns the answer to a line. */
  public String ask(String line) throws IOException {
    socket.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
    String answer = in.readLine();
    if (answer == null) {
      throw new EOFException("no answer to " + line);
    }
    return answer;
  }

  /** Asks several times. */
  public void ask(String line, int times) throws IOException {
    for (int i = 0; i < times; i++) {
      ask(line);
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
