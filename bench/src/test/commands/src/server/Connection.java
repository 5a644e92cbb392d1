package server;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;

public final class Connection implements AutoCloseable {
  private static final Totals TOTALS = new Totals();

  private final Store store = new Store(TOTALS);
  private final Socket socket;
  private final BufferedReader in;

  public Connection(Socket socket) throws IOException {
    this.socket = socket;
    in = new BufferedReader(new InputStreamReader(socket.getInputStream()));
  }

  public boolean serve() throws IOException {
    String line = in.readLine();
    if (line == null) {
      close();
      return false;
    }
    int stored = store.store(line);
    socket.getOutputStream().write((stored + "\n").getBytes());
    return true;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
