package cal.sample.web.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;

/**
 * The content of a request (RFC 9112, sections 6 and 7), which is bounded. Trailers are read and
 * dropped. After an exception of the input another {@link #read} goes on where the last one ended.
 * Not thread-safe.
 */
final class Content {
  /** Bytes of a content. */
  private static final int LIMIT = 64 << 10;

  /** Characters of the line before a chunk. */
  private static final int LINE = 256;

  private static final byte[] CONTINUE =
      "HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1);

  private static final Content NONE = new Content(0, null);

  private final int length;

  /** The lines behind all chunks; null without chunks. */
  private final Lines trailers;

  private final ByteArrayOutputStream chunks;
  private boolean hasAllChunks;

  private Content(int length, Lines trailers) {
    this.length = length;
    this.trailers = trailers;
    this.chunks = trailers == null ? null : new ByteArrayOutputStream();
  }

  /** The content of a request, to be read; a client that waits for a word is told to go on. */
  static Content of(Request request, Input in, Output out) throws IOException, HttpException {
    boolean expects = "100-continue".equalsIgnoreCase(request.field("expect"));
    boolean chunked = request.isChunked();
    long length = request.contentLength();
    requireSize(length);
    if (!chunked && length == 0) {
      return NONE;
    }
    if (expects && !request.isOld() && in.buffered() == 0) {
      out.write(CONTINUE, 0, CONTINUE.length, false);
    }
    return new Content((int) length, chunked ? new Lines() : null);
  }

  /** Reads the content to its end. */
  byte[] read(Input in) throws IOException, HttpException {
    if (trailers == null) {
      byte[] bytes = in.bytes(0, length);
      in.take(length);
      return bytes;
    }
    while (!hasAllChunks) {
      takeChunk(in);
    }
    trailers.read(in);
    if (!Collections.disjoint(trailers.fields(0).keySet(), Lines.FRAMING)) {
      throw new HttpException(400, "a trailer that says where a message ends, or for whom");
    }
    in.take(trailers.bytes());
    return chunks.toByteArray();
  }

  private static void requireSize(long size) throws HttpException {
    if (size > LIMIT) {
      throw new HttpException(413, "the content is longer than " + LIMIT + " bytes");
    }
  }

  /** Takes a whole chunk: a line with a number of hexadecimal digits, and so many bytes. */
  private void takeChunk(Input in) throws IOException, HttpException {
    int size = 0;
    int at = 0;
    for (int digit = hex(in.at(at)); digit >= 0 && at < LINE; digit = hex(in.at(at))) {
      size = 16 * size + digit;
      requireSize(chunks.size() + size);
      at++;
    }
    int b = in.at(at);
    if (at == 0 || (b != ';' && b != '\r')) {
      throw new HttpException(400, "the size of a chunk is malformed");
    }
    for (; b != '\r'; b = in.at(++at)) { // extensions are ignored
      if (at == LINE || (b < ' ' && b != '\t') || b == 0x7f) {
        throw new HttpException(400, "the extension of a chunk is malformed or too long");
      }
    }
    int begin = lineEnd(in, at);
    if (size == 0) {
      hasAllChunks = true;
      in.take(begin);
      return;
    }
    int end = lineEnd(in, begin + size);
    chunks.writeBytes(in.bytes(begin, size));
    in.take(end);
  }

  private static int hex(int b) {
    return b < 128 ? Character.digit(b, 16) : -1;
  }

  /** The place behind the CR LF at a place. */
  private static int lineEnd(Input in, int at) throws IOException, HttpException {
    if (in.at(at) != '\r' || in.at(at + 1) != '\n') {
      throw new HttpException(400, "a chunk does not end with CR LF");
    }
    return at + 2;
  }
}
