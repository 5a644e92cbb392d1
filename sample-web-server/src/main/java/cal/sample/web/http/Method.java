package cal.sample.web.http;

/** The methods of RFC 9110, section 9, and PATCH. */
public enum Method {
  GET,
  HEAD,
  POST,
  PUT,
  DELETE,
  PATCH,
  OPTIONS,
  TRACE,
  CONNECT;

  static final Method[] ALL = values();
}
