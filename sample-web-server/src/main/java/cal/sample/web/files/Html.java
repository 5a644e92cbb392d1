package cal.sample.web.files;

import cal.sample.web.http.Response;
import java.nio.charset.StandardCharsets;

/** Pages. Stateless. */
final class Html {
  /** The style of all pages. */
  private static final String STYLE =
      """
      :root { color-scheme: light dark }
      body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 58rem; padding: 1.5rem }
      a { text-decoration: none }
      table { border-collapse: collapse; width: 100% }
      th, td { border-bottom: 1px solid #8884; padding: .4rem .8rem; text-align: left }
      th + th, td + td { text-align: right; white-space: nowrap }
      """;

  private Html() {}

  /** The page of a body, which is HTML, under a title, which is text. */
  static byte[] page(String title, CharSequence body) {
    String text = escaped(title);
    return ("<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>"
            + text
            + "</title><meta name=\"viewport\" content=\"width=device-width\"><style>"
            + STYLE
            + "</style></head><body><h1>"
            + text
            + "</h1>"
            + body
            + "</body></html>\n")
        .getBytes(StandardCharsets.UTF_8);
  }

  /** Begins the answer that is such a page, and changes by itself. */
  static Response.Builder answer() {
    return Response.of(200)
        .field("Content-Type", "text/html; charset=utf-8")
        .field("Cache-Control", "no-cache");
  }

  /** Text as HTML, also within quotes. */
  static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", "&#39;");
  }
}
