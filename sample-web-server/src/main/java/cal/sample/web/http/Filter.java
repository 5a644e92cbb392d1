package cal.sample.web.http;

import java.io.IOException;

/** A step of the protocol pipeline: a filter answers a request itself, or passes the request on. */
@FunctionalInterface
public interface Filter {
  /**
   * Answers a request.
   *
   * @param request valid until the return
   * @param next the rest of the pipeline
   * @return the answer
   * @throws HttpException to refuse the request
   * @throws IOException for a refusal by 500
   */
  Response filter(Request request, Handler next) throws IOException, HttpException;

  /**
   * Joins this filter and the rest.
   *
   * @param next the rest of the pipeline
   * @return both
   */
  default Handler before(Handler next) {
    return request -> filter(request, next);
  }
}
