package simulated.plants;

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
final class Server implements AutoCloseable {
  private final ServerSocket listener = new ServerSocket(0);
  private final ExecutorService pool = Executors.newFixedThreadPool(6);
  private final Service service;

  Server(Service service) throws IOException {
    this.service = service;
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
      BufferedReader in =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
      PrintStream out = new PrintStream(socket.getOutputStream(), true, StandardCharsets.UTF_8);
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        String answer;
        try {
          answer = service.answer(line);
        } catch (RuntimeException failure) {
          answer = "failed: " + failure;
        }
        out.print(answer + "\n");
        out.flush();
      }
    } catch (IOException gone) {
      // The client went.
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    } finally {
      service.gone();
    }
  }

  @Override
  public void close() throws IOException {
    listener.close();
    pool.shutdownNow();
  }
}
