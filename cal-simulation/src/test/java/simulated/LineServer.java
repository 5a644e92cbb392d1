package simulated;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A plain server with a pool of threads: a line is asked, a line is answered. */
final class LineServer implements AutoCloseable {
  /** Answers a line, on a thread of the pool. */
  interface Service {
    String answer(String line) throws InterruptedException;
  }

  private final ServerSocket listener;
  private final Service service;
  private final ExecutorService pool;

  LineServer(Service service, int threads) throws IOException {
    this.listener = new ServerSocket(0);
    this.service = service;
    this.pool = Executors.newFixedThreadPool(threads);
    new Thread(this::accept, "acceptor").start();
  }

  int port() {
    return listener.getLocalPort();
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket socket = listener.accept();
        pool.execute(() -> serve(socket));
      } catch (IOException closed) {
        return;
      }
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      socket.setSoTimeout(600_000);
      BufferedReader in =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
      PrintStream out = new PrintStream(socket.getOutputStream(), true, StandardCharsets.UTF_8);
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        out.print(service.answer(line) + "\n");
        out.flush();
      }
    } catch (IOException gone) {
      // The client went.
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() throws IOException {
    listener.close();
    pool.shutdownNow();
  }
}
