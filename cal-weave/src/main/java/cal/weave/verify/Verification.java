package cal.weave.verify;

import cal.weave.calls.CallContexts;
import cal.weave.calls.CallGraph;
import cal.weave.support.WeaveException;
import cal.weave.verify.model.Bindings;
import cal.weave.verify.model.Budget;
import cal.weave.verify.model.Circles;
import cal.weave.verify.model.Flows;
import cal.weave.verify.model.Model;
import cal.weave.verify.model.StageLimits;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A server under settings, searched for deadlocks. For a single thread. */
final class Verification {
  /** Activities, workers and places of a stage at first, and where no circle needs more. */
  private static final int FIRST = 2;

  private static final int ORDINARY = 3;

  private final CallGraph graph;
  private final CallContexts contexts;
  private final Bindings bindings;
  private final Map<String, StageLimits> limits;
  private final Map<String, String> settings;
  private final Set<String> ordered;
  private final Budget budget;
  private final Flows flows;
  private Model model;
  private Search.Outcome outcome;
  private boolean longer;

  /**
   * Searches.
   *
   * @param contexts of the methods that activities run
   * @param settings by their full keys
   * @param ordered guards whose objects are taken in one order
   * @throws WeaveException if the model cannot be made, or a search has no end
   */
  Verification(
      CallGraph graph,
      CallContexts contexts,
      Bindings bindings,
      Map<String, String> settings,
      Set<String> ordered,
      Budget budget) {
    this.graph = graph;
    this.contexts = contexts;
    this.bindings = bindings;
    this.settings = settings;
    this.ordered = ordered;
    this.budget = budget;
    this.limits = bindings.limits(settings);
    this.flows = new Flows(graph, contexts, bindings, limits, ordered);
    search();
  }

  private void search() {
    int last = ORDINARY;
    for (int few = FIRST; few <= last; few++) {
      model = new Model(flows, few, budget);
      Circles circles = new Circles(model);
      last = Math.max(last, circles.longest());
      longer = circles.hasLonger();
      outcome = Search.of(model, budget);
      if (outcome.isDeadlock() || !outcome.complete()) {
        return;
      }
    }
  }

  Flows flows() {
    return flows;
  }

  /** The last that was searched. */
  Model model() {
    return model;
  }

  Search.Outcome outcome() {
    return outcome;
  }

  /**
   * Makes sure that something is known.
   *
   * @throws WeaveException if the last search was given up
   */
  void requireEnd() {
    if (!outcome.complete()) {
      String searched =
          model.few() == FIRST
              ? "nothing is known"
              : "no deadlock of %d activities of a stage was found, and no more is known"
                  .formatted(model.few() - 1);
      throw new WeaveException(
          "the search for deadlocks of %d activities of a stage was given up after %d states, so %s"
                  .formatted(model.few(), outcome.states(), searched)
              + Budget.REMEDY);
    }
  }

  /** The stages, in a line. */
  String stages() {
    StringBuilder line = new StringBuilder("stages:");
    limits.forEach(
        (name, stage) -> line.append(" ").append(name).append("=").append(stage.model()));
    return line.toString();
  }

  /** The bounds of the search, in a line. */
  String bounds() {
    return "bounds: more than %d activities, threads or places of a stage behave as %1$d"
            .formatted(model.few())
        + (longer ? ", but circles of more than %d may be missed".formatted(Circles.LONGEST) : "")
        + "; more than %d places beside threads are never taken; other objects than arguments count"
            .formatted(StageLimits.MANY)
        + " as one of a class";
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
    if (deadlock.awaitsSignals()) {
      lines.add("not seen: whether a condition stays true once signalled, so that nobody waits");
    }
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
        int states = statesWith(changed);
        if (states > 0) {
          Set<String> said = new LinkedHashSet<>();
          change.forEach((key, value) -> said.add(key + "=" + value));
          return "%s, free of deadlock (%d states)".formatted(String.join(" ", said), states);
        }
      }
    }
    return "no model and no size of the stages; " + deadlock.change();
  }

  /** The number of states without a deadlock; 0 if there may be one. */
  private int statesWith(Map<String, String> changed) {
    try {
      Verification again = new Verification(graph, contexts, bindings, changed, ordered, budget);
      boolean free = !again.outcome.isDeadlock() && again.outcome.complete();
      return free ? again.outcome.states() : 0;
    } catch (WeaveException noEnd) {
      return 0;
    }
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
