package cal.sample.web.http;

import java.io.IOException;

/**
 * A request on its way. After an exception of the input another {@link #read} goes on where the
 * last one ended. Not thread-safe.
 */
final class Incoming {
  private Lines lines;
  private Request request;
  private Content content;

  /**
   * Reads the request to its end.
   *
   * @throws HttpException if the request is malformed or too large
   * @throws IOException if the client leaves
   */
  Request read(Input in, Output out) throws IOException, HttpException {
    if (lines == null) {
      Head.skipEmptyLine(in);
      lines = new Lines();
    }
    if (request == null) {
      request = Head.read(lines, in);
    }
    if (content == null) {
      content = Content.of(request, in, out);
    }
    request.body(content.read(in));
    return request;
  }

  /** The request with its head read; else null. */
  Request request() {
    return request;
  }
}
