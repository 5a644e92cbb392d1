package cal.sample.web.filter;

import cal.sample.web.http.Filter;
import cal.sample.web.http.Handler;
import cal.sample.web.http.HttpException;
import cal.sample.web.http.Request;
import cal.sample.web.http.Response;
import java.io.IOException;

/** Hides files and folders with a leading dot, except {@code /.well-known}. Stateless. */
public final class HiddenFilter implements Filter {
  private static final String KNOWN = "/.well-known/";

  @Override
  public Response filter(Request request, Handler next) throws IOException, HttpException {
    String path = request.path();
    int from = path.startsWith(KNOWN) ? KNOWN.length() - 1 : 0;
    return path.indexOf("/.", from) < 0 ? next.handle(request) : Response.text(404, "not found\n");
  }
}
