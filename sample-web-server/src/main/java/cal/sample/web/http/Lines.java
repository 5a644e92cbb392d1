package cal.sample.web.http;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The lines of a head, or of trailers, up to an empty line (RFC 9112, sections 2.2 and 5). Lines
 * end with CR LF and nothing else; no line is folded. After an exception of the input the look goes
 * on where it ended. Not thread-safe.
 */
final class Lines {
  private static final int HEAD = 16 << 10;
  private static final int LINE = 8_000;
  private static final int FIELDS = 100;

  /** The fields that say where a message ends, or for whom: never in a trailer, and never twice. */
  static final Set<String> FRAMING =
      Set.of(Request.CONTENT_LENGTH, Request.TRANSFER_ENCODING, Request.HOST);

  private final List<String> lines = new ArrayList<>();

  /** The begin of the line under way. */
  private int begin;

  /** The bytes looked at. */
  private int seen;

  /** All lines, without the empty line. */
  List<String> all() {
    return lines;
  }

  /** The bytes of all, with the empty line. */
  int bytes() {
    return seen + 2;
  }

  /**
   * Reads lines, and leaves them in the input.
   *
   * @throws HttpException if the lines are malformed or too long
   * @throws IOException if the client leaves
   */
  void read(Input in) throws IOException, HttpException {
    int at = seen;
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
          throw new HttpException(400, "a control character, or a line without CR LF");
        }
        requireSize(at, lines.size());
        if (at == begin) {
          seen = at;
          return;
        }
        lines.add(new String(buffer, start + begin, at - begin, StandardCharsets.ISO_8859_1));
        begin = ++at + 1;
      }
      requireSize(at, lines.size());
      seen = at;
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

  /** The values of fields from a line on, several joined by commas, by names in lower case. */
  Map<String, String> fields(int from) throws HttpException {
    Map<String, String> fields = new HashMap<>();
    for (String line : lines.subList(from, lines.size())) {
      int colon = line.indexOf(':');
      String name = line.substring(0, Math.max(0, colon)).toLowerCase(Locale.ROOT);
      if (!Tokens.isToken(name)) {
        throw new HttpException(400, "a field is malformed, or folded");
      }
      String value = line.substring(colon + 1).strip();
      String before = fields.put(name, value);
      if (before != null) {
        if (FRAMING.contains(name)) {
          throw new HttpException(400, "two fields " + name);
        }
        fields.put(name, before + ", " + value);
      }
    }
    return fields;
  }
}
