package cal.sample.web.http;

import java.io.IOException;

/**
 * Answers requests: a request in, an answer out. It may wait as long as it likes.
 *
 * <p>It is asked by several connections, so what they share is changed in critical regions only.
 */
@FunctionalInterface
public interface Handler {
  /**
   * Answers a request.
   *
   * @param request valid until this returns
   * @return the answer
   * @throws HttpException to refuse it, by a status of 400 to 599
   * @throws IOException to have it refused by 500
   */
  Response handle(Request request) throws IOException, HttpException;
}
