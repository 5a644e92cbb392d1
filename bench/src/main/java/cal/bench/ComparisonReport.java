package cal.bench;

import cal.bench.experiment.Ratio;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** The comparisons made so far, written anew after each. Confined to one thread. */
final class ComparisonReport {
  private final ResultFiles files;
  private final Map<String, String> machine;
  private final List<Comparison> comparisons = new ArrayList<>();

  ComparisonReport(ResultFiles files, Map<String, String> machine) {
    this.files = files;
    this.machine = machine;
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

  /** Whether all that have a goal have reached it, as far as one can say. */
  boolean met() {
    return comparisons.stream()
        .filter(comparison -> comparison.goal() != null)
        .allMatch(comparison -> comparison.met() && !isNoisy(comparison, Comparison::cpu));
  }

  /**
   * Whether the server is too far from itself to be compared: its model's row "against itself" for
   * the same service and clients, or, where the model has none, those of the other models.
   */
  private boolean isNoisy(Comparison comparison, Function<Comparison, Ratio> figure) {
    List<Comparison> cell =
        comparisons.stream()
            .filter(other -> other.b().equals(Comparison.ITSELF))
            .filter(other -> other.service().equals(comparison.service()))
            .filter(other -> other.clients() == comparison.clients())
            .toList();
    List<Comparison> own =
        cell.stream().filter(other -> other.model().equals(comparison.model())).toList();
    return (own.isEmpty() ? cell : own).stream().map(figure).anyMatch(Ratio::isNoise);
  }

  private String markdown() {
    StringBuilder text = new StringBuilder();
    text.append(
        """
        # Woven servers against others, in turns

        Ratios above 1 are in favour of the woven server: the other's CPU time for 1,000 right answers \
        over the woven server's, and the woven server's answers a second over the other's. Each is the \
        median of %d rounds in turns on %s, with its 95%% bootstrap interval, which draws \
        pairs first and then their rounds; a goal is met where the interval lies above it less 0.05. \
        "twin" is the same model written by hand, "nio", "netty-nio" and \
        "netty-epoll" are hand-written event loops, other names are models of CAL. Rows "against \
        itself" compare two JVMs of the same woven server: as far as they are from 1, so uncertain is \
        the rest. Where that is more than 5%%, a figure is marked ~, and whether a goal is met is too \
        noisy to say. Clients that take more than 90%% of their core (marked !) may be what limits the \
        answers a second; the CPU ratio stands. "With clients" is the CPU time of the server and of its \
        clients: on loopback, the kernel's work of receiving is done on the sender's core, or on the \
        receiver's where that holds the socket at that moment, so a server may look cheaper by what \
        its clients do for it.

        %s

        """
            .formatted(
                comparisons.getFirst().rounds().size(),
                jvms(comparisons.getFirst().forks()),
                machine));
    text.append("| service | clients | model | against | CPU ratio | throughput ratio |");
    text.append(
        " CPU s/1,000 woven | other | with clients woven | other | answers/s woven | other |"
            + " clients' core | errors |");
    text.append(" goal met |\n|---|--:|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|---|\n");
    comparisons.forEach(comparison -> text.append(line(comparison)));
    return text.toString();
  }

  private static String jvms(long pairs) {
    return pairs == 1
        ? "one pair of JVMs (what changes from JVM to JVM is not in the interval)"
        : pairs + " pairs of JVMs";
  }

  private String line(Comparison comparison) {
    return "| %s | %,d | %s | %s | %s | %s | %.4f | %.4f | %s | %s | %,.0f | %,.0f | %s | %d | %s |%n"
        .formatted(
            comparison.service(),
            comparison.clients(),
            comparison.model(),
            comparison.b(),
            marked(comparison, Comparison::cpu),
            marked(comparison, Comparison::throughput),
            comparison.median(Comparison.Turns::cpuA),
            comparison.median(Comparison.Turns::cpuB),
            withClients(comparison, Comparison.Turns::allA),
            withClients(comparison, Comparison.Turns::allB),
            comparison.median(Comparison.Turns::rateA),
            comparison.median(Comparison.Turns::rateB),
            clientsShare(comparison),
            comparison.errors(),
            goal(comparison));
  }

  private String marked(Comparison comparison, Function<Comparison, Ratio> figure) {
    return figure.apply(comparison) + (isNoisy(comparison, figure) ? " ~" : "");
  }

  private static String withClients(
      Comparison comparison, ToDoubleFunction<Comparison.Turns> figure) {
    return comparison.hasClients() ? "%.4f".formatted(comparison.median(figure)) : "unknown";
  }

  private static String clientsShare(Comparison comparison) {
    OptionalDouble share = comparison.clientsShare();
    return share.isEmpty()
        ? "unknown"
        : "%.0f%%%s".formatted(share.getAsDouble() * 100, comparison.clientsAreBusy() ? " !" : "");
  }

  private String goal(Comparison comparison) {
    String goal = comparison.goal() == null ? "" : comparison.goal() + ": ";
    if (isNoisy(comparison, Comparison::cpu)) {
      return goal + "too noisy to say";
    }
    if (goal.isEmpty()) {
      return "";
    }
    return goal + (comparison.met() ? "yes" : "**no**");
  }
}
