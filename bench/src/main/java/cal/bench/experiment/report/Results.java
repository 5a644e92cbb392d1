package cal.bench.experiment.report;

import cal.bench.experiment.Cell;
import cal.bench.experiment.Experiment;
import cal.bench.experiment.Study;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * The content of an experiment's JSON file. Immutable; the names of fields are stable.
 *
 * @param experiment the name
 * @param title of the report
 * @param question of the reader
 * @param scale of the measurement
 * @param file the experiment's file at the time
 * @param machine of the measurement, with the commit
 * @param method of the measurement
 * @param cells the results
 */
public record Results(
    @JsonProperty("experiment") String experiment,
    @JsonProperty("title") String title,
    @JsonProperty("question") String question,
    @JsonProperty("scale") String scale,
    @JsonProperty("file") String file,
    @JsonProperty("machine") Map<String, String> machine,
    @JsonProperty("method") String method,
    @JsonProperty("cells") List<Cell> cells) {

  private static final Set<String> WORDS =
      Set.of("title", "question", "meaning", "charts", "goals");

  static Results of(Study study, Map<String, String> machine, List<Cell> cells) {
    Experiment experiment = study.experiment();
    return new Results(
        experiment.name(),
        experiment.title(),
        experiment.question(),
        study.scale().word(),
        experiment.text(),
        machine,
        study.plan().method(),
        List.copyOf(cells));
  }

  /** Whether these were measured in the same way as others would be now. */
  boolean canGoOnAs(Results other) {
    return isOfTheSame(other) && machine.equals(other.machine);
  }

  /** Whether the same was measured, at any time and place. */
  boolean isOfTheSame(Results other) {
    return scale.equals(other.scale) && parametersOf(file).equals(parametersOf(other.file));
  }

  /** Whether the measured sources are in no commit. */
  boolean isOfNoCommit() {
    return !machine.getOrDefault("commit", "").matches("[0-9a-f]+");
  }

  /** Words, comments and charts may change without anything being measured anew. */
  private static Object parametersOf(String file) {
    try {
      Object all = new Load(LoadSettings.builder().build()).loadFromString(file);
      if (all instanceof Map<?, ?> mapping) {
        mapping.keySet().removeAll(WORDS);
      }
      return all;
    } catch (YamlEngineException notOurs) {
      return file; // which is no other's, then
    }
  }
}
