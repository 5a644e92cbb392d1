package cal.sample.web;

import cal.sample.web.net.Tls;
import java.io.IOException;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * A certificate of localhost, made for a test.
 *
 * @param store of the certificate and its key
 * @param context of clients that trust it
 */
public record Certificate(Path store, SSLContext context) {
  private static final String PASSWORD = "changeit";

  public static Certificate in(Path folder) throws Exception {
    Path file = folder.resolve("store");
    String keytool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
    String options =
        "-J-XX:TieredStopAtLevel=1 -genkeypair -alias server -keyalg EC -dname CN=localhost"
            + " -storepass changeit -keystore";
    List<String> command = new java.util.ArrayList<>(List.of(keytool));
    command.addAll(List.of(options.split(" ")));
    command.add(file.toString());
    if (new ProcessBuilder(command).inheritIO().start().waitFor() != 0) {
      throw new IOException("keytool failed");
    }
    KeyStore store = KeyStore.getInstance(file.toFile(), PASSWORD.toCharArray());
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry("server", store.getCertificate("server"));
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return new Certificate(file, context);
  }

  public Tls tls() throws Exception {
    return new Tls(store, PASSWORD.toCharArray());
  }

  public Client connect(String host, int port) throws IOException {
    return new Client(context.getSocketFactory().createSocket(host, port));
  }
}
