package cal.sample.web.http;

import java.io.IOException;

/** One step of the protocol pipeline: it answers a request itself, or has the next one do it. */
@FunctionalInterface
public interface Filter {
  /**
   * Answers a request.
   *
   * @param request valid until this returns
   * @param next the rest of the pipeline
   * @return the answer
   * @throws HttpException to refuse it
   * @throws IOException to have it refused by 500
   */
  Response filter(Request request, Handler next) throws IOException, HttpException;

  /**
   * Joins this filter and what follows.
   *
   * @param next the rest of the pipeline
   * @return both
   */
  default Handler before(Handler next) {
    return request -> filter(request, next);
  }
}
