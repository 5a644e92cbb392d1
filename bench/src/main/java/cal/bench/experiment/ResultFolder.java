package cal.bench.experiment;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The files of an experiment: NAME.json for programs, NAME.md, NAME.html and pictures for people.
 * Each is replaced as a whole, so that none is ever half written. Immutable.
 *
 * @param folder where they are
 * @param name of the experiment
 */
record ResultFolder(Path folder, String name) {
  /** A line of a report that shows a picture, of a name as {@link Pictures} makes them. */
  private static final Pattern SHOWN = Pattern.compile("!\\[.*]\\(([\\w.-]+)\\.svg\\)");

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

  /** Writes all files, and deletes pictures that are no more; the report as Markdown. */
  String write(Study study, Results results) throws IOException {
    Files.createDirectories(folder);
    Set<String> old = shown();
    write(name + ".json", JSON.writeValueAsString(results) + "\n");
    List<Picture> pictures = new Pictures(study, results.cells()).all();
    for (Picture picture : pictures) {
      replace(picture.fileName("svg"), picture.svg());
      replace(picture.fileName("png"), picture.png());
    }
    String markdown = new MarkdownReport(study, results, pictures).text();
    write(name + ".md", markdown);
    write(name + ".html", new HtmlReport(study, results, pictures).text());
    pictures.forEach(picture -> old.remove(picture.name()));
    for (String picture : old) {
      Files.deleteIfExists(folder.resolve(picture + ".svg"));
      Files.deleteIfExists(folder.resolve(picture + ".png"));
    }
    return markdown;
  }

  /**
   * The pictures of the report that is there, without {@code .svg}. Names of files do not tell:
   * those of another experiment may begin with this one's name.
   */
  private Set<String> shown() throws IOException {
    Path report = folder.resolve(name + ".md");
    if (!Files.exists(report)) {
      return new HashSet<>();
    }
    return new String(Files.readAllBytes(report), StandardCharsets.UTF_8)
        .lines()
        .map(SHOWN::matcher)
        .filter(Matcher::matches)
        .map(line -> line.group(1))
        .collect(Collectors.toCollection(HashSet::new));
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
