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

  /** Whether a list has this element, in any case and without parameters. */
  static boolean contains(String list, String element) {
    int from = 0;
    while (from < list.length()) {
      int comma = list.indexOf(',', from);
      int to = comma < 0 ? list.length() : comma;
      if (list.substring(from, to).strip().equalsIgnoreCase(element)) {
        return true;
      }
      from = to + 1;
    }
    return false;
  }
}
