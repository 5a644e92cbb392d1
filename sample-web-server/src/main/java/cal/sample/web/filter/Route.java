package cal.sample.web.filter;

import cal.sample.web.http.Filter;
import cal.sample.web.http.Handler;
import cal.sample.web.http.HttpException;
import cal.sample.web.http.Request;
import cal.sample.web.http.Response;
import java.io.IOException;

/** Gives the paths below a prefix, of whole segments, to a handler. Immutable. */
record Route(String prefix, Handler handler) implements Filter {
  @Override
  public Response filter(Request request, Handler next) throws IOException, HttpException {
    String path = request.path();
    boolean below =
        path.startsWith(prefix)
            && (path.length() == prefix.length()
                || prefix.endsWith("/")
                || path.charAt(prefix.length()) == '/');
    return (below ? handler : next).handle(request);
  }
}
