package cal.sample.web.http;

import cal.sample.web.net.Acceptor;
import cal.sample.web.net.Connection;
import cal.sample.web.net.Protocol;
import cal.sample.web.net.Tls;
import java.io.IOException;
import java.net.Socket;

/**
 * HTTP, in the clear or by TLS. Immutable.
 *
 * @param handler of all requests
 * @param idleMillis for the next byte of a client
 * @param tls null in the clear
 */
public record HttpProtocol(Handler handler, int idleMillis, Tls tls) implements Protocol {
  @Override
  public Connection open(Socket socket, Acceptor acceptor) throws IOException {
    socket.setSoTimeout(idleMillis);
    Socket layered = tls == null ? socket : tls.above(socket);
    Output out = new Output(layered.getOutputStream(), tls == null);
    Input in = new Input(layered.getInputStream(), tls != null, out);
    return new HttpConnection(socket, layered, in, out, handler, acceptor);
  }
}
