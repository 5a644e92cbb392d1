package cal.bench.server;

import cal.bench.web.WebPeer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/**
 * A certificate of localhost that all web servers of an experiment have, of an elliptic curve.
 * Immutable.
 *
 * @param chain a PEM file
 * @param key its key, a PEM file
 * @param store both, a file of PKCS 12 whose password is {@link WebPeer#PASSWORD}
 */
record WebCertificate(String chain, String key, String store) {
  private static final String PASSWORD = WebPeer.PASSWORD;

  private static final String ALIAS = "server";

  /** Makes one in a folder, by keytool of this JDK. */
  static WebCertificate make(Path folder) {
    Path file = folder.resolve("store.p12");
    try {
      runKeytool(file);
      KeyStore store = KeyStore.getInstance("PKCS12");
      try (InputStream in = Files.newInputStream(file)) {
        store.load(in, PASSWORD.toCharArray());
      }
      byte[] key = store.getKey(ALIAS, PASSWORD.toCharArray()).getEncoded();
      byte[] chain = store.getCertificate(ALIAS).getEncoded();
      return new WebCertificate(
          pem(folder.resolve("chain.pem"), "CERTIFICATE", chain),
          pem(folder.resolve("key.pem"), "PRIVATE KEY", key),
          file.toString());
    } catch (IOException e) {
      throw new UncheckedIOException("no certificate", e);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("no certificate", e);
    }
  }

  private static void runKeytool(Path file) throws IOException {
    String keytool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
    List<String> command = new ArrayList<>(List.of(keytool, "-genkeypair", "-alias", ALIAS));
    command.addAll(List.of("-keyalg", "EC", "-groupname", "secp256r1", "-dname", "CN=localhost"));
    command.addAll(List.of("-validity", "3650", "-storetype", "PKCS12", "-storepass", PASSWORD));
    command.addAll(List.of("-keystore", file.toString()));
    try {
      int status = new ProcessBuilder(command).redirectErrorStream(true).start().waitFor();
      if (status != 0) {
        throw new IOException("keytool ended with status " + status);
      }
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while keytool ran", stop);
    }
  }

  private static String pem(Path file, String name, byte[] bytes) throws IOException {
    String text = Base64.getMimeEncoder().encodeToString(bytes);
    Files.writeString(
        file, "-----BEGIN " + name + "-----\n" + text + "\n-----END " + name + "-----\n");
    return file.toString();
  }
}
