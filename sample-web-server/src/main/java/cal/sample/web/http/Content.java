package cal.sample.web.http;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;

/**
 * Reads the content of a request (RFC 9112, sections 6 and 7), which is bounded. Trailers are read
 * and dropped. Stateless.
 */
final class Content {
  private static final byte[] CONTINUE =
      "HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1);

  /** Bytes of a chunk's line, and of all trailers. */
  private static final int LINE = 256;

  private static final int TRAILERS = 4096;

  /** Bytes of an array before the first content. */
  private static final int FIRST = 8 << 10;

  /** Fields for the end or the owner of a message: never in a trailer. */
  private static final Set<String> FRAMING = Set.of("content-length", "transfer-encoding", "host");

  private Content() {}

  /**
   * Reads the content, if any, into the request.
   *
   * @param share of the memory for contents; the request's until the answer
   */
  static void read(Request request, Input in, Output out, Limits limits, Share share)
      throws IOException, HttpException {
    requireExpectation(request);
    boolean chunked = request.isChunked();
    long length = request.contentLength();
    if (length > limits.body()) {
      throw tooLong(limits.body());
    }
    if (!chunked && length == 0) {
      requireLength(request);
      return;
    }
    request.keepHead();
    if (request.has(Field.EXPECT) && !request.isOld() && in.buffered() == 0) {
      out.write(CONTINUE, 0, CONTINUE.length, false);
    }
    request.body(chunked ? chunks(in, limits.body(), share) : bytes(in, (int) length, share));
  }

  private static void requireExpectation(Request request) throws HttpException {
    if (request.has(Field.EXPECT)
        && !request.isOld()
        && !request.value(Field.EXPECT).equalsIgnoreCase("100-continue")) {
      throw new HttpException(417, "an expectation other than 100-continue");
    }
  }

  private static void requireLength(Request request) throws HttpException {
    Method method = request.method();
    boolean content = method == Method.POST || method == Method.PUT || method == Method.PATCH;
    if (content && !request.has(Field.CONTENT_LENGTH)) {
      throw new HttpException(411, "a content of no length");
    }
  }

  private static byte[] bytes(Input in, int length, Share share) throws IOException, HttpException {
    return append(in, new byte[0], 0, length, length, share);
  }

  /**
   * Reads bytes behind an array's, which grows with its content: a told length costs nothing.
   *
   * @param most the longest array
   */
  private static byte[] append(Input in, byte[] bytes, int count, int size, int most, Share share)
      throws IOException, HttpException {
    byte[] grown = bytes;
    int end = count + size;
    for (int at = count; at < end; ) {
      if (at == grown.length) {
        int room = (int) Math.min(most, Math.max(FIRST, 2L * at));
        share.take(room - grown.length);
        grown = Arrays.copyOf(grown, room);
      }
      int part = Math.min(end, grown.length) - at;
      in.readFully(grown, at, part);
      at += part;
    }
    return grown;
  }

  private static byte[] chunks(Input in, int limit, Share share) throws IOException, HttpException {
    byte[] bytes = new byte[Math.min(512, limit)];
    int count = 0;
    for (int size = chunkSize(in, limit); size > 0; size = chunkSize(in, limit)) {
      if (size > limit - count) {
        throw tooLong(limit);
      }
      bytes = append(in, bytes, count, size, limit, share);
      count += size;
      requireLineEnd(in.next(), in);
    }
    skipTrailers(in);
    return Arrays.copyOf(bytes, count);
  }

  private static HttpException tooLong(int limit) {
    return new HttpException(413, "the content is longer than " + limit + " bytes");
  }

  /** Reads the line before a chunk: a number of hexadecimal digits, and extensions to ignore. */
  private static int chunkSize(Input in, int limit) throws IOException, HttpException {
    long size = 0;
    int digits = 0;
    int b = in.next();
    for (int digit = Character.digit(b, 16); digit >= 0 && b < 128; digits++) {
      size = 16 * size + digit;
      if (size > limit) {
        throw tooLong(limit);
      }
      if (digits == LINE) {
        throw new HttpException(400, "the size of a chunk has too many digits");
      }
      b = in.next();
      digit = Character.digit(b, 16);
    }
    if (digits == 0 || (b != ';' && b != '\r')) {
      throw new HttpException(400, "the size of a chunk is malformed");
    }
    for (int length = 0; b != '\r'; length++) {
      if (length == LINE || (b < ' ' && b != '\t') || b == 0x7f) {
        throw new HttpException(400, "the extension of a chunk is malformed or too long");
      }
      b = in.next();
    }
    requireLineEnd(b, in);
    return (int) size;
  }

  private static void skipTrailers(Input in) throws IOException, HttpException {
    int length = 0;
    for (int b = in.next(); b != '\r'; b = in.next()) {
      StringBuilder name = new StringBuilder();
      for (; b != ':'; b = in.next()) {
        if (!Tokens.isToken((byte) b) || ++length > TRAILERS) {
          throw new HttpException(400, "a trailer is malformed or too long");
        }
        name.append((char) b);
      }
      if (name.isEmpty() || FRAMING.contains(name.toString().toLowerCase(Locale.ROOT))) {
        throw new HttpException(400, "a trailer has no name, or one that no trailer has");
      }
      for (; b != '\r'; b = in.next()) {
        if (++length > TRAILERS || (b < ' ' && b != '\t') || b == 0x7f) {
          throw new HttpException(400, "a trailer is malformed or too long");
        }
      }
      requireLineEnd(b, in);
    }
    requireLineEnd('\r', in);
  }

  private static void requireLineEnd(int first, Input in) throws IOException, HttpException {
    if (first != '\r' || in.next() != '\n') {
      throw new HttpException(400, "a chunk does not end with CR LF");
    }
  }
}
