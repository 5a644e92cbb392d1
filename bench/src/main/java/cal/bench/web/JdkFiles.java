package cal.bench.web;

import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.SimpleFileServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;

/** {@code jdk.httpserver} with the handler of {@code jwebserver}. Stateless. */
final class JdkFiles {
  /**
   * By its module's documentation: without a limit of 200 connections that are kept, and with
   * TCP_NODELAY, since it writes head and body apart. The unit of the interval is seconds.
   */
  static final List<String> FLAGS =
      List.of(
          "-Dsun.net.httpserver.maxIdleConnections=100000",
          "-Dsun.net.httpserver.idleInterval=3600",
          "-Dsun.net.httpserver.nodelay=true");

  private static final int POOL_SIZE = 100;

  private JdkFiles() {}

  static Executor virtualThreads() {
    return Executors.newVirtualThreadPerTaskExecutor();
  }

  static Executor pool() {
    return Executors.newFixedThreadPool(POOL_SIZE);
  }

  /** Serves until the process is ended. */
  static InetSocketAddress serve(Path root, InetSocketAddress address, Executor executor)
      throws IOException {
    HttpServer server = HttpServer.create(address, WebPeer.BACKLOG);
    server.setExecutor(executor);
    server.createContext("/", SimpleFileServer.createFileHandler(root));
    server.start();
    return server.getAddress();
  }
}
