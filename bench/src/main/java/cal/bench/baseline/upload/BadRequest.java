package cal.bench.baseline.upload;

/**
 * The input of a client is no request; the message tells the reason. Immutable, hence thread-safe.
 */
public final class BadRequest extends Exception {
  private static final long serialVersionUID = 1L;

  public BadRequest(String reason) {
    super(reason);
  }

  /** The client has ended its stream in mid-request. */
  public static String streamEnded() {
    return "the stream ended inside a request";
  }

  /** The client was too slow. */
  public static String late(long millis) {
    return "the rest of the request did not come within " + millis + " ms";
  }
}
