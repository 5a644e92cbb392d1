package cal.sample.web.http;

import java.io.IOException;

/**
 * Answers requests: a request in, an answer out. A handler may wait as long as it likes.
 *
 * <p>Several connections ask a handler, so shared data is changed in critical regions only.
 */
@FunctionalInterface
public interface Handler {
  /**
   * Answers a request.
   *
   * @throws HttpException to refuse the request, by a status of 400 to 599
   * @throws IOException for a refusal by 500
   */
  Response handle(Request request) throws IOException, HttpException;
}
