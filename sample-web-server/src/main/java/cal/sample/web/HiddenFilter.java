package cal.sample.web;

import java.io.IOException;

/** Hides files and folders whose names begin with a dot, but {@code /.well-known}. Stateless. */
final class HiddenFilter implements Filter {
  private static final String KNOWN = "/.well-known/";

  @Override
  public Response filter(Request request, Handler next) throws IOException, HttpException {
    String path = request.path();
    int from = path.startsWith(KNOWN) ? KNOWN.length() - 1 : 0;
    return path.indexOf("/.", from) < 0 ? next.handle(request) : Response.text(404, "not found\n");
  }
}
