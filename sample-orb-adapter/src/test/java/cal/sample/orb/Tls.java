package cal.sample.orb;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManagerFactory;

/** A key for servers of one test, what tells JacORB to use it, and clients that trust it. */
final class Tls {
  private static final String PASSWORD = "changeit";

  private final Path store;
  private final SSLSocketFactory clients;

  private Tls(Path store, SSLSocketFactory clients) {
    this.store = store;
    this.clients = clients;
  }

  /** Makes a key by the JDK's tool, in a folder. */
  static Tls in(Path folder) throws IOException, InterruptedException, GeneralSecurityException {
    Path store = folder.resolve("keys");
    String line =
        "-genkeypair -alias drill -keyalg EC -dname CN=localhost -storetype JKS -storepass "
            + (PASSWORD + " -keypass " + PASSWORD + " -keystore " + store);
    ProcessBuilder keytool = new ProcessBuilder(line.split(" "));
    keytool.command().add(0, Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    Process process =
        keytool
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("keytool.log").toFile())
            .start();
    assertThat(process.waitFor(120, TimeUnit.SECONDS)).as("keytool ends").isTrue();
    KeyStore keys = KeyStore.getInstance("JKS");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, PASSWORD.toCharArray());
    }
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(keys);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return new Tls(store, context.getSocketFactory());
  }

  /** Makes a server of JacORB listen for TLS as well, on a port of its own. */
  String[] settings() {
    String jsse = "org.jacorb.security.ssl.sun_jsse.SSL";
    return new String[] {
      "jacorb.security.support_ssl=on",
      "jacorb.security.keystore=" + store,
      "jacorb.security.keystore_password=" + PASSWORD,
      "jacorb.ssl.server_socket_factory=" + jsse + "ServerSocketFactory",
      "jacorb.ssl.socket_factory=" + jsse + "SocketFactory",
      "jacorb.security.ssl.server.supported_options=60",
      "jacorb.security.ssl.server.required_options=0"
    };
  }

  Giop connect(int port) throws IOException {
    return new Giop(clients.createSocket(plain(port), "localhost", port, true));
  }

  private static Socket plain(int port) throws IOException {
    return new Socket(InetAddress.getLoopbackAddress(), port);
  }
}
