package cal.sample.web.http;

/** The characters of tokens (RFC 9110, section 5.6.2), and lists of tokens. Stateless. */
public final class Tokens {
  private static final boolean[] TOKEN = new boolean[128];

  static {
    for (char c = '!'; c < 127; c++) {
      TOKEN[c] = "\"(),/:;<=>?@[\\]{}".indexOf(c) < 0;
    }
  }

  private Tokens() {}

  static boolean isToken(byte b) {
    return b >= 0 && TOKEN[b];
  }

  static boolean isToken(String text) {
    return !text.isEmpty() && text.chars().allMatch(c -> c < 128 && TOKEN[c]);
  }

  /** Whether a character is a decimal digit. */
  public static boolean isDigit(int c) {
    return c >= '0' && c <= '9';
  }

  /** Whether these bytes are a word of lower-case letters and other characters, in any case. */
  static boolean isIgnoringCase(String lower, byte[] bytes, int from, int to) {
    boolean same = to - from == lower.length();
    for (int i = 0; same && i < lower.length(); i++) {
      int there = bytes[from + i];
      same = (there >= 'A' && there <= 'Z' ? there | 0x20 : there) == lower.charAt(i);
    }
    return same;
  }

  /** Whether a list has this element, in any case. */
  static boolean contains(String list, String element) {
    for (String one : list.split(",", -1)) {
      if (one.strip().equalsIgnoreCase(element)) {
        return true;
      }
    }
    return false;
  }
}
