package cal.sample.web.http;

/**
 * The limits of a client. Immutable.
 *
 * @param idleMillis between two requests
 * @param requestMillis from the first byte of a request to the last
 * @param writeMillis until the client has taken the next 256 KB of an answer, or the rest
 * @param head bytes of a request line and its fields
 * @param line bytes of a request line
 * @param fields lines of a head
 * @param body bytes of a request's content
 */
public record Limits(
    int idleMillis, int requestMillis, int writeMillis, int head, int line, int fields, int body) {

  /**
   * A minute idle, half a minute a request or 256 KB of an answer, 16 KB a head, 8,000 bytes a
   * line, 1 MB a body.
   */
  public static final Limits USUAL =
      new Limits(60_000, 30_000, 30_000, 16 << 10, 8_000, 100, 1 << 20);

  /** The same with other times. */
  public Limits within(int idle, int request) {
    return new Limits(idle, request, writeMillis, head, line, fields, body);
  }

  /** The same with another time for answers. */
  public Limits writing(int write) {
    return new Limits(idleMillis, requestMillis, write, head, line, fields, body);
  }

  /** The same for a site of files alone: a small content is read to be dropped. */
  public Limits forFiles() {
    return new Limits(idleMillis, requestMillis, writeMillis, head, line, fields, 8 << 10);
  }
}
