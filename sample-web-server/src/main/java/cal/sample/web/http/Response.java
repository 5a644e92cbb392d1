package cal.sample.web.http;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;

/**
 * An answer: the head and any small content in a single array, ready to be sent. The array is
 * copied once a second, for the field Date.
 *
 * <p>Thread-safe, and an answer may be sent many times: given arrays are never changed, and two
 * threads that make the next array at once make equal arrays.
 */
public final class Response {
  private static final byte[] CLOSE = ascii("Connection: close\r\n");
  private static final byte[] KEEP_ALIVE = ascii("Connection: keep-alive\r\n");
  private static final String DATE = "\r\nDate: ";

  /** The fields not for handlers. */
  private static final Set<String> OWN =
      Set.of("connection", "content-length", "date", "transfer-encoding");

  private final int status;
  private final int dateAt;
  private final int headLength;
  private final Body body;
  private Message latest;

  private static final class Message {
    final int second;
    final byte[] bytes;

    Message(int second, byte[] bytes) {
      this.second = second;
      this.bytes = bytes;
    }
  }

  private Response(int status, int dateAt, int headLength, byte[] message, int second, Body body) {
    this.status = status;
    this.dateAt = dateAt;
    this.headLength = headLength;
    this.body = body;
    this.latest = new Message(second, message);
  }

  /**
   * Begins an answer.
   *
   * @param status 200 to 599
   * @return the answer without a field
   */
  public static Builder of(int status) {
    return new Builder(status);
  }

  /**
   * Makes an answer of text.
   *
   * @param status 200 to 599
   * @param text the content
   * @return the answer
   */
  public static Response text(int status, String text) {
    return of(status)
        .field("Content-Type", "text/plain; charset=utf-8")
        .body(text.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Tells the status.
   *
   * @return 200 to 599
   */
  public int status() {
    return status;
  }

  /** The bytes of the content, also where the head alone is sent. */
  long length() {
    return body == null ? latest.bytes.length - headLength : body.length();
  }

  /** The content after the bytes of this answer; null if included. */
  public Body body() {
    return body;
  }

  /** The bytes of the head in {@link #bytes(int)}. */
  int headLength() {
    return headLength;
  }

  /** A part of the content, which is in memory. */
  public byte[] content(long offset, long length) {
    int from = headLength + (int) offset;
    return Arrays.copyOfRange(latest.bytes, from, from + (int) length);
  }

  /** The bytes of memory. */
  public int weight() {
    return latest.bytes.length;
  }

  /** The answer on a continued connection of HTTP/1.1. Not to be changed. */
  byte[] bytes(int second) {
    Message message = latest;
    if (message.second != second) {
      byte[] copy = message.bytes.clone();
      Dates.put(second, copy, dateAt);
      message = new Message(second, copy);
      latest = message;
    }
    return message.bytes;
  }

  /**
   * The answer on an ending connection, or on a continued connection of HTTP/1.0: with another
   * field.
   */
  byte[] bytes(int second, boolean goesOn) {
    byte[] plain = bytes(second);
    byte[] field = goesOn ? KEEP_ALIVE : CLOSE;
    byte[] longer = Arrays.copyOf(plain, plain.length + field.length);
    int at = headLength - 2;
    System.arraycopy(field, 0, longer, at, field.length);
    System.arraycopy(plain, at, longer, at + field.length, plain.length - at);
    return longer;
  }

  /** How much longer the head is then. */
  static int more(boolean goesOn) {
    return goesOn ? KEEP_ALIVE.length : CLOSE.length;
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  /** An answer in the making. For a single thread. */
  public static final class Builder {
    private final int status;
    private final StringBuilder head = new StringBuilder(256);

    private Builder(int status) {
      if (status < 200 || status > 599) {
        throw new IllegalArgumentException("status=" + status + " must be 200 to 599");
      }
      this.status = status;
      head.append("HTTP/1.1 ").append(status).append(' ').append(Status.reason(status));
      head.append(DATE).repeat(' ', Dates.LENGTH).append("\r\n");
    }

    /**
     * Sets a field.
     *
     * @param name a token
     * @param value of Latin characters
     * @return this
     * @throws IllegalArgumentException if name or value is malformed, or the field is the server's
     */
    public Builder field(String name, String value) {
      if (!Tokens.isToken(name) || OWN.contains(name.toLowerCase(Locale.ROOT))) {
        throw new IllegalArgumentException("a field " + name + ": no token, or the server's own");
      }
      return add(name, value);
    }

    private Builder add(String name, String value) {
      if (value.chars().anyMatch(c -> (c < ' ' && c != '\t') || c == 0x7f || c > 255)) {
        throw new IllegalArgumentException("a field " + name + " with a line break, or not Latin");
      }
      head.append(name).append(": ").append(value).append("\r\n");
      return this;
    }

    /**
     * Ends an answer with a content in memory.
     *
     * @param content the bytes, to be copied
     * @return the answer
     * @throws IllegalArgumentException if the status is 204 or 304, without content
     */
    public Response body(byte[] content) {
      requireContent(true);
      add("Content-Length", Integer.toString(content.length));
      return made(content, null);
    }

    /**
     * Ends an answer without content: of status 204 or 304.
     *
     * @return the answer
     * @throws IllegalArgumentException for another status: an empty array is the content then
     */
    public Response empty() {
      requireContent(false);
      return made(new byte[0], null);
    }

    /** Ends an answer with a content sent from its place. */
    public Response body(Body content) {
      requireContent(true);
      add("Content-Length", Long.toString(content.length()));
      return made(new byte[0], content);
    }

    private void requireContent(boolean present) {
      if ((status != 204 && status != 304) != present) {
        throw new IllegalArgumentException(
            "status=" + status + (present ? " has no content" : " has a content"));
      }
    }

    private Response made(byte[] content, Body body) {
      byte[] bytes = ascii(head.append("\r\n").toString());
      byte[] message = Arrays.copyOf(bytes, bytes.length + content.length);
      System.arraycopy(content, 0, message, bytes.length, content.length);
      int dateAt = head.indexOf(DATE) + DATE.length();
      int second = Dates.now();
      Dates.put(second, message, dateAt);
      return new Response(status, dateAt, bytes.length, message, second, body);
    }
  }
}
