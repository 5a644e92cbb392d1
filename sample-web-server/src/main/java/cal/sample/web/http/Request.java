package cal.sample.web.http;

import java.util.EnumMap;
import java.util.Map;

/** A request. Thread-safe in a hand-over from thread to thread. */
public final class Request {
  private static final byte[] NONE = {};

  private final Lines lines;
  private final Method method;
  private final int minor;
  private final Map<Field, String> fields = new EnumMap<>(Field.class);
  private boolean conditional;
  private String path;
  private String query;
  private byte[] body = NONE;

  Request(Lines lines, Method method, int minor) {
    this.lines = lines;
    this.method = method;
    this.minor = minor;
  }

  void put(Field field, String value) throws HttpException {
    String before = fields.put(field, value);
    if (before != null) {
      if (field.isFraming()) {
        throw new HttpException(400, "two fields " + field.lower);
      }
      fields.put(field, before + ", " + value);
    }
    conditional |= field.isConditional();
  }

  void target(String canonical, String rest) {
    path = canonical;
    query = rest;
  }

  void body(byte[] bytes) {
    body = bytes;
  }

  /** Refuses by RFC 9112, sections 3.2, 6.1 and 6.3. */
  void check() throws HttpException {
    if (has(Field.HOST)) {
      Target.requireHost(value(Field.HOST));
    } else if (minor > 0) {
      throw new HttpException(400, "no field Host");
    }
    if (has(Field.TRANSFER_ENCODING)) {
      if (has(Field.CONTENT_LENGTH) || minor == 0) {
        throw new HttpException(400, "Transfer-Encoding with Content-Length or HTTP/1.0");
      }
      if (!value(Field.TRANSFER_ENCODING).equalsIgnoreCase("chunked")) {
        throw new HttpException(501, "a transfer coding other than chunked");
      }
    }
  }

  /** The told length of the content; 0 if untold. */
  long contentLength() throws HttpException {
    if (!has(Field.CONTENT_LENGTH)) {
      return 0;
    }
    String digits = value(Field.CONTENT_LENGTH);
    if (digits.isEmpty() || digits.length() > 18 || !digits.chars().allMatch(Tokens::isDigit)) {
      throw new HttpException(400, "the length of the content is malformed");
    }
    return Long.parseLong(digits);
  }

  /** Whether the connection may go on after the answer (RFC 9112, section 9.3). */
  boolean wantsToGoOn() {
    if (!has(Field.CONNECTION)) {
      return minor > 0;
    }
    String options = value(Field.CONNECTION);
    return !Tokens.contains(options, "close")
        && (minor > 0 || Tokens.contains(options, "keep-alive"));
  }

  boolean isOld() {
    return minor == 0;
  }

  public boolean has(Field field) {
    return fields.containsKey(field);
  }

  /** Whether a field of a conditional or partial request is there. */
  public boolean isConditional() {
    return conditional;
  }

  /** The value of a field, several joined by commas; null where there is none. */
  public String value(Field field) {
    return fields.get(field);
  }

  public Method method() {
    return method;
  }

  /**
   * The decoded path, without segments of dots, from a slash on; {@code *} for the server itself.
   */
  public String path() {
    return path;
  }

  /** The text after the question mark; empty without a query. */
  public String query() {
    return query;
  }

  /** The value of a field of any name, several joined by commas; null where there is none. */
  public String field(String name) {
    StringBuilder joined = null;
    for (int line = 1; line < lines.count(); line++) {
      String text = lines.text(lines.from(line), lines.to(line));
      if (text.regionMatches(true, 0, name + ":", 0, name.length() + 1)) {
        joined = joined == null ? new StringBuilder() : joined.append(", ");
        joined.append(text.substring(name.length() + 1).strip());
      }
    }
    return joined == null ? null : joined.toString();
  }

  /** The content; empty where there is none. */
  public byte[] body() {
    return body;
  }

  /** The request line, for a log. */
  public String line() {
    return lines.text(0, lines.to(0));
  }
}
