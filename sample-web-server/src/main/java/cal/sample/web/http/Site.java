package cal.sample.web.http;

/**
 * The parts that all connections share. Immutable.
 *
 * @param handler answers requests
 * @param limits of each connection
 * @param log of answers
 * @param contents of requests that are being answered
 * @param failures of requests that the server cannot answer
 */
public record Site(
    Handler handler, Limits limits, AccessLog log, Contents contents, FailureLog failures) {
  /** A site whose requests' contents take a quarter of the heap at most. */
  public Site(Handler handler, Limits limits, AccessLog log) {
    this(handler, limits, log, new Contents(Runtime.getRuntime().maxMemory() / 4));
  }

  /** The same with another bound. */
  Site(Handler handler, Limits limits, AccessLog log, Contents contents) {
    this(handler, limits, log, contents, new FailureLog());
  }
}
