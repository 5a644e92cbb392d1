package cal.weave.verify;

import cal.weave.verify.model.Flow;
import cal.weave.verify.model.GuardObjects;
import cal.weave.verify.model.Model;
import cal.weave.verify.model.Position;
import cal.weave.verify.model.Position.Frame;
import cal.weave.verify.model.Signals;
import cal.weave.verify.model.StageLimits;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The activities of a deadlock: who waits for what, and whether CAL refuses the wait. Immutable.
 */
final class Deadlock {
  private final Model model;
  private final Map<String, StageLimits> limits;
  private final List<Actor> actors;

  Deadlock(Model model, Map<String, StageLimits> limits, List<Actor> actors) {
    this.model = model;
    this.limits = limits;
    this.actors = List.copyOf(actors);
  }

  /** The stages with a part in the deadlock, those waited for first. */
  Set<String> stages() {
    Set<String> stages = new LinkedHashSet<>();
    actors.stream().map(Actor::awaited).filter(each -> each != null).forEach(stages::add);
    actors.forEach(each -> stages.addAll(each.position().stages().reversed()));
    return stages;
  }

  /** A change of the server, where no setting helps. */
  String change() {
    if (handsOffInside()) {
      return "hand off before the region or after it";
    }
    if (actors.stream().anyMatch(Actor::upgrades)) {
      return "name the outer method in methods:, and not in reads:";
    }
    if (actors.stream().anyMatch(Actor::hasAnotherKey)) {
      return "leave the region of one key before that of another";
    }
    for (Actor actor : actors) {
      if (actor.position().phase() == Position.Phase.WAIT) {
        String guard = actor.position().innermost();
        return actor.position().held().isEmpty()
            ? "signal %s (notifyAll) where its condition changes".formatted(text(guard))
            : "wait for %s before the region of %s, or signal outside of it"
                .formatted(text(guard), named(actor.position().held()));
      }
    }
    boolean pair = guards().stream().anyMatch(Deadlock::isOneOfObjects);
    return "enter regions of %s in one order%s"
        .formatted(
            String.join(", ", guards().stream().map(GuardObjects::family).distinct().toList()),
            pair ? ordered() : "");
  }

  private static boolean isOneOfObjects(String guard) {
    return guard.endsWith("#1") && !GuardObjects.isKey(guard);
  }

  private String ordered() {
    return guards().stream()
        .filter(Deadlock::isOneOfObjects)
        .map(guard -> " --ordered " + GuardObjects.family(guard))
        .collect(
            Collectors.joining("", ", such as by a number of each object, and tell of it by", ""));
  }

  /** The guards that are held or waited for. */
  private Set<String> guards() {
    Set<String> guards = new LinkedHashSet<>();
    for (Actor actor : actors) {
      guards.addAll(actor.position().held());
      if (actor.position().innermost() != null && actor.awaited() == null) {
        guards.add(actor.position().innermost());
      }
    }
    return guards;
  }

  /** Whether an activity waits for a signal that there is. */
  boolean awaitsSignals() {
    return actors.stream()
        .filter(each -> each.position().phase() == Position.Phase.WAIT)
        .map(each -> model.waits(model.number(each.position())))
        .anyMatch(model.signals()::isSignalled);
  }

  /** A line an activity. */
  List<String> lines() {
    return actors.stream().map(this::line).toList();
  }

  private String line(Actor actor) {
    List<String> held = actor.position().held();
    return actor.name()
        + (held.isEmpty() ? "" : " holds " + named(held) + " and")
        + " waits for "
        + wanted(actor)
        + ", at "
        + place(actor.position());
  }

  private String wanted(Actor actor) {
    Position position = actor.position();
    String guard = position.innermost();
    return switch (position.phase()) {
      case BEGIN -> thread(position.last().stage());
      case ACT ->
          "a place of stage=%s (%s), taken by %s"
              .formatted(
                  actor.awaited(),
                  limits.get(actor.awaited()).limit(false),
                  holders(each -> each.position().stages().contains(actor.awaited())));
      case ENTER, ENTER_AGAIN ->
          text(guard)
              + ", held by "
              + holders(each -> each.position().held().contains(guard))
              + behind(actor, guard);
      case WAIT -> "a signal on " + text(guard) + signaller(actor, guard);
    };
  }

  /** The activities that wait to write, before one that waits to read. */
  private String behind(Actor actor, String guard) {
    boolean reads = actor.position().last().reads();
    return reads && has(each -> each.writes(guard)) > 0
        ? ", behind " + holders(each -> each.writes(guard))
        : "";
  }

  private String thread(String stage) {
    return "a thread of stage=%s (%s), taken by %s"
        .formatted(
            stage,
            limits.get(stage).limit(true),
            holders(each -> each.position().working().contains(stage)));
  }

  private String holders(Predicate<Actor> holds) {
    List<String> names = actors.stream().filter(holds).map(Actor::name).toList();
    return names.isEmpty() ? "nobody" : String.join(" and ", names);
  }

  private String signaller(Actor waiting, String guard) {
    int number = model.guards().indexOf(guard);
    if (!model.signals().isSignalled(number)) {
      return ", which nothing signals";
    }
    List<String> able =
        actors.stream()
            .filter(
                each ->
                    !each.name().equals(waiting.name())
                        && model.signals().maySignal(model.number(each.position()), number))
            .map(Actor::name)
            .toList();
    if (!able.isEmpty()) {
      return " by " + String.join(" or ", able);
    }
    List<String> needs = new ArrayList<>();
    for (Signals.Need need : model.signals().rescue(number)) {
      for (int i = 0; i < model.guards().size(); i++) {
        String other = model.guards().get(i);
        if (isIn(need.guards() | need.reads(), i)
            && has(each -> each.position().held().contains(other)) > 0) {
          needs.add(text(other));
        }
      }
      for (int i = 0; i < model.stages().size(); i++) {
        StageLimits few = model.stages().get(i);
        String stage = few.name();
        if (isIn(need.workers(), i)
            && has(each -> each.position().working().contains(stage)) >= few.workers()) {
          needs.add(thread(stage));
        } else if (isIn(need.places(), i)
            && few.isFull((int) has(each -> each.position().stages().contains(stage)))) {
          needs.add("a place of stage=%s (%s)".formatted(stage, limits.get(stage).limit(false)));
        }
      }
    }
    return ", and a newcomer that signals needs "
        + String.join(" and ", needs.stream().distinct().toList());
  }

  private static boolean isIn(long mask, int number) {
    return (mask & Model.bit(number)) != 0;
  }

  private long has(Predicate<Actor> what) {
    return actors.stream().filter(what).count();
  }

  private static String named(List<String> guards) {
    return String.join(" and ", guards.stream().map(Deadlock::text).toList());
  }

  /** The calls that have led there, the last first. */
  static String place(Position position) {
    List<String> calls = new ArrayList<>();
    for (Frame frame : position.calls().reversed()) {
      calls.add(frame.act() == Flow.EXIT ? frame.flow().name() : frame.present().place());
    }
    return String.join(", called at ", calls);
  }

  private boolean handsOffInside() {
    return actors.stream().anyMatch(Actor::handsOffInside);
  }

  /** The words of CAL at run time, where a wait like this one is refused; else null. */
  String refusal() {
    if (handsOffInside()) {
      return "a hand-off inside a critical region throws IllegalStateException";
    }
    if (actors.stream().anyMatch(Actor::upgrades)) {
      return "a region that writes throws IllegalStateException inside one that reads";
    }
    if (actors.stream().anyMatch(Actor::hasAnotherKey)) {
      return "a region of another key throws IllegalStateException inside a region with a key";
    }
    if (actors.stream().anyMatch(Actor::spawnsHopelessly)) {
      return "the spawned activity is refused";
    }
    if (!closesCircle()) {
      return null;
    }
    return actors.stream().anyMatch(Actor::spawns)
        ? "the spawned activity is refused"
        : "a hand-off throws IllegalStateException";
  }

  /** Whether stages wait for each other. */
  private boolean closesCircle() {
    Map<String, Set<String>> edges = new HashMap<>();
    for (Actor actor : actors) {
      if (actor.awaited() != null) {
        for (String stage : actor.position().working()) {
          edges.computeIfAbsent(stage, key -> new HashSet<>()).add(actor.awaited());
        }
      }
    }
    return edges.keySet().stream().anyMatch(stage -> reaches(edges, stage, stage, new HashSet<>()));
  }

  private static boolean reaches(
      Map<String, Set<String>> edges, String from, String to, Set<String> seen) {
    for (String next : edges.getOrDefault(from, Set.of())) {
      if (next.equals(to) || (seen.add(next) && reaches(edges, next, to, seen))) {
        return true;
      }
    }
    return false;
  }

  /** {@code the guard app.Store}; of a pair, of one or of another. */
  static String text(String guard) {
    String of = GuardObjects.isKey(guard) ? "" : "the guard of ";
    return guard.endsWith("#1")
        ? of + "one " + GuardObjects.family(guard)
        : guard.endsWith("#2")
            ? of + "another " + GuardObjects.family(guard)
            : guard.startsWith("the guard ") ? guard : "the guard " + guard;
  }
}
