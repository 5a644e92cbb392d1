package cal.bench;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The comparisons made so far, as {@code comparison.json} and {@code comparison.md} in a folder,
 * written anew after each, so that a run cut short keeps what it has. Confined to one thread.
 */
final class ComparisonReport {
  /** What a woven server has to reach of its hand-written twin. */
  static final double GOAL = 0.98;

  private final Path folder;
  private final Map<String, String> machine;
  private final List<Comparison> comparisons = new ArrayList<>();

  ComparisonReport(Path folder, boolean pinned) {
    this.folder = folder;
    machine = new LinkedHashMap<>();
    machine.put("java", Runtime.version().toString());
    machine.put("os", System.getProperty("os.name") + " " + System.getProperty("os.version"));
    machine.put("arch", System.getProperty("os.arch"));
    machine.put("pinned", pinned ? "servers to core 0, clients to core 1" : "no");
  }

  /** The JSON file. Immutable. */
  record Content(
      @JsonProperty("machine") Map<String, String> machine,
      @JsonProperty("goal") double goal,
      @JsonProperty("comparisons") List<Comparison> comparisons) {}

  /** Adds a comparison and writes both files. */
  void add(Comparison comparison) {
    comparisons.add(comparison);
    Json.write(folder.resolve("comparison.json"), new Content(machine, GOAL, comparisons));
    Path markdown = folder.resolve("comparison.md");
    try {
      Files.writeString(markdown, markdown());
    } catch (IOException e) {
      throw new Failure(1, "cannot write " + markdown + ": " + e + "; name another --out", e);
    }
  }

  /** Whether every woven server so far has reached the goal in CPU time. */
  boolean met() {
    return comparisons.stream()
        .filter(comparison -> comparison.b().equals(Comparison.TWIN))
        .allMatch(comparison -> comparison.cpu().meets(GOAL));
  }

  private String markdown() {
    StringBuilder text = new StringBuilder();
    text.append(
        """
        # Woven models against the same models written by hand

        Ratios above 1 are in favour of the woven server: the twin's CPU time for 1,000 right answers \
        over the woven server's, and the woven server's answers a second over the twin's. Each is the \
        median of %s rounds in turns, with its 95%% bootstrap interval; a goal of 0.98 is met where \
        the interval lies above 0.93. Rows "against itself" compare two JVMs of the same woven \
        server: as far as they are from 1, so uncertain is the rest.

        %s

        """
            .formatted(comparisons.getFirst().rounds().size(), machine));
    text.append("| service | clients | model | against | CPU ratio | throughput ratio |");
    text.append(" CPU s/1,000 woven | other | answers/s woven | other | errors | goal met |\n");
    text.append("|---|--:|---|---|--:|--:|--:|--:|--:|--:|--:|---|\n");
    comparisons.forEach(comparison -> text.append(line(comparison)));
    return text.toString();
  }

  private static String line(Comparison comparison) {
    boolean twin = comparison.b().equals(Comparison.TWIN);
    return "| %s | %,d | %s | %s | %s | %s | %.4f | %.4f | %,.0f | %,.0f | %d | %s |%n"
        .formatted(
            comparison.service(),
            comparison.clients(),
            comparison.model(),
            comparison.b(),
            comparison.cpu(),
            comparison.throughput(),
            comparison.median(Comparison.Turns::cpuA),
            comparison.median(Comparison.Turns::cpuB),
            comparison.median(Comparison.Turns::rateA),
            comparison.median(Comparison.Turns::rateB),
            comparison.errors(),
            !twin ? "" : comparison.cpu().meets(GOAL) ? "yes" : "**no**");
  }
}
