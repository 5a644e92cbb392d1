package cal.sample.web.net;

import java.io.IOException;
import java.net.Socket;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/** TLS by the JDK above a plain socket. Thread-safe. */
public final class Tls {
  private final SSLContext context;

  /**
   * Reads a certificate and its key.
   *
   * @param store a key store, PKCS 12 for example
   * @throws IOException if the file cannot be read, or the password is another
   * @throws GeneralSecurityException if the file is no such store
   */
  public Tls(Path store, char[] password) throws IOException, GeneralSecurityException {
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(KeyStore.getInstance(store.toFile(), password), password);
    context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), null, null);
  }

  /** The server's end of TLS above a socket; nothing is read or written yet. */
  public Socket above(Socket socket) throws IOException {
    SSLSocket secure = (SSLSocket) context.getSocketFactory().createSocket(socket, null, true);
    SSLParameters parameters = secure.getSSLParameters();
    parameters.setApplicationProtocols(new String[] {"http/1.1"});
    secure.setSSLParameters(parameters);
    secure.setUseClientMode(false);
    return secure;
  }
}
