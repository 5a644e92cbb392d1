package cal.sample.web.filter;

import cal.sample.web.http.Filter;
import cal.sample.web.http.Handler;
import cal.sample.web.http.HttpException;
import cal.sample.web.http.Request;
import cal.sample.web.http.Response;
import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Refuses requests of a client that asks for too much: each may ask for some requests a second, and
 * for the requests of one second at once. Clients are told apart by their address, of IPv6 by the
 * network of 64 bits.
 *
 * <p>All connections share the counts, so {@link #admits} is a critical region.
 */
public final class RateFilter implements Filter {
  private static final int CLIENTS = 10_000;
  private static final Response TOO_MANY =
      Response.of(429)
          .field("Retry-After", "1")
          .field("Content-Type", "text/plain; charset=utf-8")
          .body("too many requests\n".getBytes(java.nio.charset.StandardCharsets.UTF_8));

  private final long nanosEach;

  /** When the requests of a client so far would have come at the rate; the latest client last. */
  private final Map<Object, Long> due = new LinkedHashMap<>(64, 0.75f, true);

  /**
   * Sets the rate.
   *
   * @param perSecond requests of a client, at least 1
   */
  public RateFilter(int perSecond) {
    nanosEach = 1_000_000_000L / perSecond;
  }

  @Override
  public Response filter(Request request, Handler next) throws IOException, HttpException {
    InetAddress client = request.client();
    return client == null || admits(client, System.nanoTime()) ? next.handle(request) : TOO_MANY;
  }

  /** Counts a request at a time in nanoseconds, unless it is one too many. */
  boolean admits(InetAddress client, long now) {
    Object key =
        client instanceof Inet6Address ? ByteBuffer.wrap(client.getAddress(), 0, 8) : client;
    Long last = due.get(key);
    long at = last == null || last - now < 0 ? now : last;
    if (at - now > 1_000_000_000L - nanosEach) {
      return false;
    }
    due.put(key, at + nanosEach);
    if (due.size() > CLIENTS) {
      due.remove(due.keySet().iterator().next());
    }
    return true;
  }
}
