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
 * end with CR LF and nothing else; no line is folded.
 *
 * @param all without the empty line
 * @param bytes of all, with the empty line
 */
record Lines(List<String> all, int bytes) {
  private static final int HEAD = 16 << 10;
  private static final int LINE = 8_000;
  private static final int FIELDS = 100;

  /** The fields that say where a message ends, or for whom: never in a trailer, and never twice. */
  static final Set<String> FRAMING =
      Set.of(Request.CONTENT_LENGTH, Request.TRANSFER_ENCODING, Request.HOST);

  /**
   * Reads lines, and leaves them in the input.
   *
   * @throws HttpException if the lines are malformed or too long
   * @throws IOException if the client leaves
   */
  static Lines read(Input in) throws IOException, HttpException {
    List<String> lines = new ArrayList<>();
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
          throw new HttpException(400, "a control character, or a line without CR LF");
        }
        requireSize(at, lines.size());
        if (at == begin) {
          return new Lines(lines, at + 2);
        }
        lines.add(new String(buffer, start + begin, at - begin, StandardCharsets.ISO_8859_1));
        begin = ++at + 1;
      }
      requireSize(at, lines.size());
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
    for (String line : all.subList(from, all.size())) {
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
