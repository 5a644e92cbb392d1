package cal.bench.web;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.server.handler.ResourceHandler;
import org.eclipse.jetty.util.resource.ResourceFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.util.thread.VirtualThreadPool;

/**
 * Jetty 12 with its handler for static files, which keeps them in memory. Its executor is the
 * default, or one of virtual threads as its documents say. Stateless.
 */
final class JettyFiles {
  private JettyFiles() {}

  /**
   * Serves until the process is ended.
   *
   * @param store of its certificate; null to serve in the clear
   */
  static InetSocketAddress serve(
      Path root, InetSocketAddress address, long idleSeconds, boolean virtualThreads, Path store)
      throws Exception {
    QueuedThreadPool threads = new QueuedThreadPool();
    if (virtualThreads) {
      threads.setVirtualThreadsExecutor(new VirtualThreadPool());
    }
    Server server = new Server(threads);
    HttpConfiguration http = new HttpConfiguration();
    http.setSendServerVersion(false);
    HttpConnectionFactory plain = new HttpConnectionFactory(http);
    ServerConnector connector =
        store == null
            ? new ServerConnector(server, plain)
            : new ServerConnector(server, tls(store), plain);
    connector.setHost(address.getHostString());
    connector.setPort(address.getPort());
    connector.setAcceptQueueSize(WebPeer.BACKLOG);
    connector.setIdleTimeout(Duration.ofSeconds(idleSeconds).toMillis());
    server.addConnector(connector);
    ResourceHandler files = new ResourceHandler();
    files.setBaseResource(ResourceFactory.of(server).newResource(root));
    files.setDirAllowed(false);
    server.setHandler(files);
    server.start();
    return new InetSocketAddress(address.getAddress(), connector.getLocalPort());
  }

  private static SslConnectionFactory tls(Path store) {
    SslContextFactory.Server certificate = new SslContextFactory.Server();
    certificate.setKeyStorePath(store.toString());
    certificate.setKeyStorePassword(WebPeer.PASSWORD);
    return new SslConnectionFactory(certificate, HttpVersion.HTTP_1_1.asString());
  }
}
