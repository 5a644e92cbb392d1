package cal.sample.web.http;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

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

  private final int dateAt;
  private final int headLength;
  private final Body body;
  private Message latest;

  @SuppressWarnings("ArrayRecordComponent") // compared by nobody
  private record Message(int second, byte[] bytes) {}

  private Response(int dateAt, int headLength, Message message, Body body) {
    this.dateAt = dateAt;
    this.headLength = headLength;
    this.body = body;
    this.latest = message;
  }

  /** Begins an answer of a status from 200 to 599. */
  public static Builder of(int status) {
    return new Builder(status);
  }

  /** Makes an answer of text. */
  public static Response text(int status, String text) {
    return of(status)
        .field("Content-Type", "text/plain; charset=utf-8")
        .body(text.getBytes(StandardCharsets.UTF_8));
  }

  /** The content after the bytes of this answer; null if included. */
  public Body body() {
    return body;
  }

  /** The bytes of the content in memory. */
  public int contentLength() {
    return latest.bytes.length - headLength;
  }

  /** A part of the content in memory. */
  public byte[] content(long offset, long length) {
    int from = headLength + (int) offset;
    return Arrays.copyOfRange(latest.bytes, from, from + (int) length);
  }

  /** The bytes of memory. */
  public int weight() {
    return latest.bytes.length;
  }

  /** The answer on a continued connection of HTTP/1.1. Not to be changed. */
  byte[] bytes() {
    Message message = latest;
    int now = Dates.now();
    if (message.second != now) {
      byte[] copy = message.bytes.clone();
      System.arraycopy(ascii(Dates.text(now)), 0, copy, dateAt, Dates.LENGTH);
      message = new Message(now, copy);
      latest = message;
    }
    return message.bytes;
  }

  /** The same with a field about the end, or the unusual life, of the connection. */
  byte[] bytes(boolean goesOn) {
    byte[] plain = bytes();
    byte[] field = goesOn ? KEEP_ALIVE : CLOSE;
    byte[] longer = Arrays.copyOf(plain, plain.length + field.length);
    int at = headLength - 2;
    System.arraycopy(field, 0, longer, at, field.length);
    System.arraycopy(plain, at, longer, at + field.length, plain.length - at);
    return longer;
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  /** An answer in the making. For a single thread. */
  public static final class Builder {
    private final int status;
    private final int second = Dates.now();
    private final StringBuilder head = new StringBuilder(256);

    private Builder(int status) {
      this.status = status;
      head.append("HTTP/1.1 ").append(status).append(' ').append(Status.reason(status));
      head.append(DATE).append(Dates.text(second)).append("\r\n");
    }

    /**
     * Sets a field.
     *
     * @param name a token
     * @param value of Latin characters
     * @throws IllegalArgumentException if name or value is malformed
     */
    public Builder field(String name, String value) {
      if (!Tokens.isToken(name)
          || value.chars().anyMatch(c -> (c < ' ' && c != '\t') || c == 0x7f || c > 255)) {
        throw new IllegalArgumentException("no field of Latin characters: " + name);
      }
      head.append(name).append(": ").append(value).append("\r\n");
      return this;
    }

    /** Ends an answer with a content in memory. */
    public Response body(byte[] content) {
      return made(content, content.length, null);
    }

    /** Ends an answer with a content sent from its place. */
    public Response body(Body content) {
      return made(new byte[0], content.length(), content);
    }

    /** Ends an answer without content: of status 204 or 304. */
    public Response empty() {
      return made(new byte[0], -1, null);
    }

    private Response made(byte[] content, long length, Body body) {
      if ((status == 204 || status == 304) != (length < 0)) {
        throw new IllegalArgumentException("status=" + status + " with a content, or without");
      }
      if (length >= 0) {
        field("Content-Length", Long.toString(length));
      }
      byte[] bytes = ascii(head.append("\r\n").toString());
      byte[] message = Arrays.copyOf(bytes, bytes.length + content.length);
      System.arraycopy(content, 0, message, bytes.length, content.length);
      int dateAt = head.indexOf(DATE) + DATE.length();
      return new Response(dateAt, bytes.length, new Message(second, message), body);
    }
  }
}
