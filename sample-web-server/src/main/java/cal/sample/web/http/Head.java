package cal.sample.web.http;

import java.io.IOException;
import java.util.Set;

/**
 * Reads the head of a request (RFC 9112, sections 2 to 5), and refuses heads with two readings.
 * Stateless.
 */
final class Head {
  private static final Set<String> METHODS =
      Set.of("GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE");

  private Head() {}

  /**
   * Reads a head, and takes the head from the input unless refused.
   *
   * @param lines those of the head, as far as read
   * @throws HttpException if the head is malformed or too large
   * @throws IOException if the client leaves
   */
  static Request read(Lines lines, Input in) throws IOException, HttpException {
    lines.read(in);
    String line = lines.all().isEmpty() ? "" : lines.all().getFirst();
    String[] words = line.split(" ", -1);
    if (words.length != 3 || words[1].isEmpty() || line.chars().anyMatch(c -> c < ' ' || c > 126)) {
      throw new HttpException(400, "the request line is malformed");
    }
    int minor = minor(words[2]);
    requireMethod(words[0]);
    Target target = Target.of(words[0], words[1]);
    Request request = new Request(line, words[0], target, minor, lines.fields(1));
    in.take(lines.bytes());
    return request;
  }

  /** A client may send an empty line after the content before (RFC 9112, section 2.2). */
  static void skipEmptyLine(Input in) throws IOException, HttpException {
    if (in.at(0) == '\r') {
      if (in.at(1) != '\n') {
        throw new HttpException(400, "CR without LF");
      }
      int unused = in.at(2);
      in.take(2);
    }
  }

  private static int minor(String version) throws HttpException {
    if (version.length() != 8
        || !version.startsWith("HTTP/")
        || !Tokens.isDigit(version.charAt(5))
        || version.charAt(6) != '.'
        || !Tokens.isDigit(version.charAt(7))) {
      throw new HttpException(400, "the version is malformed");
    }
    if (version.charAt(5) != '1') {
      throw new HttpException(505, "the version is not 1.0 or 1.1");
    }
    return version.charAt(7) - '0';
  }

  private static void requireMethod(String method) throws HttpException {
    if (!METHODS.contains(method)) {
      throw Tokens.isToken(method)
          ? new HttpException(501, "the method is not known")
          : new HttpException(400, "the method is malformed");
    }
  }
}
