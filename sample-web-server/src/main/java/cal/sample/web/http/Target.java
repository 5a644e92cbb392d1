package cal.sample.web.http;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * Reads the target of a request (RFC 9112, section 3.2) into a path with a single meaning.
 *
 * <p>Refused are dot segments, encoded slashes, backslashes, control characters, and bytes outside
 * UTF-8: no path leaves the root, and none has two readings. Repeated slashes count as a single
 * slash. Stateless.
 */
public final class Target {
  private static final String SCHEME = "http://";
  private static final String SECURE = "https://";
  private static final String UNRESERVED = "-._~/!$'()*+,;=:@";

  private Target() {}

  static void read(Request request, int from, int to, byte[] buffer) throws HttpException {
    Method method = request.method();
    if (method == Method.CONNECT) {
      throw new HttpException(501, "this server is no proxy");
    }
    if (buffer[from] == '*' && to - from == 1) {
      if (method != Method.OPTIONS) {
        throw new HttpException(400, "the target * is for OPTIONS alone");
      }
      request.target("*", "");
      return;
    }
    int start = buffer[from] == '/' ? from : afterAuthority(buffer, from, to);
    int question = start;
    boolean plain = true;
    while (question < to && buffer[question] != '?') {
      byte b = buffer[question++];
      if (b == '\\' || b == '#') {
        throw new HttpException(400, "the target has a character that is not legal there");
      }
      if (b == '%' || (b == '/' && question < to && isSlashOrDot(buffer[question]))) {
        plain = false;
      }
    }
    for (int i = question; i < to; i++) {
      if (buffer[i] == '#') {
        throw new HttpException(400, "the target has a fragment");
      }
    }
    String path = new String(buffer, start, question - start, StandardCharsets.ISO_8859_1);
    String query =
        question == to
            ? ""
            : new String(buffer, question + 1, to - question - 1, StandardCharsets.ISO_8859_1);
    request.target(path.isEmpty() ? "/" : plain ? path : canonical(path), query);
  }

  private static boolean isSlashOrDot(byte b) {
    return b == '/' || b == '.';
  }

  /** The path of the absolute form, for this host: the server has a single host. */
  private static int afterAuthority(byte[] buffer, int from, int to) throws HttpException {
    String scheme = startsWith(SCHEME, buffer, from, to) ? SCHEME : SECURE;
    if (!startsWith(scheme, buffer, from, to)) {
      throw new HttpException(400, "the target does not begin with a slash");
    }
    int at = from + scheme.length();
    int host = at;
    while (at < to && buffer[at] != '/' && buffer[at] != '?') {
      at++;
    }
    requireHost(buffer, host, at);
    if (at == host) {
      throw new HttpException(400, "the target has no host");
    }
    return at;
  }

  private static boolean startsWith(String lower, byte[] buffer, int from, int to) {
    return to - from >= lower.length() && Field.startsIgnoringCase(lower, buffer, from);
  }

  /** Refuses a host with a forbidden character (RFC 3986, section 3.2.2). */
  static void requireHost(byte[] buffer, int from, int to) throws HttpException {
    for (int i = from; i < to; i++) {
      byte b = buffer[i];
      if (b <= ' ' || b == 0x7f || "/\\?#@\"<>^`{|}".indexOf(b) >= 0) {
        throw new HttpException(400, "the host is malformed");
      }
    }
  }

  /** Decodes a path, and joins repeated slashes. */
  private static String canonical(String path) throws HttpException {
    byte[] bytes = new byte[path.length()];
    int length = 0;
    for (int i = 0; i < path.length(); i++) {
      int b = path.charAt(i);
      if (b == '%') {
        b = i + 2 < path.length() ? 16 * hex(path.charAt(i + 1)) + hex(path.charAt(i + 2)) : -1;
        i += 2;
        if (b < ' ' || b == '/' || b == '\\' || b == 0x7f) {
          throw new HttpException(400, "an encoded character is malformed or not legal");
        }
      }
      if (b != '/' || length == 0 || bytes[length - 1] != '/') {
        bytes[length++] = (byte) b;
      }
    }
    String decoded = text(bytes, length);
    for (int at = 0; at >= 0; at = decoded.indexOf('/', at + 1)) {
      if (isDots(decoded, at + 1)) {
        throw new HttpException(400, "a segment of the path is . or ..");
      }
    }
    return decoded;
  }

  private static boolean isDots(String path, int from) {
    int to = path.indexOf('/', from);
    int length = (to < 0 ? path.length() : to) - from;
    return path.startsWith(".", from)
        && (length == 1 || (length == 2 && path.startsWith("..", from)));
  }

  private static String text(byte[] bytes, int length) throws HttpException {
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(bytes, 0, length))
          .toString();
    } catch (CharacterCodingException malformed) {
      throw new HttpException(400, "the path is not UTF-8");
    }
  }

  private static int hex(char digit) {
    int value = digit < 128 ? Character.digit(digit, 16) : -1;
    return value < 0 ? -10_000 : value;
  }

  /**
   * Writes a path as a target: characters outside a path's are percent-encoded.
   *
   * @param path of {@link Request#path()}, or a part
   * @return Latin characters
   */
  public static String encoded(String path) {
    StringBuilder encoded = new StringBuilder();
    for (byte b : path.getBytes(StandardCharsets.UTF_8)) {
      boolean letter = (b >= 'a' && b <= 'z') || (b >= 'A' && b <= 'Z') || Tokens.isDigit(b);
      if (letter || (b > 0 && UNRESERVED.indexOf(b) >= 0)) {
        encoded.append((char) b);
      } else {
        encoded.append('%').append(String.format(Locale.ROOT, "%02X", b & 0xff));
      }
    }
    return encoded.toString();
  }
}
