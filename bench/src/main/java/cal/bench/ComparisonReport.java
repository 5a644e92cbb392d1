package cal.bench;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The comparisons made so far, written anew after each. Confined to one thread. */
final class ComparisonReport {
  private final ResultFiles files;
  private final Map<String, String> machine;
  private final List<Comparison> comparisons = new ArrayList<>();

  ComparisonReport(ResultFiles files, String pinned, String settings) {
    this.files = files;
    machine = ResultFiles.machine(pinned, settings);
  }

  /** The JSON file. Immutable. */
  record Content(
      @JsonProperty("machine") Map<String, String> machine,
      @JsonProperty("comparisons") List<Comparison> comparisons) {}

  /** Adds a comparison and writes both files. */
  void add(Comparison comparison) {
    comparisons.add(comparison);
    files.write(new Content(machine, comparisons), markdown());
  }

  /** Whether all that have a goal have reached it. */
  boolean met() {
    return comparisons.stream().allMatch(Comparison::met);
  }

  private String markdown() {
    StringBuilder text = new StringBuilder();
    text.append(
        """
        # Woven servers against others, in turns

        Ratios above 1 are in favour of the woven server: the other's CPU time for 1,000 right answers \
        over the woven server's, and the woven server's answers a second over the other's. Each is the \
        median of %s rounds in turns, with its 95%% bootstrap interval; a goal is met where the interval \
        lies above it less 0.05. "twin" is the same model written by hand, "nio", "netty-nio" and \
        "netty-epoll" are hand-written event loops, other names are models of CAL. Rows "against \
        itself" compare two JVMs of the same woven server: as far as they are from 1, so uncertain is \
        the rest. Clients that take more than 90%% of their core (marked !) may be what limits the \
        answers a second; the CPU ratio stands.

        %s

        """
            .formatted(comparisons.getFirst().rounds().size(), machine));
    text.append("| service | clients | model | against | CPU ratio | throughput ratio |");
    text.append(" CPU s/1,000 woven | other | answers/s woven | other | clients' core | errors |");
    text.append(" goal met |\n|---|--:|---|---|--:|--:|--:|--:|--:|--:|--:|--:|---|\n");
    comparisons.forEach(comparison -> text.append(line(comparison)));
    return text.toString();
  }

  private static String line(Comparison comparison) {
    return "| %s | %,d | %s | %s | %s | %s | %.4f | %.4f | %,.0f | %,.0f | %.0f%%%s | %d | %s |%n"
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
            comparison.clientsShare() * 100,
            comparison.clientsShare() > Comparison.BUSY ? " !" : "",
            comparison.errors(),
            goal(comparison));
  }

  private static String goal(Comparison comparison) {
    if (comparison.goal() == null) {
      return "";
    }
    return comparison.goal() + (comparison.met() ? ": yes" : ": **no**");
  }
}
