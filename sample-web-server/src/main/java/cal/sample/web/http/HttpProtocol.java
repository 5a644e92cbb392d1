package cal.sample.web.http;

import cal.sample.web.net.Acceptor;
import cal.sample.web.net.Connection;
import cal.sample.web.net.Protocol;
import cal.sample.web.net.TimedInput;
import cal.sample.web.net.Tls;
import java.io.IOException;
import java.net.Socket;

/**
 * HTTP, in the clear or by TLS. Immutable.
 *
 * @param tls null in the clear
 * @param site shared by all connections
 */
public record HttpProtocol(Tls tls, Site site) implements Protocol {
  @Override
  public Connection open(Socket socket, Acceptor acceptor) throws IOException {
    TimedInput input = new TimedInput(socket);
    Socket layered = tls == null ? socket : tls.above(socket, input);
    return new HttpConnection(socket, input, layered, site, acceptor);
  }
}
