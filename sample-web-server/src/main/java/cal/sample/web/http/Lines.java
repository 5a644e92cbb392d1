package cal.sample.web.http;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The lines of a head, or of trailers, up to an empty line (RFC 9112, sections 2.2 and 5). Lines
 * end with CR LF and nothing else; no line is folded. Immutable.
 */
final class Lines {
  private static final int HEAD = 16 << 10;
  private static final int LINE = 8_000;
  private static final int FIELDS = 100;

  final byte[] bytes;
  private final int[] ends;
  private final int count;

  private Lines(byte[] bytes, int[] ends, int count) {
    this.bytes = bytes;
    this.ends = ends;
    this.count = count;
  }

  /**
   * Reads lines, and leaves them in the input.
   *
   * @throws HttpException if the lines are malformed or too long
   * @throws IOException if the client leaves
   */
  static Lines read(Input in) throws IOException, HttpException {
    int[] ends = new int[24];
    int count = 0;
    int begin = 0;
    int at = 0;
    while (true) {
      byte[] buffer = in.buffer();
      int start = in.start();
      int length = in.length();
      for (; at < length; at++) {
        byte b = buffer[start + at];
        if ((b >= ' ' && b != 0x7f) || b == '\t' || b < 0) {
          continue;
        }
        if (b == '\r' && at + 1 == length) {
          break; // the next byte says more
        }
        if (b != '\r' || buffer[start + at + 1] != '\n') {
          throw new HttpException(
              400, "a control character, or a line that ends otherwise than CR LF");
        }
        requireSize(at, count);
        if (at == begin) {
          return new Lines(Arrays.copyOfRange(buffer, start, start + at + 2), ends, count);
        }
        if (count == ends.length) {
          ends = Arrays.copyOf(ends, 2 * count);
        }
        ends[count++] = at++;
        begin = at + 1;
      }
      requireSize(at, count);
      in.more();
    }
  }

  private static void requireSize(int at, int line) throws HttpException {
    if (line == 0 && at > LINE) {
      throw new HttpException(414, "the first line is longer than " + LINE + " bytes");
    }
    if (at > HEAD || line > FIELDS + 1) {
      throw new HttpException(431, "more than " + HEAD + " bytes or " + FIELDS + " fields");
    }
  }

  int count() {
    return count;
  }

  int from(int line) {
    return line == 0 ? 0 : ends[line - 1] + 2;
  }

  int to(int line) {
    return ends[line];
  }

  /** The place of the colon of a field, behind a token. */
  int colon(int line) throws HttpException {
    int at = from(line);
    while (at < to(line) && Tokens.isToken(bytes[at])) {
      at++;
    }
    if (at == from(line) || at == to(line) || bytes[at] != ':') {
      throw new HttpException(400, "a field is malformed, or folded");
    }
    return at;
  }

  String text(int from, int to) {
    return new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
  }
}
