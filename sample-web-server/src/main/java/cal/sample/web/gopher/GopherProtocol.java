package cal.sample.web.gopher;

import cal.sample.web.files.FileSystem;
import cal.sample.web.net.Acceptor;
import cal.sample.web.net.Connection;
import cal.sample.web.net.Protocol;
import java.io.IOException;
import java.net.Socket;

/**
 * Gopher. Immutable.
 *
 * @param files of the menus
 * @param idleMillis for the next byte of a client
 */
public record GopherProtocol(FileSystem files, int idleMillis) implements Protocol {
  @Override
  public Connection open(Socket socket, Acceptor acceptor) throws IOException {
    socket.setSoTimeout(idleMillis);
    return new GopherConnection(socket, files);
  }
}
