package cal.sample.web.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;

/**
 * Reads the content of a request (RFC 9112, sections 6 and 7), which is bounded. Trailers are read
 * and dropped. Stateless.
 */
final class Content {
  /** Bytes of a content. */
  private static final int LIMIT = 64 << 10;

  /** Characters of the line before a chunk. */
  private static final int LINE = 256;

  private static final byte[] CONTINUE =
      "HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1);

  private Content() {}

  /** Reads the content, if any, into the request. */
  static void read(Request request, Input in, Output out) throws IOException, HttpException {
    boolean expects = "100-continue".equalsIgnoreCase(request.field("expect"));
    boolean chunked = request.isChunked();
    long length = request.contentLength();
    requireSize(length);
    if (!chunked && length == 0) {
      return;
    }
    if (expects && !request.isOld() && in.buffered() == 0) {
      out.write(CONTINUE, 0, CONTINUE.length, false);
    }
    request.body(chunked ? chunks(in) : in.bytes((int) length));
  }

  private static void requireSize(long size) throws HttpException {
    if (size > LIMIT) {
      throw new HttpException(413, "the content is longer than " + LIMIT + " bytes");
    }
  }

  private static byte[] chunks(Input in) throws IOException, HttpException {
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    for (int size = chunkSize(in); size > 0; size = chunkSize(in)) {
      requireSize(content.size() + size);
      content.writeBytes(in.bytes(size));
      requireLineEnd(in.next(), in);
    }
    skipTrailers(in);
    return content.toByteArray();
  }

  /** Reads the line before a chunk: a number of hexadecimal digits, and extensions to ignore. */
  private static int chunkSize(Input in) throws IOException, HttpException {
    int size = 0;
    int at = 0;
    int b = in.next();
    for (int digit = hex(b); digit >= 0 && at < LINE; at++) {
      size = 16 * size + digit;
      requireSize(size);
      b = in.next();
      digit = hex(b);
    }
    if (at == 0 || (b != ';' && b != '\r')) {
      throw new HttpException(400, "the size of a chunk is malformed");
    }
    for (; b != '\r'; at++) {
      if (at == LINE || (b < ' ' && b != '\t') || b == 0x7f) {
        throw new HttpException(400, "the extension of a chunk is malformed or too long");
      }
      b = in.next();
    }
    requireLineEnd(b, in);
    return size;
  }

  private static int hex(int b) {
    return b < 128 ? Character.digit(b, 16) : -1;
  }

  private static void skipTrailers(Input in) throws IOException, HttpException {
    Lines trailers = Lines.read(in);
    if (!Collections.disjoint(trailers.fields(0).keySet(), Lines.FRAMING)) {
      throw new HttpException(400, "a trailer that says where a message ends, or for whom");
    }
    in.take(trailers.bytes());
  }

  private static void requireLineEnd(int first, Input in) throws IOException, HttpException {
    if (first != '\r' || in.next() != '\n') {
      throw new HttpException(400, "a chunk does not end with CR LF");
    }
  }
}
