package cal.test;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** One client, asked for each line if the server prompts. */
final class LineConnection implements AutoCloseable {
  final Socket socket;
  private final BufferedReader in;
  private final boolean prompts;

  LineConnection(Socket socket, boolean prompts) throws IOException {
    this.socket = socket;
    this.prompts = prompts;
    in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
  }

  boolean serve() throws IOException {
    if (prompts) {
      say("?");
    }
    String line = in.readLine();
    if (line == null) {
      close();
      return false;
    }
    say(line);
    return true;
  }

  private void say(String line) throws IOException {
    socket.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
