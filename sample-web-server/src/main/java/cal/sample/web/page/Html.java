package cal.sample.web.page;

import cal.sample.web.http.Response;
import java.nio.charset.StandardCharsets;

/** Pages. Stateless. */
public final class Html {
  /** The style of all pages, as its element has it. */
  static final String STYLE =
      """
      :root { color-scheme: light dark; --dim: light-dark(#596069, #9aa3ad); --ink: light-dark(#1d2329,
        #e4e8ec); --line: light-dark(#d9dee3, #353c44); --sheet: light-dark(#fff, #1d2228);
        --accent: light-dark(#0b62a8, #6cb6ff); --alarm: light-dark(#b3261e, #ff8a80) }
      body { background: light-dark(#f4f6f8, #14181c); color: var(--ink); margin: 0 auto;
        font: 16px/1.5 system-ui, sans-serif; max-width: 58rem; padding: 1.5rem 1rem 3rem }
      h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 1rem; overflow-wrap: anywhere }
      h2 { font-size: 1.1rem; margin: 0 }
      h2 .dim { font-weight: 400 }
      a { color: var(--accent); text-decoration: none }
      a:hover, a:focus-visible { text-decoration: underline }
      table { background: var(--sheet); border: 1px solid var(--line); border-collapse: collapse;
        border-radius: .5rem; border-spacing: 0; overflow: clip; width: 100% }
      th { color: var(--dim); font-size: .8rem; font-weight: 500 }
      th, td { border-bottom: 1px solid var(--line); padding: .4rem .8rem; text-align: left }
      tr:last-child > td { border-bottom: 0 }
      tbody tr:hover { background: light-dark(#0b62a80d, #6cb6ff14) }
      td:first-child { overflow-wrap: anywhere; width: 100% }
      th + th, td + td { color: var(--dim); font-variant-numeric: tabular-nums; text-align: right;
        white-space: nowrap }
      pre, dl, .stage { background: var(--sheet); border: 1px solid var(--line);
        border-radius: .5rem; margin: 0 0 1rem; overflow-x: auto; padding: .8rem 1rem }
      dl { display: grid; gap: .4rem 1.5rem; grid-template-columns: max-content 1fr }
      dt { font-weight: 600 }
      dd { margin: 0 }
      .dim, #state { color: var(--dim); font-size: .9rem; margin: 0 0 1rem }
      #state.lost { color: var(--alarm) }
      .stage { display: grid; gap: .2rem 1.5rem; grid-template-columns: 1fr max-content }
      .stage svg { grid-column: 1 / 3; height: 3rem; width: 100% }
      .stage polyline { fill: none; stroke: var(--accent); stroke-width: 1.5;
        vector-effect: non-scaling-stroke }
      .rate { font-size: 1.1rem; font-variant-numeric: tabular-nums; text-align: right }
      .figures { color: var(--dim); display: flex; flex-wrap: wrap; font-size: .9rem; gap: 0 1.2rem;
        grid-column: 1 / 3 }
      .figures b { color: var(--ink); font-variant-numeric: tabular-nums; font-weight: 500 }
      .figures .alarm, .figures .alarm b { color: var(--alarm) }
      @media (max-width: 36rem) { .date { display: none } dl { grid-template-columns: 1fr; gap: 0 }
        dd { margin: 0 0 .6rem } }
      """;

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
