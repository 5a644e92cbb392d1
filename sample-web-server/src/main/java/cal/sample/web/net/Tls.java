package cal.sample.web.net;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/** TLS by the JDK above a plain socket, with a certificate and a key in PEM files. Thread-safe. */
public final class Tls {
  private static final List<String> ALGORITHMS = List.of("RSA", "EC", "EdDSA");
  private static final String BEGIN = "-----BEGIN PRIVATE KEY-----";
  private static final String END = "-----END PRIVATE KEY-----";

  private final SSLContext context;

  /**
   * Reads both files.
   *
   * @param certificates the server's, and then those that vouch for it
   * @param key its private key, as PKCS 8 without a password
   * @throws IOException if one cannot be read
   * @throws GeneralSecurityException if one is not what it should be
   */
  public Tls(Path certificates, Path key) throws IOException, GeneralSecurityException {
    char[] none = {};
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, none);
    store.setKeyEntry("server", key(Files.readString(key)), none, chain(certificates));
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(store, none);
    context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), null, null);
  }

  private static Certificate[] chain(Path file) throws IOException, GeneralSecurityException {
    try (InputStream in = Files.newInputStream(file)) {
      return CertificateFactory.getInstance("X.509")
          .generateCertificates(in)
          .toArray(Certificate[]::new);
    }
  }

  private static PrivateKey key(String pem) throws GeneralSecurityException {
    int from = pem.indexOf(BEGIN);
    int to = pem.indexOf(END);
    if (from < 0 || to < from) {
      throw new InvalidKeySpecException("no " + BEGIN + " in it; openssl pkcs8 -topk8 -nocrypt");
    }
    byte[] encoded = Base64.getMimeDecoder().decode(pem.substring(from + BEGIN.length(), to));
    for (String algorithm : ALGORITHMS) {
      PrivateKey key = key(algorithm, encoded);
      if (key != null) {
        return key;
      }
    }
    throw new InvalidKeySpecException("the key is of none of " + ALGORITHMS);
  }

  private static PrivateKey key(String algorithm, byte[] encoded) throws GeneralSecurityException {
    try {
      return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(encoded));
    } catch (InvalidKeySpecException another) {
      return null;
    }
  }

  /**
   * The server's end of TLS above a socket; nothing is read or written yet.
   *
   * @param input of the socket: TLS takes it for bytes that were read before, and reads no others
   */
  public Socket above(Socket socket, InputStream input) throws IOException {
    SSLSocket secure = (SSLSocket) context.getSocketFactory().createSocket(socket, input, true);
    SSLParameters parameters = secure.getSSLParameters();
    parameters.setApplicationProtocols(new String[] {"http/1.1"});
    secure.setSSLParameters(parameters);
    secure.setUseClientMode(false);
    return secure;
  }
}
