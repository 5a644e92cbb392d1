package cal.bench;

import cal.bench.experiment.Cell;
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
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine;

/**
 * An experiment that is a command with options of its own, {@code ./cal bench NAME}: its rows
 * become those of the report. Stateless.
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
    return new Command(
        parameters.one("command", null, known),
        parameters.text("options", ""),
        parameters.text("row"),
        parameters.text("how"),
        parameters.seconds("takes", 60),
        shown);
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

  /** One case: the whole command. */
  private record Command(
      String command, String options, String row, String method, Duration takes, List<Shown> shown)
      implements Plan {
    @Override
    public List<Map<String, String>> cases() {
      return List.of(Map.of());
    }

    @Override
    public Duration estimate(Map<String, String> labels) {
      return takes;
    }

    @Override
    public List<Figure> figures() {
      return shown.stream().map(Shown::figure).toList();
    }

    @Override
    public String baseline() {
      return null;
    }

    @Override
    public Cell measure(Map<String, String> labels, Listener listener)
        throws IOException, InterruptedException {
      try (Scratch scratch = Scratch.make()) {
        Path out = scratch.folder().resolve(command);
        List<String> arguments = new ArrayList<>(List.of("bench", command, "--out", "" + out));
        if (!options.isEmpty()) {
          arguments.addAll(List.of(options.split(" +")));
        }
        CommandLine line = Cal.commandLine();
        line.setOut(new PrintWriter(Writer.nullWriter()));
        int status = line.execute(arguments.toArray(String[]::new));
        if (status == CommandLine.ExitCode.USAGE) {
          throw new Failure(2, "'./cal %s' did not run".formatted(String.join(" ", arguments)));
        }
        JsonNode rows =
            Json.read(out.resolveSibling(command + ".json"), JsonNode.class).get("rows");
        List<Row> all = new ArrayList<>();
        rows.forEach(node -> all.add(row(node)));
        List<String> warnings =
            status == 0 ? List.of() : List.of("a goal of the command was missed, or it said so");
        return new Cell(labels, all, warnings);
      }
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
}
