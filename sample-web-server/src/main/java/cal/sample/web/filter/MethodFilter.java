package cal.sample.web.filter;

import cal.sample.web.http.Filter;
import cal.sample.web.http.Handler;
import cal.sample.web.http.HttpException;
import cal.sample.web.http.Request;
import cal.sample.web.http.Response;

/** Lets GET and HEAD through, answers OPTIONS, and refuses the others. Stateless. */
public final class MethodFilter implements Filter {
  private static final String ALLOWED = "GET, HEAD, OPTIONS";

  @Override
  public Response filter(Request request, Handler next) throws java.io.IOException, HttpException {
    return switch (request.method()) {
      case "GET", "HEAD" -> next.handle(request);
      case "OPTIONS" -> Response.of(204).field("Allow", ALLOWED).empty();
      default -> Response.of(405).field("Allow", ALLOWED).body(new byte[0]);
    };
  }
}
