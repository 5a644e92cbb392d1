package cal.sample.web.http;

import java.io.IOException;

/**
 * Reads the head of a request (RFC 9112, sections 2 to 5), and refuses heads with two readings.
 * Stateless.
 */
final class Head {
  private static final String VERSION = "HTTP/";

  private Head() {}

  /**
   * Reads a head, and takes the head from the input unless refused.
   *
   * @throws HttpException if the head is malformed or too large
   * @throws IOException if the client leaves
   */
  static Request read(Input in) throws IOException, HttpException {
    skipEmptyLine(in);
    Lines lines = Lines.read(in);
    if (lines.count() == 0) {
      throw new HttpException(400, "an empty line instead of a request line");
    }
    Request request = parse(lines);
    in.take(lines.bytes.length);
    return request;
  }

  /** A client may send an empty line after the content before (RFC 9112, section 2.2). */
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

  private static Request parse(Lines lines) throws HttpException {
    byte[] bytes = lines.bytes;
    int end = lines.to(0);
    int first = indexOf(bytes, ' ', 0, end);
    int second = indexOf(bytes, ' ', first + 1, end);
    if (first == 0 || second >= end || second == first + 1 || hasOther(bytes, end)) {
      throw new HttpException(400, "the request line is malformed");
    }
    int minor = minor(bytes, second + 1, end);
    Request request = new Request(lines, method(lines.text(0, first)), minor);
    Target.read(request, lines.text(first + 1, second));
    for (int line = 1; line < lines.count(); line++) {
      int colon = lines.colon(line);
      Field field = Field.of(bytes, lines.from(line), colon);
      if (field != null) {
        request.put(field, lines.text(colon + 1, lines.to(line)).strip());
      }
    }
    request.check();
    return request;
  }

  /** A tab or a byte above 127. */
  private static boolean hasOther(byte[] bytes, int end) {
    for (int i = 0; i < end; i++) {
      if (bytes[i] < ' ') {
        return true;
      }
    }
    return false;
  }

  private static Method method(String name) throws HttpException {
    for (Method method : Method.ALL) {
      if (method.name().equals(name)) {
        return method;
      }
    }
    throw Tokens.isToken(name)
        ? new HttpException(501, "the method is not known")
        : new HttpException(400, "the method is malformed");
  }

  private static int minor(byte[] bytes, int from, int to) throws HttpException {
    boolean shaped = to - from == 8 && bytes[from + 6] == '.';
    for (int i = 0; shaped && i < VERSION.length(); i++) {
      shaped = bytes[from + i] == VERSION.charAt(i);
    }
    if (!shaped || !Tokens.isDigit(bytes[from + 5]) || !Tokens.isDigit(bytes[from + 7])) {
      throw new HttpException(400, "the version is malformed");
    }
    if (bytes[from + 5] != '1') {
      throw new HttpException(505, "the version is not 1.0 or 1.1");
    }
    return bytes[from + 7] - '0';
  }

  private static int indexOf(byte[] bytes, char wanted, int from, int to) {
    int at = from;
    while (at < to && bytes[at] != wanted) {
      at++;
    }
    return at;
  }
}
