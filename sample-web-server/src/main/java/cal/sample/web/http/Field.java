package cal.sample.web.http;

import java.util.Locale;

/** The header fields read by the server itself. */
public enum Field {
  CONNECTION,
  CONTENT_LENGTH,
  EXPECT,
  HOST,
  IF_MATCH,
  IF_MODIFIED_SINCE,
  IF_NONE_MATCH,
  IF_RANGE,
  IF_UNMODIFIED_SINCE,
  RANGE,
  TRANSFER_ENCODING;

  private static final Field[] ALL = values();

  /** The name in lower case. */
  final String lower = name().toLowerCase(Locale.ROOT).replace('_', '-');

  /** The field of this name, in any case; null for a field unread by the server. */
  static Field of(byte[] bytes, int from, int to) {
    for (Field field : ALL) {
      if (Tokens.isIgnoringCase(field.lower, bytes, from, to)) {
        return field;
      }
    }
    return null;
  }

  /**
   * Whether the field says where a message ends, or for whom: never in a trailer, and never twice.
   */
  boolean isFraming() {
    return this == CONTENT_LENGTH || this == TRANSFER_ENCODING || this == HOST;
  }

  /** Whether the field makes a request conditional, or a part. */
  boolean isConditional() {
    return this == RANGE || lower.startsWith("if-");
  }
}
