package cal.sample.web.files;

import cal.sample.web.http.Tokens;
import java.util.ArrayList;
import java.util.List;

/**
 * The requested parts of a representation (RFC 9110, section 14). Immutable.
 *
 * @param parts in the client's order; none without an existing part
 */
record Ranges(List<Part> parts) {
  private static final int LIMIT = 16;
  private static final String UNIT = "bytes=";

  /**
   * A part.
   *
   * @param offset of the first byte
   * @param length at least 1
   */
  record Part(long offset, long length) {
    long last() {
      return offset + length - 1;
    }
  }

  /**
   * Reads a field Range.
   *
   * @param size of the representation
   * @return null for a field to be ignored: malformed, of another unit, or for more than 16 parts
   *     or more than all
   */
  static Ranges of(String value, long size) {
    if (!value.regionMatches(true, 0, UNIT, 0, UNIT.length())) {
      return null;
    }
    List<Part> parts = new ArrayList<>();
    String[] specs = value.substring(UNIT.length()).split(",", LIMIT + 2);
    if (specs.length > LIMIT) {
      return null;
    }
    long sum = 0;
    for (String spec : specs) {
      Part part = part(spec.strip(), size);
      if (part == null) {
        return null;
      }
      if (part.length > 0) {
        parts.add(part);
        sum += part.length;
      }
    }
    return sum > size ? null : new Ranges(List.copyOf(parts));
  }

  /** A part of length 0 is not there; null is malformed. */
  private static Part part(String spec, long size) {
    int hyphen = spec.indexOf('-');
    if (hyphen < 0) {
      return null;
    }
    long first = number(spec.substring(0, hyphen));
    long last = number(spec.substring(hyphen + 1));
    if (hyphen == 0) {
      long length = Math.min(last, size);
      return last < 0 ? null : new Part(size - length, length);
    }
    boolean open = hyphen == spec.length() - 1;
    if (first < 0 || (!open && last < first)) {
      return null;
    }
    if (first >= size) {
      return new Part(0, 0);
    }
    return new Part(first, (open ? size : Math.min(last + 1, size)) - first);
  }

  /** A number, at most the second largest; -1 without a number. */
  private static long number(String digits) {
    if (digits.isEmpty() || !digits.chars().allMatch(Tokens::isDigit)) {
      return -1;
    }
    return digits.length() <= 18 ? Long.parseLong(digits) : Long.MAX_VALUE - 1;
  }
}
