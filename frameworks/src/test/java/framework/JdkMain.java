package framework;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** A handler on the JDK's own HTTP server, on a pool of threads. */
public final class JdkMain {
  private static final int GRACE_SECONDS = 30;

  private JdkMain() {}

  public static void main(String[] args) throws Exception {
    int port = args.length == 0 ? 0 : Integer.parseInt(args[0]);
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    server.createContext(
        "/",
        exchange -> {
          byte[] answer =
              Host.answer(exchange.getRequestURI().getPath()).getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, answer.length);
          exchange.getResponseBody().write(answer);
          exchange.close();
        });
    ExecutorService workers = Executors.newFixedThreadPool(50);
    server.setExecutor(workers);
    server.start();
    Host.serves(
        server.getAddress().getPort(),
        () -> {
          workers.shutdown();
          workers.awaitTermination(GRACE_SECONDS, TimeUnit.SECONDS);
          server.stop(0);
        });
  }
}
