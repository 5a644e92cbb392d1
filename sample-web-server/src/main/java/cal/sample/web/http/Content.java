package cal.sample.web.http;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
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

  private static final byte[] EMPTY = {};
  private static final Content NONE = new Content(0, null);

  /** The number of a chunk whose line is not read. */
  private static final int UNREAD = -1;

  /** The lines behind all chunks; null without chunks. */
  private final Lines trailers;

  private byte[] bytes;
  private int count;

  /** The bytes of the chunk under way. */
  private int chunk = UNREAD;

  /** The bytes with all of the content, or of the chunk under way. */
  private int end;

  private Content(int length, Lines trailers) {
    this.bytes = length == 0 ? EMPTY : new byte[length];
    this.end = length;
    this.trailers = trailers;
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
      fill(in);
      return bytes;
    }
    while (hasChunk(in)) {
      fill(in);
      in.take(lineEnd(in, 0));
      chunk = UNREAD;
    }
    trailers.read(in);
    if (!Collections.disjoint(trailers.fields(0).keySet(), Lines.FRAMING)) {
      throw new HttpException(400, "a trailer that says where a message ends, or for whom");
    }
    in.take(trailers.bytes());
    return Arrays.copyOf(bytes, count);
  }

  private void fill(Input in) throws IOException, HttpException {
    while (count < end) {
      count += in.take(bytes, count, end - count);
    }
  }

  private static void requireSize(long size) throws HttpException {
    if (size > LIMIT) {
      throw new HttpException(413, "the content is longer than " + LIMIT + " bytes");
    }
  }

  /** Reads the line before a chunk, unless read; false for the last chunk. */
  private boolean hasChunk(Input in) throws IOException, HttpException {
    if (chunk == UNREAD) {
      int size = chunkSize(in);
      end = count + size;
      requireSize(end);
      if (end > bytes.length) {
        bytes = Arrays.copyOf(bytes, Math.max(end, Math.min(LIMIT, 2 * count)));
      }
      chunk = size;
    }
    return chunk > 0;
  }

  /** Reads the line before a chunk: a number of hexadecimal digits, and extensions to ignore. */
  private static int chunkSize(Input in) throws IOException, HttpException {
    int size = 0;
    int at = 0;
    for (int digit = hex(in.at(at)); digit >= 0 && at < LINE; digit = hex(in.at(at))) {
      size = 16 * size + digit;
      requireSize(size);
      at++;
    }
    int b = in.at(at);
    if (at == 0 || (b != ';' && b != '\r')) {
      throw new HttpException(400, "the size of a chunk is malformed");
    }
    for (; b != '\r'; b = in.at(++at)) {
      if (at == LINE || (b < ' ' && b != '\t') || b == 0x7f) {
        throw new HttpException(400, "the extension of a chunk is malformed or too long");
      }
    }
    in.take(lineEnd(in, at));
    return size;
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
