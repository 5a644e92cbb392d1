package cal.sample.web.http;

/**
 * The header fields read by the server itself. The name of a line is compared with a single field
 * at most, found by length and last letter. Immutable.
 */
public final class Field {
  private static final Field[] BY_SHAPE = new Field[128];
  private static int count;

  public static final Field ACCEPT_ENCODING = new Field("accept-encoding");
  public static final Field CONNECTION = new Field("connection");
  public static final Field CONTENT_LENGTH = new Field("content-length");
  public static final Field EXPECT = new Field("expect");
  public static final Field HOST = new Field("host");
  public static final Field IF_MATCH = new Field("if-match");
  public static final Field IF_MODIFIED_SINCE = new Field("if-modified-since");
  public static final Field IF_NONE_MATCH = new Field("if-none-match");
  public static final Field IF_RANGE = new Field("if-range");
  public static final Field IF_UNMODIFIED_SINCE = new Field("if-unmodified-since");
  public static final Field RANGE = new Field("range");
  public static final Field REFERER = new Field("referer");
  public static final Field TRANSFER_ENCODING = new Field("transfer-encoding");
  public static final Field USER_AGENT = new Field("user-agent");

  /** How many there are. */
  static final int COUNT = count;

  /** Bits of the fields of conditional and partial requests. */
  public static final int CONDITIONS =
      IF_MATCH.bit
          | IF_MODIFIED_SINCE.bit
          | IF_NONE_MATCH.bit
          | IF_RANGE.bit
          | IF_UNMODIFIED_SINCE.bit
          | RANGE.bit;

  /** Less than {@link #COUNT}, and another for each. */
  final int place;

  /** A bit, another for each. */
  final int bit;

  /** The name in lower case. */
  final String name;

  private Field(String name) {
    this.name = name;
    this.place = count++;
    this.bit = 1 << place;
    int shape = shape(name.length(), name.charAt(name.length() - 1));
    if (BY_SHAPE[shape] != null) {
      throw new IllegalStateException(name + " and " + BY_SHAPE[shape] + " have one shape");
    }
    BY_SHAPE[shape] = this;
  }

  /** The field of this name, in any case; null for a field unread by the server. */
  static Field of(byte[] buffer, int from, int to) {
    Field field = BY_SHAPE[shape(to - from, buffer[to - 1])];
    return field != null && isIgnoringCase(field.name, buffer, from, to) ? field : null;
  }

  /** Whether these bytes are a word of lower-case letters and other characters, in any case. */
  static boolean isIgnoringCase(String lower, byte[] buffer, int from, int to) {
    return to - from == lower.length() && startsIgnoringCase(lower, buffer, from);
  }

  /** Whether such a word begins here; there are bytes enough. */
  static boolean startsIgnoringCase(String lower, byte[] buffer, int from) {
    for (int i = 0; i < lower.length(); i++) {
      int there = buffer[from + i];
      if (there != lower.charAt(i)
          && !(there >= 'A' && there <= 'Z' && (there | 0x20) == lower.charAt(i))) {
        return false;
      }
    }
    return true;
  }

  private static int shape(int length, int last) {
    return (length * 7 + (last & 0x1f)) & 0x7f;
  }

  @Override
  public String toString() {
    return name;
  }
}
