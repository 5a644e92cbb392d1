package cal.sample.web;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * A certificate of localhost, made for a test.
 *
 * @param certificate a PEM file
 * @param key its key, a PEM file
 * @param context of clients that trust it
 */
public record Certificate(Path certificate, Path key, SSLContext context) {
  private static final String PASSWORD = "secret";

  public static Certificate in(Path folder) throws Exception {
    Path file = folder.resolve("store");
    String keytool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
    List<String> command =
        List.of(
            keytool,
            "-J-XX:TieredStopAtLevel=1",
            "-genkeypair",
            "-alias",
            "server",
            "-keyalg",
            "EC",
            "-dname",
            "CN=localhost",
            "-storetype",
            "PKCS12",
            "-storepass",
            PASSWORD,
            "-keystore",
            file.toString());
    Process process = new ProcessBuilder(command).inheritIO().start();
    if (process.waitFor() != 0) {
      throw new IOException("keytool failed");
    }
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(file)) {
      store.load(in, PASSWORD.toCharArray());
    }
    byte[] key = store.getKey("server", PASSWORD.toCharArray()).getEncoded();
    byte[] certificate = store.getCertificate("server").getEncoded();
    return new Certificate(
        pem(folder.resolve("certificate.pem"), "CERTIFICATE", certificate),
        pem(folder.resolve("key.pem"), "PRIVATE KEY", key),
        trusting(store));
  }

  private static Path pem(Path file, String name, byte[] bytes) throws IOException {
    String text = Base64.getMimeEncoder().encodeToString(bytes);
    return Files.writeString(
        file, "-----BEGIN " + name + "-----\n" + text + "\n-----END " + name + "-----\n");
  }

  private static SSLContext trusting(KeyStore store) throws IOException, GeneralSecurityException {
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry("server", store.getCertificate("server"));
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }

  public Client connect(String host, int port) throws IOException {
    Socket socket = context.getSocketFactory().createSocket(host, port);
    return new Client(socket);
  }
}
