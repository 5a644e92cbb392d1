package cal.weave.verify;

import cal.weave.calls.CallContexts;
import cal.weave.calls.CallGraph;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A server under settings, searched for deadlocks. For a single thread. */
final class Verification {
  /** Activities, workers and places of a stage: two, and then three for circles of three. */
  private static final List<Integer> FEW = List.of(2, 3);

  private final CallGraph graph;
  private final CallContexts contexts;
  private final Bindings bindings;
  private final Map<String, StageLimits> limits;
  private final Map<String, String> settings;
  private Model model;
  private Search.Outcome outcome;

  /**
   * Searches.
   *
   * @param contexts of the methods that activities run
   * @param settings by their full keys
   * @throws cal.weave.support.WeaveException if the model cannot be made
   */
  Verification(
      CallGraph graph, CallContexts contexts, Bindings bindings, Map<String, String> settings) {
    this.graph = graph;
    this.contexts = contexts;
    this.bindings = bindings;
    this.settings = settings;
    this.limits = bindings.limits(settings);
    Flows flows = new Flows(graph, contexts, bindings, limits);
    for (int few : FEW) {
      Model next = new Model(flows, few);
      Search.Outcome found = Search.of(next);
      if (outcome == null || found.complete()) {
        model = next;
        outcome = found;
      }
      if (outcome.isDeadlock() || !found.complete()) {
        return;
      }
    }
  }

  Model model() {
    return model;
  }

  Search.Outcome outcome() {
    return outcome;
  }

  /** The stages, in a line. */
  String stages() {
    StringBuilder line = new StringBuilder("stages:");
    limits.forEach(
        (name, stage) -> line.append(" ").append(name).append("=").append(stage.model()));
    return line.toString();
  }

  /** The verdict in lines. */
  List<String> lines() {
    if (!outcome.isDeadlock()) {
      return List.of(
          "free of deadlock under these settings (%d states, at most %d activities of a stage)"
              .formatted(outcome.states(), model.few()));
    }
    List<String> events = new ArrayList<>();
    Deadlock deadlock = new Deadlock(model, limits, Trace.replay(model, outcome.trace(), events));
    List<String> lines = new ArrayList<>();
    lines.add("deadlock after %d events (%d states):".formatted(events.size(), outcome.states()));
    lines.addAll(events);
    lines.add("then nobody moves:");
    deadlock.lines().forEach(line -> lines.add("  " + line));
    String refusal = deadlock.refusal();
    lines.add(
        refusal == null
            ? "at run time: these activities hang"
            : "at run time CAL refuses such a wait: " + refusal);
    lines.add("remedy: " + remedy(deadlock));
    return lines;
  }

  private String remedy(Deadlock deadlock) {
    Set<Map<String, String>> changes = new LinkedHashSet<>();
    Map<String, String> all = new LinkedHashMap<>();
    for (String stage : deadlock.stages()) {
      Map<String, String> change = more(limits.get(stage));
      if (!change.isEmpty()) {
        changes.add(change);
        all.putAll(change);
      }
    }
    changes.add(all);
    for (Map<String, String> change : changes) {
      if (!change.isEmpty()) {
        Map<String, String> changed = new LinkedHashMap<>(settings);
        changed.putAll(change);
        Verification again = new Verification(graph, contexts, bindings, changed);
        if (!again.outcome.isDeadlock() && again.outcome.complete()) {
          Set<String> said = new LinkedHashSet<>();
          change.forEach((key, value) -> said.add(key + "=" + value));
          return "%s, free of deadlock (%d states)"
              .formatted(String.join(" ", said), again.outcome.states());
        }
      }
    }
    return "no model and no size of the stages; " + deadlock.change();
  }

  /** The settings that give a stage more threads or places. */
  private static Map<String, String> more(StageLimits stage) {
    String key = "cal.stage." + stage.name();
    Map<String, String> more = new LinkedHashMap<>();
    if (stage.isPool()) {
      more.put(key + ".model", "virtual");
    }
    if (stage.places() != StageLimits.UNLIMITED) {
      more.put(key + ".max-in-flight", "16384");
    }
    return more;
  }
}
