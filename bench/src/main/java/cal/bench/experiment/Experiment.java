package cal.bench.experiment;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The content of an experiment's file. Immutable except the memory of the parameters.
 *
 * @param name of the file, without {@code .yaml}
 * @param title of the report
 * @param question of the reader
 * @param meaning the meaning of the figures, in words, after a look at the figures; may be empty
 * @param kind of measurement
 * @param text the file itself
 * @param parameters all of the file
 */
public record Experiment(
    String name,
    String title,
    String question,
    String meaning,
    String kind,
    String text,
    Parameters parameters) {
  /** How a file's name ends. */
  public static final String SUFFIX = ".yaml";

  private static final long LIMIT = 1 << 20;

  /** The part of a file with precedence: the settings of the command line for a run. */
  private static final String SET = "set";

  /** The keys of every file, whatever its kind. */
  private static final Set<String> COMMON =
      Set.of(
          "title", "question", "meaning", "kind", "charts", "goals", "smoke", "quick", "full", SET);

  /**
   * Reads a file.
   *
   * @throws MalformedExperiment if the file cannot be read, or asks for the impossible
   */
  public static Experiment read(Path file) {
    try {
      if (Files.size(file) > LIMIT) {
        throw new MalformedExperiment(file + " is longer than 1 MB, so it is no experiment");
      }
      String name = file.getFileName().toString().replaceFirst("\\.ya?ml$", "");
      return parse(name, file.toString(), Files.readString(file));
    } catch (NoSuchFileException missing) {
      throw new MalformedExperiment(
          file + " does not exist; './cal bench' lists the experiments", missing);
    } catch (CharacterCodingException binary) {
      throw new MalformedExperiment(file + " is no text in UTF-8", binary);
    } catch (IOException failure) {
      throw new MalformedExperiment(file + " cannot be read: " + failure.getMessage(), failure);
    }
  }

  public static Experiment parse(String name, String file, String text) {
    Parameters all = Parameters.parse(file, text);
    return new Experiment(
        name,
        all.text("title"),
        all.text("question"),
        all.text("meaning", ""),
        all.text("kind"),
        text,
        all);
  }

  /**
   * The same with other parameters at every scale, as if at the file's end.
   *
   * @throws MalformedExperiment if the text is no YAML
   */
  public Experiment with(Map<String, String> parameters) {
    if (parameters.isEmpty()) {
      return this;
    }
    String own =
        String.join(
            ", ",
            parameters.entrySet().stream().map(e -> e.getKey() + ": " + e.getValue()).toList());
    return parse(name, name + SUFFIX, "%s%n%s: {%s}%n".formatted(text.stripTrailing(), SET, own));
  }

  /**
   * The measurements to make, and the charts to draw.
   *
   * @param kinds all there are, by their names
   * @throws MalformedExperiment if the file asks for the impossible
   */
  public Study study(Map<String, Kind> kinds, Scale scale) {
    Kind measures = kinds.get(parameters.one("kind", null, List.copyOf(kinds.keySet())));
    Parameters own = parameters.with(scale.word()).with(SET).without(COMMON);
    Plan plan = measures.plan(own, scale);
    own.requireAllAsked(COMMON);
    List<Chart> charts =
        parameters.parts("charts", null).stream().map(part -> Chart.of(part, plan)).toList();
    List<Goal> goals =
        parameters.parts("goals", null).stream().map(part -> Goal.of(part, plan)).toList();
    return new Study(this, scale, plan, charts, scale == Scale.SMOKE ? List.of() : goals);
  }
}
