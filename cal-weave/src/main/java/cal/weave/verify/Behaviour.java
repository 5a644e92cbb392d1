package cal.weave.verify;

import cal.weave.code.Procedure;
import cal.weave.verify.Flow.Act;
import cal.weave.verify.Position.Frame;
import cal.weave.verify.Position.Phase;
import java.util.ArrayList;
import java.util.List;

/**
 * All positions of an activity, and the moves between them.
 *
 * <p>A position is a stack of calls before an act that others may prevent or see. Calls and returns
 * in between are no moves: a return frees guards, workers and places at once, which prevents
 * nobody. A procedure that calls itself is left after the first call. For a single thread.
 */
final class Behaviour {
  private final Flows flows;
  private final Calls calls;
  private final List<List<Move>> moves = new ArrayList<>();
  private final List<String> guards = new ArrayList<>();
  private final List<String> stages;

  Behaviour(Flows flows) {
    this.flows = flows;
    this.calls = new Calls(flows);
    this.stages = List.copyOf(flows.limits().keySet());
  }

  /** The first positions of a newcomer; {@link Move#END} for one that does nothing that matters. */
  List<Integer> begin(Flows.Root root) {
    Calls.Reached reached = calls.reached();
    calls.enter(List.of(), calls.frame(root.procedure(), root.stage(), null), null, reached);
    return reached.next().stream().map(Calls.Next::to).distinct().toList();
  }

  /** Finds the moves of all positions known so far, and those that they lead to. */
  void explore() {
    while (moves.size() < calls.positions().size()) {
      moves.add(new ArrayList<>());
      move(calls.positions().get(moves.size() - 1));
    }
  }

  private void move(Position at) {
    Frame last = at.last();
    switch (at.phase()) {
      case BEGIN -> {
        StageLimits stage = flows.limits().get(last.stage());
        Calls.Reached begun = calls.reached();
        List<Frame> rest = at.frames().subList(0, at.frames().size() - 1);
        calls.enter(rest, last, null, begun);
        add(Move.Kind.WORK, stages.indexOf(last.stage()), begun);
        if (stage.timed()) {
          Calls.Reached late = calls.reached();
          calls.leave(at.frames(), false, late);
          add(Move.Kind.LATE, 0, late);
        }
      }
      case ENTER -> {
        Calls.Reached inside = calls.reached();
        calls.body(at.frames(), inside);
        add(Move.Kind.ENTER, guard(last.guard()), inside);
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
      case CALL -> throw new IllegalStateException("a call is no act of its own: " + act);
    }
  }

  private void spawn(Position at, Act act) {
    StageLimits stage = flows.limits().get(act.stage());
    int number = stages.indexOf(act.stage());
    Calls.Reached after = after(at);
    for (Procedure target : act.targets()) {
      Calls.Reached born = calls.reached();
      calls.begin(List.of(), calls.frame(target, act.stage(), null), born);
      for (Calls.Next first : born.next()) {
        for (Calls.Next next : after.next()) {
          moves
              .getLast()
              .add(new Move(Move.Kind.PLACE, number, next.to(), first.to(), next.again()));
        }
      }
    }
    full(at, act, stage, number);
  }

  private void handOff(Position at, Act act) {
    StageLimits stage = flows.limits().get(act.stage());
    int number = stages.indexOf(act.stage());
    Calls.Reached admitted = calls.reached();
    for (Procedure target : act.targets()) {
      calls.begin(at.frames(), calls.frame(target, act.stage(), null), admitted);
    }
    add(Move.Kind.PLACE, number, admitted);
    full(at, act, stage, number);
  }

  private void full(Position at, Act act, StageLimits stage, int number) {
    if (stage.places() == StageLimits.UNLIMITED) {
      return;
    }
    if (stage.whenFull().equals("reject")) {
      add(Move.Kind.FULL, number, after(at));
    } else if (stage.whenFull().equals("caller-runs")) {
      Calls.Reached here = calls.reached();
      calls.call(at.frames(), act, here);
      add(Move.Kind.FULL, number, here);
    } else if (stage.timed() && act.kind() == Flow.Kind.HAND_OFF) {
      add(Move.Kind.LATE, 0, after(at));
    }
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
    return calls.positions();
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
