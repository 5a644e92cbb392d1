package cal.agent.advise;

import java.util.List;
import java.util.stream.Collectors;

/** Advice as a page of HTML: the choice, the doubts, a picture and all figures. Stateless. */
public final class AdvicePage {
  private static final String HEAD =
      """
      <!doctype html>
      <html lang="en"><head><meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>Which model: cal advise</title>
      <style>
      body { font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
      table { border-collapse: collapse; width: 100%; margin: 1rem 0; display: block; overflow-x: auto }
      th, td { text-align: right; padding: .3rem .8rem; border-bottom: 1px solid #ddd }
      th:first-child, td:first-child, td:last-child { text-align: left }
      tr.best { font-weight: bold } tr.slow { color: #888 } svg { width: 100%; margin: 1rem 0 }
      </style></head><body>
      """;

  private AdvicePage() {}

  /**
   * The page.
   *
   * @param load the command of the load
   */
  public static String of(Advice advice, String load) {
    StringBuilder page = new StringBuilder(HEAD);
    page.append("<h1>").append(escaped(advice.model())).append("</h1>\n");
    advice.sentences().forEach(one -> page.append("<p>" + escaped(one) + "</p>\n"));
    page.append(AdvicePicture.of(advice));
    page.append(
        "<p>A dot is a life of the server, a stroke the median. Green is as good as the"
            + " best.</p>\n");
    page.append("<table><tr>").append(cells("th", AdviceTable.headings(advice)));
    for (Row row : advice.rows()) {
      String kind = row.equals(advice.best()) ? "best" : advice.serves(row) ? "" : "slow";
      page.append("</tr>\n<tr class=\"" + kind + "\">");
      page.append(cells("td", AdviceTable.cells(advice, row)));
    }
    page.append("</tr></table>\n<p>The load: <code>" + escaped(load) + "</code></p>\n");
    return page.append("</body></html>\n").toString();
  }

  private static String cells(String element, List<String> texts) {
    return texts.stream()
        .map(text -> "<" + element + ">" + escaped(text))
        .collect(Collectors.joining());
  }

  static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
