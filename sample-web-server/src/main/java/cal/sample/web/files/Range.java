package cal.sample.web.files;

import cal.sample.web.http.Tokens;

/**
 * The part of a representation that a client asks for (RFC 9110, section 14). Immutable.
 *
 * @param offset of the first byte
 * @param length 0 where the representation has no such part
 */
record Range(long offset, long length) {
  private static final String UNIT = "bytes=";

  long last() {
    return offset + length - 1;
  }

  /**
   * Reads a field Range.
   *
   * @param size of the representation
   * @return null where the field is to be ignored: a malformed one, another unit, or several parts
   */
  static Range of(String value, long size) {
    int hyphen = value.indexOf('-');
    if (hyphen < 0 || !value.regionMatches(true, 0, UNIT, 0, UNIT.length())) {
      return null;
    }
    String from = value.substring(UNIT.length(), hyphen).strip();
    String to = value.substring(hyphen + 1).strip();
    long first = Tokens.number(from);
    long last = Tokens.number(to);
    if (from.isEmpty()) {
      long length = Math.min(last, size);
      return last < 0 ? null : new Range(size - length, length);
    }
    if (first < 0 || (!to.isEmpty() && last < first)) {
      return null;
    }
    if (first >= size) {
      return new Range(0, 0);
    }
    return new Range(first, (to.isEmpty() ? size : Math.min(last + 1, size)) - first);
  }
}
