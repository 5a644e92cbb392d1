package cal.sample.web.http;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The target of a request (RFC 9112, section 3.2), a path with a single meaning.
 *
 * <p>Refused are dot segments, encoded slashes, backslashes, control characters, and bytes outside
 * UTF-8: no path leaves the root, and none has two readings. Repeated slashes count as a single
 * slash.
 *
 * @param path decoded, from a slash on; {@code *} for the server itself
 * @param query the text after the question mark
 */
public record Target(String path, String query) {
  private static final Pattern ABSOLUTE = Pattern.compile("(?i)https?://([^/?]+)(.*)");

  static Target of(String method, String target) throws HttpException {
    if (target.equals("*")) {
      if (!method.equals("OPTIONS")) {
        throw new HttpException(400, "the target * is for OPTIONS alone");
      }
      return new Target("*", "");
    }
    String text = target.startsWith("/") ? target : afterAuthority(target);
    int question = text.indexOf('?');
    String path = question < 0 ? text : text.substring(0, question);
    if (text.indexOf('#') >= 0 || path.indexOf('\\') >= 0) {
      throw new HttpException(400, "the target has a character that is not legal there");
    }
    boolean plain = path.indexOf('%') < 0 && !path.contains("//") && !path.contains("/.");
    return new Target(
        path.isEmpty() ? "/" : plain ? path : canonical(path),
        question < 0 ? "" : text.substring(question + 1));
  }

  /** The path of the absolute form, for this host: the server has a single host. */
  private static String afterAuthority(String target) throws HttpException {
    Matcher absolute = ABSOLUTE.matcher(target);
    if (!absolute.matches()) {
      throw new HttpException(400, "the target begins with neither a slash nor a host");
    }
    requireHost(absolute.group(1));
    return absolute.group(2);
  }

  /** Refuses a host with a forbidden character (RFC 3986, section 3.2.2). */
  static void requireHost(String host) throws HttpException {
    if (host.chars().anyMatch(c -> c <= ' ' || c >= 0x7f || "/\\?#@\"<>^`{|}".indexOf(c) >= 0)) {
      throw new HttpException(400, "the host is malformed");
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
    for (String segment : decoded.split("/", -1)) {
      if (segment.equals(".") || segment.equals("..")) {
        throw new HttpException(400, "a segment of the path is . or ..");
      }
    }
    return decoded;
  }

  private static String text(byte[] bytes, int length) throws HttpException {
    try {
      ByteBuffer buffer = ByteBuffer.wrap(bytes, 0, length);
      return StandardCharsets.UTF_8.newDecoder().decode(buffer).toString();
    } catch (CharacterCodingException malformed) {
      throw new HttpException(400, "the path is not UTF-8");
    }
  }

  private static int hex(char digit) {
    int value = digit < 128 ? Character.digit(digit, 16) : -1;
    return value < 0 ? -10_000 : value;
  }

  /** Writes a path of {@link Request#path()} as a target of Latin characters. */
  public static String encoded(String path) {
    try {
      return new URI(null, null, path, null).toASCIIString();
    } catch (URISyntaxException impossible) {
      throw new IllegalArgumentException(path, impossible);
    }
  }
}
