package cal.sample.web.page;

import cal.sample.web.http.Response;
import java.nio.charset.StandardCharsets;

/** Pages. Stateless. */
public final class Html {
  private static final String STYLE =
      "body{font:16px/1.5 system-ui,sans-serif;margin:2em auto;max-width:50em;padding:0 1em}"
          + "table{border-collapse:collapse;width:100%}td{padding:.2em 1em .2em 0}"
          + "tr:hover{background:#8882}td+td{text-align:right;white-space:nowrap;color:#888}"
          + "a{text-decoration:none}:root{color-scheme:light dark}";

  private Html() {}

  /** The page of a body, which is HTML, under a title, which is text. */
  public static byte[] page(String title, CharSequence body) {
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
  public static Response.Builder answer() {
    return Response.of(200)
        .field("Content-Type", "text/html; charset=utf-8")
        .field("Cache-Control", "no-cache");
  }

  /** Text as HTML, also within quotes. */
  public static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", "&#39;");
  }
}
