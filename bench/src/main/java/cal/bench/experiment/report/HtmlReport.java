package cal.bench.experiment.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.commonmark.Extension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.Image;
import org.commonmark.node.Node;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;

/**
 * A report in Markdown as a single HTML file with pictures and styles, readable on a phone, on
 * paper and in the dark. Immutable.
 */
record HtmlReport(String title, String markdown, Map<String, Picture> pictures) {
  HtmlReport(String title, String markdown, List<Picture> pictures) {
    this(title, markdown, pictures.stream().collect(Collectors.toMap(Picture::fileName, p -> p)));
  }

  String text() throws IOException {
    List<Extension> tables = List.of(TablesExtension.create());
    HtmlRenderer renderer =
        HtmlRenderer.builder()
            .extensions(tables)
            .escapeHtml(true)
            .attributeProviderFactory(context -> this::embed)
            .build();
    return """
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
    %s</body>
    </html>
    """
        .formatted(
            title.replace("&", "&amp;").replace("<", "&lt;"),
            style(),
            renderer.render(Parser.builder().extensions(tables).build().parse(markdown)));
  }

  private static String style() throws IOException {
    try (InputStream css = HtmlReport.class.getResourceAsStream("report.css")) {
      return new String(css.readAllBytes(), UTF_8);
    }
  }

  /** As an image of its own, so names within two pictures do not meet. */
  private void embed(Node node, String tag, Map<String, String> attributes) {
    if (node instanceof Image image && pictures.containsKey(image.getDestination())) {
      byte[] svg = pictures.get(image.getDestination()).svg().getBytes(UTF_8);
      attributes.put("src", "data:image/svg+xml;base64," + Base64.getEncoder().encodeToString(svg));
    }
  }
}
