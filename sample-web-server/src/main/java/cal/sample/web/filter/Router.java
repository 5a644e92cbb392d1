package cal.sample.web.filter;

import cal.sample.web.http.BlockingHandler;
import cal.sample.web.http.Handler;
import cal.sample.web.http.HttpException;
import cal.sample.web.http.Request;
import cal.sample.web.http.Response;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Gives each request to the handler with the longest prefix of its path. Immutable. */
public final class Router implements Handler {
  private final List<Map.Entry<String, Handler>> routes;
  private final Handler others;

  /**
   * Routes requests.
   *
   * @param routes handlers by prefixes, each a path of whole segments
   * @param others for paths without such a prefix
   */
  public Router(Map<String, Handler> routes, Handler others) {
    Comparator<Map.Entry<String, Handler>> longest =
        Comparator.comparing(route -> -route.getKey().length());
    this.routes = routes.entrySet().stream().sorted(longest).toList();
    this.others = others;
  }

  @Override
  public Response handle(Request request) throws IOException, HttpException {
    for (Map.Entry<String, Handler> route : routes) {
      if (isBelow(request.path(), route.getKey())) {
        Handler handler = route.getValue();
        return handler instanceof BlockingHandler blocking
            ? blocking.handle(request)
            : handler.handle(request);
      }
    }
    return others.handle(request);
  }

  private static boolean isBelow(String path, String prefix) {
    return path.startsWith(prefix)
        && (path.length() == prefix.length()
            || prefix.endsWith("/")
            || path.charAt(prefix.length()) == '/');
  }
}
