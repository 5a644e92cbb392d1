package cal.sample.web.http;

import java.util.stream.Stream;

/** The characters of tokens (RFC 9110, section 5.6.2), and lists of tokens. Stateless. */
public final class Tokens {
  private static final boolean[] TOKEN = new boolean[128];

  static {
    for (char c = '!'; c < 127; c++) {
      TOKEN[c] = "\"(),/:;<=>?@[\\]{}".indexOf(c) < 0;
    }
  }

  private Tokens() {}

  static boolean isToken(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) > 127 || !TOKEN[text.charAt(i)]) {
        return false;
      }
    }
    return !text.isEmpty();
  }

  /** Whether a character is a decimal digit. */
  static boolean isDigit(int c) {
    return c >= '0' && c <= '9';
  }

  /** A number of decimal digits, at most the largest but one; -1 where the text is none. */
  public static long number(String digits) {
    if (digits.isEmpty() || !digits.chars().allMatch(Tokens::isDigit)) {
      return -1;
    }
    return digits.length() <= 18 ? Long.parseLong(digits) : Long.MAX_VALUE - 1;
  }

  /** Whether a list has this element, in any case. */
  static boolean contains(String list, String element) {
    return Stream.of(list.split(",", -1)).anyMatch(one -> one.strip().equalsIgnoreCase(element));
  }
}
