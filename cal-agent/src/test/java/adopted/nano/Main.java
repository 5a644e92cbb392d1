package adopted.nano;

import fi.iki.elonen.NanoHTTPD;
import java.io.IOException;

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
    while (System.in.read() >= 0) {
      continue;
    }
    server.stop();
    System.out.println("stopped");
  }
}
