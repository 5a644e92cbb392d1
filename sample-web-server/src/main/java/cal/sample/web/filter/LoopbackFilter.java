package cal.sample.web.filter;

import cal.sample.web.http.Filter;
import cal.sample.web.http.Handler;
import cal.sample.web.http.HttpException;
import cal.sample.web.http.Request;
import cal.sample.web.http.Response;
import java.io.IOException;
import java.net.InetAddress;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Lets through what a person at this machine asks for, and no page of another site in their
 * browser: neither by a request across sites, nor by a name that leads here (DNS rebinding).
 * Stateless.
 */
public final class LoopbackFilter implements Filter {
  private static final Pattern LOOPBACK =
      Pattern.compile("(?i)(localhost|127\\.\\d+\\.\\d+\\.\\d+|\\[::1])(:\\d+)?");

  /** A proxy on this machine sets one, so that its clients are told apart. */
  private static final List<String> FORWARDED =
      List.of("Forwarded", "X-Forwarded-For", "X-Real-IP", "Via");

  @Override
  public Response filter(Request request, Handler next) throws IOException, HttpException {
    String refusal = refusal(request);
    return refusal == null ? next.handle(request) : Response.text(403, refusal + "\n");
  }

  private static String refusal(Request request) {
    InetAddress client = request.client();
    if (client == null || !client.isLoopbackAddress()) {
      return "this is for clients on the server's machine";
    }
    if (FORWARDED.stream().anyMatch(name -> request.field(name) != null)) {
      return "this is not for clients of a proxy";
    }
    String host = request.field("Host");
    if (host == null || !LOOPBACK.matcher(host).matches()) {
      return "this has to be asked for as localhost or 127.0.0.1";
    }
    String site = request.field("Sec-Fetch-Site");
    String origin = request.field("Origin");
    boolean own = site == null || site.equals("same-origin") || site.equals("none");
    if (!own || (origin != null && !origin.equalsIgnoreCase(scheme(origin) + host))) {
      return "this is not for pages of another site";
    }
    return null;
  }

  private static String scheme(String origin) {
    return origin.startsWith("https") ? "https://" : "http://";
  }
}
