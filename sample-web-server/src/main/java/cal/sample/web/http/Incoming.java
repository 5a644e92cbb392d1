package cal.sample.web.http;

import java.io.IOException;
import java.util.Set;

/**
 * A request on its way (RFC 9112, sections 2 to 5). Heads with two readings are refused. After an
 * exception of the input another {@link #read} goes on where the last one ended. Not thread-safe.
 */
final class Incoming {
  private static final Set<String> METHODS =
      Set.of("GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE");

  private Lines lines;
  private Request request;
  private Content content;

  /**
   * Reads the request to its end.
   *
   * @throws HttpException if the request is malformed or too large
   * @throws IOException if the client leaves
   */
  Request read(Input in, Output out) throws IOException, HttpException {
    if (lines == null) {
      skipEmptyLine(in);
      lines = new Lines();
    }
    if (request == null) {
      request = head(in);
    }
    if (content == null) {
      content = Content.of(request, in, out);
    }
    request.body(content.read(in));
    return request;
  }

  /** The request with its head read; else null. */
  Request request() {
    return request;
  }

  /** Reads the head, and takes the head from the input unless refused. */
  private Request head(Input in) throws IOException, HttpException {
    lines.read(in);
    String line = lines.all().isEmpty() ? "" : lines.all().getFirst();
    String[] words = line.split(" ", -1);
    if (words.length != 3 || words[1].isEmpty() || line.chars().anyMatch(c -> c < ' ' || c > 126)) {
      throw new HttpException(400, "the request line is malformed");
    }
    int minor = minor(words[2]);
    requireMethod(words[0]);
    Target target = Target.of(words[0], words[1]);
    Request read = new Request(line, words[0], target, minor, lines.fields(1));
    in.take(lines.bytes());
    return read;
  }

  /** A client may send an empty line after the content before (RFC 9112, section 2.2). */
  private static void skipEmptyLine(Input in) throws IOException, HttpException {
    if (in.at(0) == '\r') {
      if (in.at(1) != '\n') {
        throw new HttpException(400, "CR without LF");
      }
      int unused = in.at(2);
      in.take(2);
    }
  }

  private static int minor(String version) throws HttpException {
    boolean known = version.length() == 8 && version.startsWith("HTTP/1.");
    if (known && Tokens.isDigit(version.charAt(7))) {
      return version.charAt(7) - '0';
    }
    throw version.matches("HTTP/\\d\\.\\d")
        ? new HttpException(505, "the version is not 1.0 or 1.1")
        : new HttpException(400, "the version is malformed");
  }

  private static void requireMethod(String method) throws HttpException {
    if (!METHODS.contains(method)) {
      throw Tokens.isToken(method)
          ? new HttpException(501, "the method is not known")
          : new HttpException(400, "the method is malformed");
    }
  }
}
