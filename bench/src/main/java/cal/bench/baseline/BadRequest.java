package cal.bench.baseline;

/**
 * The input of a client is no request; the message tells the reason. Immutable, hence thread-safe.
 */
final class BadRequest extends Exception {
  private static final long serialVersionUID = 1L;

  BadRequest(String reason) {
    super(reason);
  }

  /** The client has ended its stream in mid-request. */
  static String streamEnded() {
    return "the stream ended inside a request";
  }

  /** The client was too slow. */
  static String late(long millis) {
    return "the rest of the request did not come within " + millis + " ms";
  }
}
