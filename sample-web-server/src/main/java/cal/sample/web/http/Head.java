package cal.sample.web.http;

import java.io.IOException;
import java.util.Arrays;

/**
 * Reads the head of a request (RFC 9112, sections 2 to 5): finds the lines, and refuses heads with
 * two readings. Lines end with CR LF and nothing else; no line is folded.
 *
 * <p>Stateless: a request has its own lines.
 */
final class Head {
  private static final byte[] VERSION = {'H', 'T', 'T', 'P', '/'};

  private Head() {}

  /**
   * Reads a head and takes the head from the input, whose buffer holds the head until more is read.
   * A refused head is not taken.
   *
   * @throws HttpException if the head is malformed or too large
   * @throws IOException if the client leaves, or takes too long
   */
  static Request read(Input in, Limits limits) throws IOException, HttpException {
    skipEmptyLine(in);
    int[] ends = new int[24];
    int lines = 0;
    int lineStart = 0;
    int at = 0;
    while (true) {
      byte[] buffer = in.buffer();
      int start = in.start();
      int length = in.length();
      while (at < length) {
        byte b = buffer[start + at++];
        if (b >= ' ' && b != 0x7f) {
          continue;
        }
        if (b == '\r' && at == length) {
          at--; // what it is, the next byte says
          break;
        }
        if (b != '\n') {
          requireLegal(b, buffer, start + at);
          continue;
        }
        if (at < 2 || buffer[start + at - 2] != '\r') {
          throw new HttpException(400, "a line ends with LF alone");
        }
        if (at - 2 == lineStart) {
          requireSize(at, lines, limits);
          if (lines == 0) {
            throw new HttpException(400, "an empty line instead of a request line");
          }
          Request request = parse(buffer, start, ends, lines);
          in.take(at);
          return request;
        }
        if (lines == 0 || lines == ends.length) {
          requireSize(at, lines, limits);
        }
        if (lines == ends.length) {
          ends = Arrays.copyOf(ends, 2 * lines);
        }
        ends[lines++] = at - 2;
        lineStart = at;
      }
      requireSize(at, lines, limits);
      in.more();
    }
  }

  /**
   * A client may send an empty line after the body of the request before (RFC 9112, section 2.2).
   */
  private static void skipEmptyLine(Input in) throws IOException, HttpException {
    if (in.buffer()[in.start()] == '\r') {
      in.take(1);
      if (in.next() != '\n') {
        throw new HttpException(400, "CR without LF");
      }
      if (in.length() == 0) {
        in.more();
      }
    }
  }

  /** Bytes above 127 are legal in values. CR is legal before LF. */
  private static void requireLegal(byte b, byte[] buffer, int next) throws HttpException {
    if (b == '\r') {
      if (buffer[next] != '\n') {
        throw new HttpException(400, "CR without LF");
      }
    } else if (b >= 0 && b != '\t') {
      throw new HttpException(400, "a control character in the head");
    }
  }

  private static void requireSize(int at, int lines, Limits limits) throws HttpException {
    if (lines == 0 && at > limits.line()) {
      throw new HttpException(414, "the request line is longer than " + limits.line() + " bytes");
    }
    if (at > limits.head() || lines > limits.fields() + 1) {
      throw new HttpException(
          431,
          "the head is longer than " + limits.head() + " bytes or " + limits.fields() + " fields");
    }
  }

  private static Request parse(byte[] buffer, int start, int[] ends, int lines)
      throws HttpException {
    int end = start + ends[0];
    if (hasOther(buffer, start, end)) {
      throw new HttpException(400, "the request line is malformed");
    }
    int first = indexOf(buffer, ' ', start, end);
    int second = indexOf(buffer, ' ', first + 1, end);
    if (first == start || first == end || second == end || second == first + 1) {
      throw new HttpException(400, "the request line is malformed");
    }
    int minor = minor(buffer, second + 1, end);
    Method method = Method.of(buffer, start, first);
    if (method == null) {
      requireToken(buffer, start, first);
      throw new HttpException(501, "the method is not known");
    }
    Request request = new Request(buffer, start, ends, lines, method, minor);
    Target.read(request, first + 1, second, buffer);
    for (int line = 1; line < lines; line++) {
      readField(request, buffer, start + ends[line - 1] + 2, start + ends[line]);
    }
    request.check();
    return request;
  }

  /** A tab or a byte above 127. */
  private static boolean hasOther(byte[] buffer, int from, int to) {
    for (int i = from; i < to; i++) {
      if (buffer[i] < ' ' || buffer[i] == 0x7f) {
        return true;
      }
    }
    return false;
  }

  private static int minor(byte[] buffer, int from, int to) throws HttpException {
    boolean shaped = to - from == 8 && buffer[from + 6] == '.';
    for (int i = 0; shaped && i < VERSION.length; i++) {
      shaped = buffer[from + i] == VERSION[i];
    }
    if (!shaped || !Tokens.isDigit(buffer[from + 5]) || !Tokens.isDigit(buffer[from + 7])) {
      throw new HttpException(400, "the version is malformed");
    }
    if (buffer[from + 5] != '1') {
      throw new HttpException(505, "the version is not 1.0 or 1.1");
    }
    return buffer[from + 7] - '0';
  }

  private static void readField(Request request, byte[] buffer, int from, int to)
      throws HttpException {
    int colon = from;
    while (colon < to && Tokens.isToken(buffer[colon])) {
      colon++;
    }
    if (colon == from || colon == to || buffer[colon] != ':') {
      throw new HttpException(400, "a field is malformed, or folded");
    }
    Field field = Field.of(buffer, from, colon);
    if (field != null) {
      int start = colon + 1;
      int end = to;
      while (start < end && isBlank(buffer[start])) {
        start++;
      }
      while (end > start && isBlank(buffer[end - 1])) {
        end--;
      }
      request.put(field, start, end);
    }
  }

  private static void requireToken(byte[] buffer, int from, int to) throws HttpException {
    for (int i = from; i < to; i++) {
      if (!Tokens.isToken(buffer[i])) {
        throw new HttpException(400, "the method is malformed");
      }
    }
  }

  static boolean isBlank(byte b) {
    return b == ' ' || b == '\t';
  }

  private static int indexOf(byte[] buffer, char wanted, int from, int to) {
    int at = from;
    while (at < to && buffer[at] != wanted) {
      at++;
    }
    return Math.min(at, to);
  }
}
