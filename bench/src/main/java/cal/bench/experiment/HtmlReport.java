package cal.bench.experiment;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Base64;
import java.util.List;
import java.util.Map;

/**
 * A report as one HTML file that needs no other: pictures and styles are within it. It reads on a
 * phone, on paper and in the dark. Immutable.
 */
record HtmlReport(Study study, Results results, List<Picture> pictures) {
  private static final String STYLE =
      """
      :root { color-scheme: light dark; --ink: #222; --back: #fff; --line: #ccc; --soft: #f4f4f4 }
      @media (prefers-color-scheme: dark) {
        :root { --ink: #e6e6e6; --back: #16181c; --line: #444; --soft: #22252b }
      }
      body { margin: 0 auto; max-width: 62rem; padding: 1rem; color: var(--ink);
        background: var(--back); font: 1rem/1.5 system-ui, sans-serif }
      h1 { font-size: 1.6rem; line-height: 1.2 }
      h2 { font-size: 1.2rem; margin-top: 2rem }
      .question { font-size: 1.15rem }
      .warning { border-left: .3rem solid #e69f00; padding-left: .8rem }
      figure { margin: 1.5rem 0; break-inside: avoid }
      figure div { overflow-x: auto; background: #fff; border: 1px solid var(--line) }
      figure img { display: block; width: 100%; min-width: 34rem; height: auto }
      figcaption { font-size: .9rem }
      .table { overflow-x: auto; border: 1px solid var(--line) }
      table { border-collapse: collapse; font-size: .85rem; font-variant-numeric: tabular-nums }
      th, td { padding: .25rem .6rem; text-align: right; white-space: nowrap;
        border-bottom: 1px solid var(--line) }
      th { background: var(--soft) }
      th.word, td.word { text-align: left }
      th.server, td.server { position: sticky; left: 0; background: var(--soft) }
      tr.first td { border-top: 2px solid var(--line) }
      dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1rem; font-size: .9rem }
      dd { margin: 0; overflow-wrap: anywhere }
      @media print {
        body { max-width: none; padding: 0; font-size: 10pt; color: #000; background: #fff }
        figure img { min-width: 0 }
        .table, figure div { overflow: visible; border: 0 }
        table { font-size: 6.5pt } th, td { padding: 1pt 3pt; white-space: normal }
        thead { display: table-header-group } tr { break-inside: avoid }
      }
      """;

  String text() {
    StringBuilder text = new StringBuilder();
    text.append(
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>%s</title>
        <style>
        %s</style>
        </head>
        <body>
        <h1>%s</h1>
        <p class="question">%s</p>
        """
            .formatted(escaped(results.title()), STYLE, escaped(results.title()), question()));
    MarkdownReport words = new MarkdownReport(study, results, pictures);
    if (!study.experiment().meaning().isEmpty()) {
      text.append("<p>").append(escaped(study.experiment().meaning())).append("</p>\n");
    }
    words
        .warnings()
        .forEach(
            warning ->
                text.append("<p class=\"warning\">").append(escaped(warning)).append("</p>\n"));
    pictures.forEach(picture -> text.append(figure(picture)));
    Findings findings = Findings.of(study, results.cells());
    if (!findings.lines().isEmpty()) {
      text.append("<h2>%s</h2>\n<ul>\n".formatted(escaped(findings.title())));
      findings.lines().forEach(line -> text.append("<li>%s</li>\n".formatted(escaped(line))));
      text.append("</ul>\n");
    }
    text.append("<h2>Figures</h2>\n<p>%s</p>\n".formatted(escaped(words.marks())));
    table(ReportTable.of(study, results.cells()), text);
    text.append("<h2>How it was measured</h2>\n<p>%s</p>\n".formatted(escaped(results.method())));
    text.append("<dl>\n");
    for (Map.Entry<String, String> fact : results.machine().entrySet()) {
      text.append(
          "<dt>%s</dt><dd>%s</dd>\n".formatted(escaped(fact.getKey()), escaped(fact.getValue())));
    }
    return text.append("</dl>\n</body>\n</html>\n").toString();
  }

  private String question() {
    return escaped(results.question());
  }

  /** As an image of its own, so that the names within one picture do not meet those of another. */
  private static String figure(Picture picture) {
    return """
    <figure><div><img alt="%s" src="data:image/svg+xml;base64,%s"></div>
    <figcaption>%s</figcaption></figure>
    """
        .formatted(
            escaped(picture.title()),
            Base64.getEncoder().encodeToString(picture.svg().getBytes(UTF_8)),
            escaped(picture.title()));
  }

  private static void table(ReportTable table, StringBuilder text) {
    text.append("<div class=\"table\"><table>\n<thead><tr>");
    for (int i = 0; i < table.headings().size(); i++) {
      text.append(cell("th", table.kind(i), table.headings().get(i)));
    }
    text.append("</tr></thead>\n<tbody>\n");
    List<String> before = List.of();
    for (List<String> line : table.lines()) {
      List<String> labels = line.subList(0, table.labels() - 1);
      text.append(labels.equals(before) ? "<tr>" : "<tr class=\"first\">");
      for (int i = 0; i < line.size(); i++) {
        text.append(cell("td", table.kind(i), line.get(i)));
      }
      text.append("</tr>\n");
      before = labels;
    }
    text.append("</tbody>\n</table></div>\n");
  }

  private static String cell(String tag, String kind, String content) {
    String shown = escaped(content);
    if (shown.startsWith(ReportTable.BEST)) {
      shown = "<b>" + shown.replace(ReportTable.BEST, "") + "</b>";
    }
    String opening = kind.isEmpty() ? tag : "%s class=\"%s\"".formatted(tag, kind);
    return "<%s>%s</%s>".formatted(opening, shown, tag);
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
