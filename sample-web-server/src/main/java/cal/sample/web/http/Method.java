package cal.sample.web.http;

/** The methods of RFC 9110, section 9, and PATCH. */
public enum Method {
  /** A representation. */
  GET,
  /** The head alone. */
  HEAD,
  /** For handlers. */
  POST,
  /** For handlers. */
  PUT,
  /** For handlers. */
  DELETE,
  /** For handlers. */
  PATCH,
  /** Which methods there are. */
  OPTIONS,
  /** Refused. */
  TRACE,
  /** Refused. */
  CONNECT;

  private static final Method[] ALL = values();

  /** The method of these bytes; null where there is none. */
  static Method of(byte[] buffer, int from, int to) {
    for (Method method : ALL) {
      if (method.is(buffer, from, to)) {
        return method;
      }
    }
    return null;
  }

  private boolean is(byte[] buffer, int from, int to) {
    String name = name();
    if (to - from != name.length()) {
      return false;
    }
    for (int i = 0; i < name.length(); i++) {
      if (buffer[from + i] != name.charAt(i)) {
        return false;
      }
    }
    return true;
  }
}
