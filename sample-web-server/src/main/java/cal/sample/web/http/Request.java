package cal.sample.web.http;

import java.util.Locale;
import java.util.Map;

/** A request. Thread-safe in a hand-over from thread to thread. */
public final class Request {
  static final String CONTENT_LENGTH = "content-length";
  static final String HOST = "host";
  static final String TRANSFER_ENCODING = "transfer-encoding";

  private static final byte[] NONE = {};

  private final String line;
  private final String method;
  private final Target target;
  private final int minor;
  private final Map<String, String> fields;
  private byte[] body = NONE;

  /** Refuses by RFC 9112, sections 3.2, 6.1 and 6.3. */
  Request(String line, String method, Target target, int minor, Map<String, String> fields)
      throws HttpException {
    this.line = line;
    this.method = method;
    this.target = target;
    this.minor = minor;
    this.fields = fields;
    if (field(HOST) != null) {
      Target.requireHost(field(HOST));
    } else if (minor > 0) {
      throw new HttpException(400, "no field Host");
    }
    if (isChunked()) {
      if (field(CONTENT_LENGTH) != null || minor == 0) {
        throw new HttpException(400, "Transfer-Encoding with Content-Length or HTTP/1.0");
      }
      if (!field(TRANSFER_ENCODING).equalsIgnoreCase("chunked")) {
        throw new HttpException(501, "a transfer coding other than chunked");
      }
    }
  }

  void body(byte[] bytes) {
    body = bytes;
  }

  boolean isChunked() {
    return field(TRANSFER_ENCODING) != null;
  }

  /** The told length of the content; 0 if untold. */
  long contentLength() throws HttpException {
    String digits = field(CONTENT_LENGTH);
    if (digits == null) {
      return 0;
    }
    long length = digits.length() > 18 ? -1 : Tokens.number(digits);
    if (length < 0) {
      throw new HttpException(400, "the length of the content is malformed");
    }
    return length;
  }

  /** Whether the connection may go on after the answer (RFC 9112, section 9.3). */
  boolean wantsToGoOn() {
    String options = field("connection");
    return options == null
        ? minor > 0
        : !Tokens.contains(options, "close")
            && (minor > 0 || Tokens.contains(options, "keep-alive"));
  }

  boolean isOld() {
    return minor == 0;
  }

  /** A known method. */
  public String method() {
    return method;
  }

  /** Whether the head alone is asked for. */
  boolean isHead() {
    return method.equals("HEAD");
  }

  /**
   * The decoded path, without segments of dots, from a slash on; {@code *} for the server itself.
   */
  public String path() {
    return target.path();
  }

  /** The text after the question mark; empty without a query. */
  public String query() {
    return target.query();
  }

  /** The value of a field of a name in any case, several joined by commas; null without one. */
  public String field(String name) {
    return fields.get(name.toLowerCase(Locale.ROOT));
  }

  /** The content; empty where there is none. */
  public byte[] body() {
    return body;
  }

  /** The request line, for a log. */
  public String line() {
    return line;
  }
}
