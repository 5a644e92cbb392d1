package cal.sample.web.http;

/**
 * The shared parts of all connections. Immutable.
 *
 * @param handler of requests
 * @param limits of each connection
 * @param contents of requests under way
 * @param failures of requests
 */
public record Site(Handler handler, Limits limits, Contents contents, FailureLog failures) {
  /** A site with a quarter of the heap at most for contents of requests. */
  public Site(Handler handler, Limits limits) {
    this(handler, limits, new Contents(Runtime.getRuntime().maxMemory() / 4));
  }

  /** The same with another bound. */
  Site(Handler handler, Limits limits, Contents contents) {
    this(handler, limits, contents, new FailureLog());
  }
}
