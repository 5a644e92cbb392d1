package cal.sample.web.http;

import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/**
 * A request. The head is a view of the connection's buffer, for use until the answer is returned,
 * and not to be kept. Thread-safe in a hand-over from thread to thread.
 */
public final class Request {
  private static final byte[] NONE = {};

  private byte[] buffer;
  private int start;
  private final int[] ends;
  private final int lines;
  private final Method method;
  private final int minor;
  private final int[] places = new int[2 * Field.COUNT];
  private int present;
  private int repeated;
  private String path;
  private String query;
  private byte[] body = NONE;
  private Socket socket;

  Request(byte[] buffer, int start, int[] ends, int lines, Method method, int minor) {
    this.buffer = buffer;
    this.start = start;
    this.ends = ends;
    this.lines = lines;
    this.method = method;
    this.minor = minor;
  }

  void put(Field field, int from, int to) throws HttpException {
    if ((present & field.bit) != 0) {
      if (field == Field.HOST
          || field == Field.CONTENT_LENGTH
          || field == Field.TRANSFER_ENCODING) {
        throw new HttpException(400, "two fields " + field);
      }
      repeated |= field.bit;
      return;
    }
    present |= field.bit;
    places[2 * field.place] = from - start;
    places[2 * field.place + 1] = to - start;
  }

  void target(String path, String query) {
    this.path = path;
    this.query = query;
  }

  /** Refuses by RFC 9112, sections 3.2, 6.1 and 6.3. */
  void check() throws HttpException {
    if (!has(Field.HOST)) {
      if (minor > 0) {
        throw new HttpException(400, "no field Host");
      }
    } else {
      Target.requireHost(buffer, from(Field.HOST), to(Field.HOST));
    }
    if (has(Field.TRANSFER_ENCODING)) {
      if (has(Field.CONTENT_LENGTH) || minor == 0) {
        throw new HttpException(400, "Transfer-Encoding with Content-Length or HTTP/1.0");
      }
      if (!is(Field.TRANSFER_ENCODING, "chunked")) {
        throw new HttpException(501, "a transfer coding other than chunked");
      }
    }
  }

  /** Copies the head, to free the buffer for reads. */
  void keepHead() {
    int length = ends[lines - 1] + 2;
    byte[] copy = new byte[length];
    System.arraycopy(buffer, start, copy, 0, length);
    buffer = copy;
    start = 0;
  }

  void body(byte[] bytes) {
    body = bytes;
  }

  /** Says where the request came from. */
  void from(Socket client) {
    socket = client;
  }

  boolean isChunked() {
    return has(Field.TRANSFER_ENCODING);
  }

  /** The told length of the content; 0 if untold. */
  long contentLength() throws HttpException {
    if (!has(Field.CONTENT_LENGTH)) {
      return 0;
    }
    int from = from(Field.CONTENT_LENGTH);
    int to = to(Field.CONTENT_LENGTH);
    long length = 0;
    for (int i = from; i < to; i++) {
      if (!Tokens.isDigit(buffer[i]) || i - from >= 18) {
        throw new HttpException(400, "the length of the content is malformed");
      }
      length = 10 * length + buffer[i] - '0';
    }
    if (from == to) {
      throw new HttpException(400, "the length of the content is empty");
    }
    return length;
  }

  /** Whether the connection may go on after the answer (RFC 9112, section 9.3). */
  boolean wantsToGoOn() {
    if (!has(Field.CONNECTION)) {
      return minor > 0;
    }
    if (is(Field.CONNECTION, "keep-alive")) {
      return true;
    }
    if (is(Field.CONNECTION, "close")) {
      return false;
    }
    String options = value(Field.CONNECTION);
    return !Tokens.contains(options, "close")
        && (minor > 0 || Tokens.contains(options, "keep-alive"));
  }

  boolean isOld() {
    return minor == 0;
  }

  public boolean has(Field field) {
    return (present & field.bit) != 0;
  }

  public boolean hasAny(int bits) {
    return (present & bits) != 0;
  }

  /** The value of a field, several joined by commas; null where there is none. */
  public String value(Field field) {
    if (!has(field)) {
      return null;
    }
    if ((repeated & field.bit) != 0) {
      return field(field.name);
    }
    int from = from(field);
    return new String(buffer, from, to(field) - from, StandardCharsets.ISO_8859_1);
  }

  private boolean is(Field field, String lower) {
    return (repeated & field.bit) == 0
        && Field.isIgnoringCase(lower, buffer, from(field), to(field));
  }

  private int from(Field field) {
    return start + places[2 * field.place];
  }

  private int to(Field field) {
    return start + places[2 * field.place + 1];
  }

  /**
   * Tells the method.
   *
   * @return a known method
   */
  public Method method() {
    return method;
  }

  /**
   * Tells the path of the target: decoded, absolute, and without segments of dots.
   *
   * @return a path with a leading slash; {@code *} for the server itself
   */
  public String path() {
    return path;
  }

  /**
   * Tells the query of the target, unchanged.
   *
   * @return the text after the question mark; empty without a query
   */
  public String query() {
    return query;
  }

  /**
   * Tells a field of the head.
   *
   * @param name in any case
   * @return the value, several joined by commas; null where there is none
   */
  public String field(String name) {
    StringBuilder joined = null;
    for (int line = 1; line < lines; line++) {
      int from = start + ends[line - 1] + 2;
      String text =
          new String(buffer, from, start + ends[line] - from, StandardCharsets.ISO_8859_1);
      if (text.length() > name.length()
          && text.charAt(name.length()) == ':'
          && text.regionMatches(true, 0, name, 0, name.length())) {
        joined = joined == null ? new StringBuilder() : joined.append(", ");
        joined.append(text.substring(name.length() + 1).strip());
      }
    }
    return joined == null ? null : joined.toString();
  }

  /**
   * Tells the sender of the request.
   *
   * @return the address of the client, or of a proxy; null if unknown
   */
  public InetAddress client() {
    return socket == null ? null : socket.getInetAddress();
  }

  /**
   * Tells the content.
   *
   * @return the bytes, which nobody else uses; empty where there is none
   */
  public byte[] body() {
    return body;
  }

  /**
   * Tells the request line, for a log.
   *
   * @return the line, unchanged
   */
  public String line() {
    return new String(buffer, start, ends[0], StandardCharsets.ISO_8859_1);
  }
}
