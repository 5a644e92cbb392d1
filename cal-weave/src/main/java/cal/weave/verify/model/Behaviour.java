package cal.weave.verify.model;

import cal.weave.verify.model.Flow.Act;
import cal.weave.verify.model.Position.Frame;
import cal.weave.verify.model.Position.Phase;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * All positions of an activity, and the moves between them.
 *
 * <p>A position is a stack of calls before an act that others may prevent or see. Calls and returns
 * in between are no moves: a return frees guards, workers and places at once, which prevents
 * nobody. A procedure that calls itself is left after the first call.
 *
 * <p>For a single thread.
 */
final class Behaviour {
  private final Flows flows;
  private final Positions positions = new Positions();
  private final Calls calls;
  private final List<List<Move>> moves = new ArrayList<>();
  private final List<String> guards = new ArrayList<>();
  private final List<String> stages;

  Behaviour(Flows flows, Budget budget) {
    this.flows = flows;
    this.calls = new Calls(flows, positions, budget);
    this.stages = List.copyOf(flows.limits().keySet());
  }

  /** The first positions of a newcomer; {@link Move#END} for one that does nothing that matters. */
  List<Integer> begin(Flows.Root root) {
    Calls.Reached reached = calls.reached();
    calls.enter(List.of(), calls.frame(root.procedure(), root.stage(), Map.of()), reached);
    return reached.next().stream().map(Calls.Next::to).distinct().toList();
  }

  /** Finds the moves of all positions known so far, and those that they lead to. */
  void explore() {
    while (moves.size() < positions.all().size()) {
      moves.add(new ArrayList<>());
      move(positions.all().get(moves.size() - 1));
    }
  }

  private void move(Position at) {
    Frame last = at.last();
    switch (at.phase()) {
      case BEGIN -> {
        StageLimits stage = flows.limits().get(last.stage());
        Calls.Reached begun = calls.reached();
        List<Frame> rest = at.frames().subList(0, at.frames().size() - 1);
        calls.enter(rest, last, begun);
        add(Move.Kind.WORK, stages.indexOf(last.stage()), begun);
        if (stage.timed()) {
          Calls.Reached late = calls.reached();
          calls.leave(at.frames(), false, late);
          add(Move.Kind.LATE, 0, late);
        }
      }
      case ENTER -> {
        Calls.Reached inside = calls.reached();
        if (Position.isBlock(at.frames(), at.frames().size() - 1)) {
          calls.next(at.frames(), inside);
        } else {
          calls.body(at.frames(), inside);
        }
        Move.Kind kind = last.reads() ? Move.Kind.ENTER_SHARED : Move.Kind.ENTER;
        add(kind, guard(last.guard()), inside);
      }
      case WAIT -> {
        Calls.Reached signalled = calls.reached();
        signalled.add(at.frames(), Phase.ENTER_AGAIN);
        add(Move.Kind.SIGNALLED, guard(at.innermost()), signalled);
      }
      case ENTER_AGAIN -> add(Move.Kind.ENTER, guard(at.innermost()), after(at));
      case ACT -> act(at, last.present());
    }
  }

  private void act(Position at, Act act) {
    switch (act.kind()) {
      case SPAWN -> spawn(at, act);
      case HAND_OFF -> handOff(at, act);
      case WAIT -> {
        Calls.Reached waits = calls.reached();
        waits.add(at.frames(), Phase.WAIT);
        int guard = guard(at.innermost());
        add(Move.Kind.WAIT, guard, waits);
        add(Move.Kind.GO_ON, guard, after(at));
      }
      case NOTIFY -> add(Move.Kind.NOTIFY, guard(at.innermost()), after(at));
      case NOTIFY_ALL -> add(Move.Kind.NOTIFY_ALL, guard(at.innermost()), after(at));
      case CALL, LOCK, UNLOCK -> throw new IllegalStateException("no move: " + act);
    }
  }

  private void spawn(Position at, Act act) {
    StageLimits stage = flows.limits().get(act.stage());
    int number = stages.indexOf(act.stage());
    Calls.Reached after = after(at);
    Calls.Reached born = calls.reached();
    calls.begin(List.of(), at.last(), act, born);
    for (Calls.Next first : born.next()) {
      for (Calls.Next next : after.next()) {
        moves.getLast().add(new Move(Move.Kind.PLACE, number, next.to(), first.to(), next.again()));
      }
    }
    full(at, act, stage, number);
  }

  private void handOff(Position at, Act act) {
    StageLimits stage = flows.limits().get(act.stage());
    int number = stages.indexOf(act.stage());
    Calls.Reached admitted = calls.reached();
    calls.begin(at.frames(), at.last(), act, admitted);
    add(Move.Kind.PLACE, number, admitted);
    full(at, act, stage, number);
  }

  private void full(Position at, Act act, StageLimits stage, int number) {
    if (stage.places() == StageLimits.UNLIMITED) {
      return;
    }
    boolean handsOff = act.kind() == Flow.Kind.HAND_OFF;
    if (stage.whenFull().equals("reject")) {
      add(Move.Kind.FULL, number, after(at));
    } else if (stage.whenFull().equals("caller-runs") && mayRun(at, act)) {
      Calls.Reached here = calls.reached();
      calls.call(at.frames(), act, here);
      add(Move.Kind.FULL, number, here);
    } else if (stage.timed() && handsOff) {
      add(Move.Kind.LATE, 0, after(at));
    }
  }

  /** Whether the caller may run a refused call: a loop waits instead, if the wait may end. */
  private boolean mayRun(Position at, Act act) {
    boolean onLoop = at.stages().stream().anyMatch(each -> flows.limits().get(each).isLoop());
    boolean hopeless = !at.held().isEmpty() || at.stages().contains(act.stage());
    return !onLoop || (act.kind() == Flow.Kind.SPAWN && hopeless);
  }

  private void add(Move.Kind kind, int resource, Calls.Reached reached) {
    for (Calls.Next next : reached.next()) {
      moves.getLast().add(new Move(kind, resource, next.to(), Move.NONE, next.again()));
    }
  }

  private Calls.Reached after(Position at) {
    Calls.Reached after = calls.reached();
    calls.next(at.frames(), after);
    return after;
  }

  private int guard(String name) {
    if (!guards.contains(name)) {
      guards.add(name);
    }
    return guards.indexOf(name);
  }

  List<Position> positions() {
    return positions.all();
  }

  int number(Position position) {
    return positions.number(position);
  }

  List<List<Move>> moves() {
    return moves;
  }

  List<String> guards() {
    return guards;
  }

  List<String> stages() {
    return stages;
  }

  boolean recursive() {
    return calls.recursive();
  }
}
