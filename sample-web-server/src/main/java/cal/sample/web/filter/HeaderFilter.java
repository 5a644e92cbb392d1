package cal.sample.web.filter;

import cal.sample.web.http.Filter;
import cal.sample.web.http.Handler;
import cal.sample.web.http.HttpException;
import cal.sample.web.http.Request;
import cal.sample.web.http.Response;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Gives fields to each answer of the handlers, for example Cache-Control. Immutable. */
public final class HeaderFilter implements Filter {
  private final Map<String, String> fields = new LinkedHashMap<>();

  /**
   * Takes the fields.
   *
   * @param lines each a name, a colon and a value
   * @throws IllegalArgumentException if a line is malformed, or sets a field of the server
   */
  public HeaderFilter(List<String> lines) {
    for (String line : lines) {
      int colon = line.indexOf(':');
      if (colon < 0) {
        throw new IllegalArgumentException(line + " has no colon between name and value");
      }
      String name = line.substring(0, colon).strip();
      String value = line.substring(colon + 1).strip();
      Response.of(200).field(name, value);
      fields.put(name, value);
    }
  }

  @Override
  public Response filter(Request request, Handler next) throws IOException, HttpException {
    Response response = next.handle(request);
    return response == null ? null : response.with(fields);
  }
}
