package cal.reactive.internal.socket;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A certificate for localhost, made once by the JDK's keytool, and trusted. */
final class SelfSigned {
  private static final String PASSWORD = "secret";
  private static SSLContext context;

  private SelfSigned() {}

  /** A context for both ends; where there is no keytool, the test is skipped. */
  static synchronized SSLContext context(Path folder) throws Exception {
    if (context == null) {
      context = make(folder.resolve("keys.p12"));
    }
    return context;
  }

  private static SSLContext make(Path file) throws Exception {
    Path keytool = Path.of(System.getProperty("java.home"), "bin", "keytool");
    assumeTrue(Files.isExecutable(keytool), "no keytool at " + keytool);
    List<String> command =
        List.of(
            keytool.toString(),
            "-genkeypair",
            "-alias",
            "test",
            "-keyalg",
            "EC",
            "-dname",
            "CN=localhost",
            "-storetype",
            "PKCS12",
            "-keystore",
            file.toString(),
            "-storepass",
            PASSWORD);
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (!process.waitFor(120, TimeUnit.SECONDS) || process.exitValue() != 0) {
      throw new IllegalStateException("keytool failed: " + said);
    }
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(file)) {
      keys.load(in, PASSWORD.toCharArray());
    }
    KeyManagerFactory key = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    key.init(keys, PASSWORD.toCharArray());
    KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
    trusted.load(null, null);
    trusted.setCertificateEntry("test", keys.getCertificate("test"));
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    SSLContext made = SSLContext.getInstance("TLS");
    made.init(key.getKeyManagers(), trust.getTrustManagers(), null);
    return made;
  }
}
