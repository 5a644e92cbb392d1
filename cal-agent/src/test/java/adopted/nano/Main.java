package adopted.nano;

import fi.iki.elonen.NanoHTTPD;
import java.io.IOException;
import java.io.OutputStream;

/** A server of NanoHTTPD that answers which thread serves; it stops when standard input ends. */
final class Main extends NanoHTTPD {
  private Main() {
    super("127.0.0.1", 0);
  }

  @Override
  public Response serve(IHTTPSession session) {
    return newFixedLengthResponse(Thread.currentThread().toString());
  }

  public static void main(String[] args) throws IOException {
    Main server = new Main();
    server.start(SOCKET_READ_TIMEOUT, false);
    System.out.println("port " + server.getListeningPort());
    System.in.transferTo(OutputStream.nullOutputStream());
    server.stop();
    System.out.println("stopped");
  }
}
