package cal.bench.experiment;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;

/**
 * The files of an experiment: NAME.json for programs, NAME.md, NAME.html and pictures for people.
 * Each is replaced as a whole, so that none is ever half written. Immutable.
 *
 * @param folder where they are
 * @param name of the experiment
 */
record ResultFolder(Path folder, String name) {
  private static final ObjectMapper JSON =
      new ObjectMapper()
          .enable(SerializationFeature.INDENT_OUTPUT)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

  /** What an earlier run has found; empty if there is none, or nothing that can be read. */
  Optional<Results> read() {
    Path file = folder.resolve(name + ".json");
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try {
      Results results = JSON.readValue(file.toFile(), Results.class);
      return Optional.of(results).filter(found -> found.cells() != null && found.file() != null);
    } catch (IOException notOurs) {
      return Optional.empty(); // a file of another time, to be replaced
    }
  }

  /** Writes all files; the report as Markdown. */
  String write(Study study, Results results) throws IOException {
    Files.createDirectories(folder);
    write(name + ".json", JSON.writeValueAsString(results) + "\n");
    List<Picture> pictures = new Pictures(study, results.cells()).all();
    for (Picture picture : pictures) {
      replace(picture.fileName("svg"), picture.svg());
      replace(picture.fileName("png"), picture.png());
    }
    String markdown = new MarkdownReport(study, results, pictures).text();
    write(name + ".md", markdown);
    write(name + ".html", new HtmlReport(study, results, pictures).text());
    return markdown;
  }

  private void write(String file, String text) throws IOException {
    replace(file, text.getBytes(StandardCharsets.UTF_8));
  }

  private void replace(String file, byte[] content) throws IOException {
    Path half = folder.resolve("." + file + ".half");
    Files.write(half, content);
    Files.move(half, folder.resolve(file), StandardCopyOption.REPLACE_EXISTING);
  }
}
