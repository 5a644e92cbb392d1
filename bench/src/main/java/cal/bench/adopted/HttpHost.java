package cal.bench.adopted;

import fi.iki.elonen.NanoHTTPD;
import java.io.IOException;

/** NanoHTTPD with one small answer. */
final class HttpHost extends NanoHTTPD {
  private static final int READ_TIMEOUT_MILLIS = 600_000;

  private HttpHost() {
    super("127.0.0.1", 0);
  }

  @Override
  public Response serve(IHTTPSession session) {
    return newFixedLengthResponse("hello");
  }

  public static void main(String[] arguments) throws IOException {
    HttpHost server = new HttpHost();
    server.start(READ_TIMEOUT_MILLIS, false);
    System.out.println("listening on 127.0.0.1:" + server.getListeningPort());
  }
}
