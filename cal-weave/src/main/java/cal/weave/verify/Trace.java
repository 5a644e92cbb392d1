package cal.weave.verify;

import cal.weave.verify.model.Flow;
import cal.weave.verify.model.Model;
import cal.weave.verify.model.Move;
import cal.weave.verify.model.Position;
import cal.weave.verify.model.Position.Frame;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A way into a deadlock, in the user's words. For a single thread. */
final class Trace {
  private final Model model;
  private final List<String> lines = new ArrayList<>();
  private final List<Actor> actors = new ArrayList<>();
  private final Map<String, Integer> born = new HashMap<>();

  private Trace(Model model) {
    this.model = model;
  }

  /**
   * Replays the steps of a search.
   *
   * @param lines takes an event a line
   */
  static List<Actor> replay(Model model, List<Search.Step> steps, List<String> lines) {
    Trace trace = new Trace(model);
    String before = "";
    for (Search.Step step : steps) {
      if (step.move() == null) {
        trace.come(before, step.to());
      } else {
        trace.move(step);
      }
      before = step.to();
    }
    for (int i = 0; i < trace.lines.size(); i++) {
      lines.add("  %d  %s".formatted(i + 1, trace.lines.get(i)));
    }
    return trace.actors;
  }

  private void come(String before, String after) {
    StringBuilder more = new StringBuilder(after);
    before.chars().forEach(each -> more.deleteCharAt(more.indexOf(String.valueOf((char) each))));
    Actor newcomer = name(model.beginning(more.charAt(0)));
    actors.add(newcomer);
    lines.add(newcomer.name() + " begins " + newcomer.position().frames().getFirst().flow().name());
  }

  private Actor name(Position at) {
    String stage = at.frames().getFirst().stage();
    return new Actor(stage + "-" + born.merge(stage, 1, Integer::sum), at);
  }

  private void move(Search.Step step) {
    Move move = step.move();
    int index = 0;
    while (model.number(actors.get(index).position()) != step.from()) {
      index++;
    }
    Actor actor = actors.remove(index);
    Position from = actor.position();
    Position[] after = model.after(from, move);
    if (after[0] != null) {
      actors.add(index, new Actor(actor.name(), after[0]));
    }
    String did = did(from, move);
    if (move.born() != Move.NONE) {
      Actor child = name(after[1]);
      actors.add(child);
      did += " as " + child.name();
    }
    if (move.kind() == Move.Kind.NOTIFY || move.kind() == Move.Kind.NOTIFY_ALL) {
      wake(move.resource(), step.to());
    }
    if (!did.isEmpty()) {
      lines.add(actor.name() + " " + did + (move.to() == Move.END ? ", and ends" : ""));
    }
  }

  /** Moves those that a notification has reached, as the state says. */
  private void wake(int guard, String after) {
    for (int i = 0; i < actors.size(); i++) {
      int at = model.number(actors.get(i).position());
      long now = actors.stream().filter(each -> model.number(each.position()) == at).count();
      if (model.waits(at) == guard && now > after.chars().filter(each -> each == at).count()) {
        Position[] signalled = model.after(actors.get(i).position(), model.moves(at).getFirst());
        actors.set(i, new Actor(actors.get(i).name(), signalled[0]));
      }
    }
  }

  private String did(Position from, Move move) {
    Frame last = from.last();
    return switch (move.kind()) {
      case ENTER, ENTER_SHARED ->
          from.phase() == Position.Phase.ENTER
              ? "enters "
                  + last.flow().name()
                  + " with "
                  + Deadlock.text(last.guard())
                  + called(from)
              : "goes on in " + last.present().place() + " with " + Deadlock.text(from.innermost());
      case WORK -> "gets a thread of stage=" + last.stage() + ", for " + last.flow().name();
      case PLACE ->
          (last.present().kind() == Flow.Kind.SPAWN ? "spawns " : "hands off ")
              + last.present().site().callee()
              + " to stage="
              + last.present().stage()
              + at(last);
      case FULL ->
          "finds stage=%s full (when-full=%s)"
                  .formatted(last.present().stage(), model.stages().get(move.resource()).whenFull())
              + at(last);
      case WAIT -> "waits for a signal on " + Deadlock.text(from.innermost()) + at(last);
      case GO_ON -> "";
      case SIGNALLED -> "goes on: a newcomer signals and ends, or nobody is left to signal";
      case NOTIFY, NOTIFY_ALL -> "signals " + Deadlock.text(from.innermost()) + at(last);
      case LATE -> "ends its wait by queue-deadline";
    };
  }

  private static String at(Frame frame) {
    return ", at " + frame.present().place();
  }

  private static String called(Position position) {
    int around = position.frames().size() - 2;
    return around < 0 ? "" : at(position.frames().get(around));
  }
}
