package cal.sample.web.http;

import java.io.IOException;

/**
 * A step of the protocol pipeline (JAWS): a filter answers a request itself, passes the request on,
 * or changes the answer.
 */
@FunctionalInterface
public interface Filter {
  /**
   * Answers a request.
   *
   * @param next the rest of the pipeline
   * @throws HttpException to refuse the request
   * @throws IOException for a refusal by 500
   */
  Response filter(Request request, Handler next) throws IOException, HttpException;
}
