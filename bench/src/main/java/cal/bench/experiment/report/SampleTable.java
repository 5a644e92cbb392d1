package cal.bench.experiment.report;

import cal.bench.experiment.Sample;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The samples of all cases as CSV (RFC 4180), a line each. Confined to a thread. */
final class SampleTable {
  private String header = "";
  private final Map<Map<String, String>, List<String>> lines = new LinkedHashMap<>();

  /** The samples of some cases in the text of an earlier run. */
  SampleTable(List<String> earlier, Collection<Map<String, String>> cases) {
    if (!cases.isEmpty() && !earlier.isEmpty()) {
      header = earlier.getFirst();
      for (Map<String, String> labels : cases) {
        String begin = row(labels.values().stream()) + ",";
        lines.put(labels, earlier.stream().filter(line -> line.startsWith(begin)).toList());
      }
    }
  }

  /** Puts the samples of a case in place of earlier samples. */
  void put(Map<String, String> labels, List<Sample> samples) {
    if (!samples.isEmpty()) {
      header =
          row(
              Stream.of(
                      labels.keySet(),
                      List.of("server", "again", "jvm", "round"),
                      samples.getFirst().figures().keySet())
                  .flatMap(Collection::stream));
    }
    lines.put(labels, samples.stream().map(sample -> row(labels, sample)).toList());
  }

  /** All lines, some cases in their order; none where there is no sample. */
  List<String> text(List<Map<String, String>> cases) {
    List<String> text = new ArrayList<>();
    cases.stream().map(lines::get).filter(Objects::nonNull).forEach(text::addAll);
    if (!text.isEmpty()) {
      text.addFirst(header);
    }
    return text;
  }

  private static String row(Map<String, String> labels, Sample sample) {
    Stream<String> own =
        Stream.of(sample.server(), sample.again(), sample.jvm(), sample.round())
            .map(String::valueOf);
    Stream<String> figures = sample.figures().values().stream().map(SampleTable::number);
    return row(Stream.of(labels.values().stream(), own, figures).flatMap(part -> part));
  }

  private static String number(Double value) {
    return value == null || !Double.isFinite(value)
        ? ""
        : BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
  }

  private static String row(Stream<String> cells) {
    return cells
        .map(cell -> cell.matches("[^\",\r\n]*") ? cell : "\"" + cell.replace("\"", "\"\"") + "\"")
        .collect(Collectors.joining(","));
  }
}
