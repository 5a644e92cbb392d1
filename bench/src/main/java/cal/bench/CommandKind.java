package cal.bench;

import cal.bench.experiment.Cell;
import cal.bench.experiment.Chart;
import cal.bench.experiment.Figure;
import cal.bench.experiment.Figure.Best;
import cal.bench.experiment.Kind;
import cal.bench.experiment.Listener;
import cal.bench.experiment.Parameters;
import cal.bench.experiment.Plan;
import cal.bench.experiment.Ratio;
import cal.bench.experiment.Row;
import cal.bench.experiment.Scale;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/**
 * An experiment that is a command with options of its own, {@code ./cal bench NAME}: its rows
 * become those of the report, its remarks warnings. The command is run once a case, so that what
 * was done is kept. Stateless.
 */
final class CommandKind implements Kind {
  /** In the command's JSON, a ratio's median. */
  private static final String MEDIAN = "median";

  @Override
  public String name() {
    return "command";
  }

  @Override
  public Plan plan(Parameters parameters, Scale scale) {
    List<String> known = List.copyOf(BenchCommand.commands());
    List<Shown> shown = new ArrayList<>();
    for (Parameters part : parameters.parts("figures", null)) {
      shown.add(Shown.of(part));
    }
    Duration takes = parameters.seconds("takes", 60);
    List<Part> parts = new ArrayList<>();
    for (Parameters part : parameters.parts("cases", "name")) {
      parts.add(Part.of(part, takes));
    }
    return new Command(
        parameters.one("command", null, known),
        parameters.text("options", ""),
        parameters.has("cases") ? parameters.text("each") : parameters.text("each", ""),
        parts.isEmpty() ? List.of(new Part("", takes)) : parts,
        parameters.text("row"),
        parameters.text("how"),
        shown);
  }

  /**
   * What one run of the command measures. Immutable.
   *
   * @param name as the command's option takes it; empty where the command has no cases
   * @param takes about how long
   */
  private record Part(String name, Duration takes) {
    static Part of(Parameters part, Duration unlessSet) {
      Duration takes = part.has("takes") ? part.seconds("takes", 0) : unlessSet;
      Part read = new Part(part.text("name"), takes);
      part.requireAllAsked(Set.of());
      return read;
    }

    Map<String, String> labels() {
      return name.isEmpty() ? Map.of() : Map.of(Chart.SERVER, name);
    }
  }

  /**
   * A figure of the command's rows. Immutable.
   *
   * @param at a JSON pointer within a row
   * @param figure how it is called
   */
  private record Shown(String at, Figure figure) {
    static Shown of(Parameters part) {
      String at = part.text("at");
      String title = part.text("title");
      List<String> words = List.of("none", "high", "low");
      Figure figure =
          new Figure(
              part.text("key", at.replaceFirst("^.*/", "")),
              part.text("heading", title),
              title,
              part.whole("decimals", 2, 0, 6),
              Best.valueOf(part.one("best", "none", words).toUpperCase(Locale.ROOT)));
      part.requireAllAsked(Set.of());
      return new Shown(at, figure);
    }
  }

  /** The cases: a run of the command each. */
  private record Command(
      String command,
      String options,
      String each,
      List<Part> parts,
      String row,
      String method,
      List<Shown> shown)
      implements Plan {
    @Override
    public List<Map<String, String>> cases() {
      return parts.stream().map(Part::labels).toList();
    }

    @Override
    public Duration estimate(Map<String, String> labels) {
      return part(labels).takes();
    }

    private Part part(Map<String, String> labels) {
      return parts.stream().filter(part -> part.labels().equals(labels)).findFirst().orElseThrow();
    }

    @Override
    public List<Figure> figures() {
      return shown.stream().map(Shown::figure).toList();
    }

    @Override
    public Cell measure(Map<String, String> labels, Listener listener)
        throws IOException, InterruptedException {
      try (Scratch scratch = Scratch.make()) {
        Path out = scratch.folder().resolve(command);
        List<String> arguments = new ArrayList<>(List.of("bench", command, "--out", "" + out));
        if (!labels.isEmpty()) {
          arguments.addAll(List.of(each, part(labels).name()));
        }
        if (!options.isEmpty()) {
          arguments.addAll(List.of(options.split(" +")));
        }
        return cell(labels, Ended.of(arguments), new ResultFiles(out).json());
      }
    }

    /** The rows that are there, and whatever was wrong with them. */
    private Cell cell(Map<String, String> labels, Ended ended, Path json) {
      if (!Files.exists(json)) {
        throw new Failure(Math.max(1, ended.status()), ended.why(), ended.failure());
      }
      JsonNode content = Json.read(json, JsonNode.class);
      List<Row> rows = new ArrayList<>();
      content.path("rows").forEach(node -> rows.add(row(node)));
      List<String> warnings = new ArrayList<>();
      content.path("remarks").forEach(remark -> warnings.add(remark.asText()));
      if (ended.failure() != null || (ended.status() != 0 && warnings.isEmpty())) {
        warnings.add(ended.why());
      }
      return new Cell(labels, rows, warnings);
    }

    private Row row(JsonNode node) {
      Map<String, Double> figures = new LinkedHashMap<>();
      Map<String, Ratio> ratios = new LinkedHashMap<>();
      for (Shown one : shown) {
        JsonNode value = node.at(one.at());
        if (value.has(MEDIAN)) {
          ratios.put(
              one.figure().key(),
              new Ratio(
                  value.get(MEDIAN).asDouble(),
                  value.get("low_95").asDouble(),
                  value.get("high_95").asDouble()));
        } else if (value.isNumber()) {
          figures.put(one.figure().key(), value.asDouble());
        }
      }
      List<String> name = new ArrayList<>();
      for (String part : row.split(" +")) {
        name.add(node.at(part).asText());
      }
      return new Row(String.join(", ", name), false, figures, ratios, Map.of());
    }
  }

  /**
   * How a run of the command has ended. Immutable.
   *
   * @param failure in a sentence; null if it went to its end
   */
  private record Ended(List<String> arguments, int status, Exception failure) {
    static Ended of(List<String> arguments) throws InterruptedException {
      AtomicReference<Exception> failure = new AtomicReference<>();
      CommandLine line = Cal.commandLine();
      line.setOut(new PrintWriter(Writer.nullWriter()));
      line.setParameterExceptionHandler((mistake, given) -> failed(failure, mistake));
      line.setExecutionExceptionHandler((thrown, command, result) -> failed(failure, thrown));
      int status = line.execute(arguments.toArray(String[]::new));
      Exception thrown = failure.get();
      if (thrown instanceof InterruptedException stop) {
        throw stop;
      }
      if (thrown != null && !isToTell(thrown)) {
        throw new IllegalStateException(String.join(" ", arguments), thrown);
      }
      return new Ended(arguments, status, thrown);
    }

    /** Whether its message is for people; anything else is a mistake in this program. */
    private static boolean isToTell(Exception thrown) {
      return thrown instanceof Failure
          || thrown instanceof ParameterException
          || thrown instanceof IOException;
    }

    private static int failed(AtomicReference<Exception> failure, Exception thrown) {
      failure.set(thrown);
      if (thrown instanceof ParameterException) {
        return CommandLine.ExitCode.USAGE;
      }
      return thrown instanceof Failure known ? known.status() : CommandLine.ExitCode.SOFTWARE;
    }

    String why() {
      String command = "'./cal " + String.join(" ", arguments) + "'";
      return failure == null
          ? "%s ended with status %d and did not say why".formatted(command, status)
          : "%s failed: %s".formatted(command, failure.getMessage());
    }
  }
}
