package cal.sample.web.http;

/** The reason phrases of RFC 9110, section 15. Stateless. */
final class Status {
  private Status() {}

  static String reason(int status) {
    return switch (status) {
      case 200 -> "OK";
      case 204 -> "No Content";
      case 206 -> "Partial Content";
      case 301 -> "Moved Permanently";
      case 304 -> "Not Modified";
      case 400 -> "Bad Request";
      case 404 -> "Not Found";
      case 405 -> "Method Not Allowed";
      case 408 -> "Request Timeout";
      case 412 -> "Precondition Failed";
      case 413 -> "Content Too Large";
      case 414 -> "URI Too Long";
      case 416 -> "Range Not Satisfiable";
      case 431 -> "Request Header Fields Too Large";
      case 500 -> "Internal Server Error";
      case 501 -> "Not Implemented";
      case 505 -> "HTTP Version Not Supported";
      default -> "Status";
    };
  }
}
