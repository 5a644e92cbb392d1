package cal.weave.check.corpus;

import cal.core.ActivityCapture;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

// --spawn boolean *..GoodAwaiting*.serve()
class GoodAwaiting {
  private final Socket socket;
  private final BufferedReader in;
  private final BufferedReader book;

  GoodAwaiting(Socket socket, InputStream book) throws IOException {
    this.socket = socket;
    in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
    this.book = new BufferedReader(new InputStreamReader(book, StandardCharsets.UTF_8));
  }

  boolean serve() throws IOException {
    String line = in.readLine();
    return line != null && !line.equals(book.readLine());
  }

  boolean isDone() {
    try {
      return !in.ready();
    } catch (IOException closed) {
      throw new UncheckedIOException(closed);
    }
  }

  static class GoodAwaitingActivities extends ActivityCapture {
    @Override
    protected Socket awaits(Object target) {
      return target instanceof GoodAwaiting one && one.isDone() ? one.socket : null;
    }
  }
}
