package cal.bench.experiment.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import cal.bench.experiment.Study;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The folder of an experiment: results.json and slots.csv for programs, README.md, report.html and
 * pictures for people. Each is replaced as a whole, so none is ever half written. Immutable.
 *
 * @param folder of the files
 */
record ResultFolder(Path folder) {
  private static final String RESULTS = "results.json";
  private static final String SAMPLES = "slots.csv";

  private static final ObjectMapper JSON =
      new ObjectMapper()
          .enable(SerializationFeature.INDENT_OUTPUT)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

  /** The results of an earlier run; empty without a readable run. */
  Optional<Results> read() {
    Path file = folder.resolve(RESULTS);
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

  /** The samples of an earlier run, of some cases. */
  SampleTable samples(Collection<Map<String, String>> cases) throws IOException {
    Path file = folder.resolve(SAMPLES);
    return new SampleTable(Files.exists(file) ? Files.readAllLines(file) : List.of(), cases);
  }

  /** Writes all files, and deletes outdated pictures; returns the report as Markdown. */
  String write(Study study, Results results, List<String> samples) throws IOException {
    Files.createDirectories(folder);
    write(RESULTS, JSON.writeValueAsString(results) + "\n");
    if (samples.isEmpty()) {
      Files.deleteIfExists(folder.resolve(SAMPLES));
    } else {
      write(SAMPLES, String.join("\n", samples) + "\n");
    }
    List<Picture> pictures = new Pictures(study, results.cells()).all();
    for (Picture picture : pictures) {
      write(picture.fileName(), picture.svg());
    }
    String markdown = new MarkdownReport(study, results, pictures).text();
    write("README.md", markdown);
    write("report.html", new HtmlReport(results.title(), markdown, pictures).text());
    deletePicturesBut(pictures.stream().map(Picture::fileName).toList());
    return markdown;
  }

  private void deletePicturesBut(List<String> names) throws IOException {
    try (DirectoryStream<Path> pictures = Files.newDirectoryStream(folder, "*.svg")) {
      for (Path picture : pictures) {
        if (!names.contains(picture.getFileName().toString())) {
          Files.delete(picture);
        }
      }
    }
  }

  private void write(String file, String text) throws IOException {
    Path half = folder.resolve("." + file + ".half");
    Files.write(half, text.getBytes(UTF_8));
    Files.move(half, folder.resolve(file), StandardCopyOption.REPLACE_EXISTING);
  }
}
