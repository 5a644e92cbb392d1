package cal.agent.advise;

import cal.agent.advise.Advice.Row;
import java.util.function.ToDoubleFunction;

/** Advice as a page of HTML, with bars for each model. Stateless. */
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
      th:first-child, td:first-child { text-align: left }
      td.bar { min-width: 6rem } td.bar div { background: #9ab; height: 1rem }
      tr.best { font-weight: bold } tr.best td.bar div { background: #3a6 } tr.slow { color: #888 }
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
    page.append("<table><tr><th>model<th>CPU seconds of 1,000<th><th>of two lives<th>");
    page.append(advice.unit());
    page.append(" a second<th><th>memory, MB<th><th>refused<th>failed</tr>\n");
    advice.rows().forEach(row -> page.append(row(advice, row)));
    page.append("</table>\n<p>The load: <code>").append(escaped(load)).append("</code></p>\n");
    return page.append("</body></html>\n").toString();
  }

  private static String row(Advice advice, Row row) {
    String kind = row.equals(advice.best()) ? "best" : advice.serves(row) ? "" : "slow";
    String note = AdviceTable.note(advice, row).replace("<- best", "");
    return "<tr class=\"%s\"><td>%s %s<td>%s%s<td>%s to %s<td>%,.1f%s<td>%d%s<td>%d<td>%d</tr>%n"
        .formatted(
            kind,
            escaped(row.model()),
            note,
            AdviceTable.figure(row.cpu()),
            bar(advice, row, Row::cpu),
            AdviceTable.figure(row.least()),
            AdviceTable.figure(row.most()),
            row.rate(),
            bar(advice, row, Row::rate),
            row.megabytes(),
            bar(advice, row, Row::megabytes),
            row.refused(),
            row.failed());
  }

  /** A cell with a bar beside the other models' bars. */
  private static String bar(Advice advice, Row row, ToDoubleFunction<Row> figure) {
    double most =
        advice.rows().stream()
            .mapToDouble(figure)
            .filter(one -> !Double.isNaN(one))
            .max()
            .orElseThrow();
    double own = figure.applyAsDouble(row);
    return "<td class=\"bar\"><div style=\"width: %.0f%%\"></div>"
        .formatted(most == 0 || Double.isNaN(own) ? 0 : 100 * own / most);
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
