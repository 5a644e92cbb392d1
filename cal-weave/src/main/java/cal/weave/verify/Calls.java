package cal.weave.verify;

import cal.weave.code.Procedure;
import cal.weave.support.WeaveException;
import cal.weave.verify.Flow.Act;
import cal.weave.verify.Position.Frame;
import cal.weave.verify.Position.Phase;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Calls and returns, which are no moves: an activity goes on to its next acts, by any branch. A
 * return frees guards, workers and places at once, which prevents nobody. A procedure that calls
 * itself is left after the first call. For a single thread.
 */
final class Calls {
  /** More positions than these are given up. */
  private static final int MOST = 50_000;

  /** More calls than these are given up. */
  private static final int MOST_CALLS = 1_000_000;

  /** A position to come to, and whether a further step begins there. */
  record Next(int to, boolean again) {}

  /** The positions come to from somewhere. */
  final class Reached {
    private final Set<List<Frame>> seen = new HashSet<>();
    private final Set<Next> next = new LinkedHashSet<>();
    private boolean again;

    void add(List<Frame> frames, Phase phase) {
      next.add(new Next(id(new Position(List.copyOf(frames), phase)), again));
    }

    Set<Next> next() {
      return next;
    }
  }

  private final Flows flows;
  private final Map<Position, Integer> ids = new HashMap<>();
  private final List<Position> positions = new ArrayList<>();
  private boolean recursive;
  private int made;

  Calls(Flows flows) {
    this.flows = flows;
  }

  private int id(Position position) {
    Integer known = ids.get(position);
    if (known != null) {
      return known;
    }
    if (positions.size() == MOST) {
      throw new WeaveException(
          "an activity has more than %d positions; verify fewer classes at a time".formatted(MOST));
    }
    ids.put(position, positions.size());
    positions.add(position);
    return positions.size() - 1;
  }

  /** All positions found so far, by their number. */
  List<Position> positions() {
    return positions;
  }

  /** Whether a procedure that calls itself was left. */
  boolean recursive() {
    return recursive;
  }

  Reached reached() {
    return new Reached();
  }

  /** Begins a call on a thread of a stage. */
  void begin(List<Frame> around, Frame called, Reached reached) {
    if (flows.limits().get(called.stage()).isPool()) {
      reached.add(with(around, called), Phase.BEGIN);
    } else {
      enter(around, called, null, reached);
    }
  }

  private void arrive(List<Frame> frames, int act, Reached reached) {
    if (act == Flow.EXIT) {
      leave(frames, true, reached);
      return;
    }
    List<Frame> here = new ArrayList<>(frames);
    here.set(here.size() - 1, frames.getLast().at(act));
    if (!reached.seen.add(here)) {
      return;
    }
    if (++made > MOST_CALLS) {
      throw new WeaveException(
          "activities come to %s by more than %d chains of calls, so nothing is known"
                  .formatted(here.getFirst().present().place(), MOST_CALLS)
              + "; verify fewer classes at a time");
    }
    Act present = here.getLast().present();
    switch (present.kind()) {
      case CALL -> call(here, present, reached);
      case SPAWN, HAND_OFF -> captured(here, present, reached);
      default -> {
        String guard = new Position(here, Phase.ACT).innermost();
        if (guard == null
            || (present.kind() == Flow.Kind.WAIT && flows.isSignalledElsewhere(guard))) {
          next(here, reached);
        } else {
          reached.add(here, Phase.ACT);
        }
      }
    }
  }

  private void captured(List<Frame> here, Act act, Reached reached) {
    StageLimits stage = flows.limits().get(act.stage());
    boolean onChain =
        act.kind() == Flow.Kind.HAND_OFF
            && here.stream().anyMatch(frame -> act.stage().equals(frame.stage()));
    if (stage.inPlace() || onChain) {
      call(here, act, reached);
    } else if (act.kind() == Flow.Kind.HAND_OFF && !stage.mayBlock()) {
      act.targets().forEach(each -> begin(here, frame(each, act.stage(), null), reached));
    } else {
      reached.add(here, Phase.ACT);
    }
  }

  void next(List<Frame> frames, Reached reached) {
    Frame last = frames.getLast();
    last.flow().next().get(last.act()).forEach(act -> arrive(frames, act, reached));
  }

  /** Returns from the last call; a procedure that returns true is called again. */
  void leave(List<Frame> frames, boolean complete, Reached reached) {
    List<Frame> rest = frames.subList(0, frames.size() - 1);
    if (!rest.isEmpty()) {
      next(rest, reached);
      return;
    }
    reached.next.add(new Next(Move.END, false));
    Procedure procedure = frames.getLast().flow().procedure();
    if (complete && !reached.again && procedure.name().descriptor().endsWith("Z")) {
      reached.again = true;
      begin(rest, frame(procedure, frames.getLast().stage(), null), reached);
      reached.again = false;
    }
  }

  void call(List<Frame> here, Act act, Reached reached) {
    Frame caller = here.getLast();
    boolean sameObject = act.site().isOnThis();
    for (Procedure target : act.targets()) {
      if (flows.of(target).acts().isEmpty() && flows.guard(target) == null) {
        next(here, reached);
      } else if (isRecursive(here, target)) {
        recursive = true;
        next(here, reached);
      } else {
        boolean foreign = flows.guards().isForeign(act, caller.flow().procedure(), family(caller));
        enter(
            here,
            frame(target, null, sameObject ? caller.self() : null),
            foreign ? caller.self() : null,
            reached);
      }
    }
  }

  /** A region may be entered again on another object, once. */
  private static boolean isRecursive(List<Frame> around, Procedure target) {
    List<Frame> same = around.stream().filter(each -> each.flow().procedure() == target).toList();
    return same.size() > 1 || (same.size() == 1 && same.getFirst().guard() == null);
  }

  private static String family(Frame caller) {
    return caller.self() == null ? "" : KeptGuards.family(caller.self());
  }

  Frame frame(Procedure procedure, String stage, String self) {
    return new Frame(flows.of(procedure), Flow.EXIT, null, false, self, stage);
  }

  /** Enters a method, and its region: of another object than {@code not}, where that is given. */
  void enter(List<Frame> around, Frame called, String not, Reached reached) {
    String guard = flows.guard(called.flow().procedure());
    if (guard == null) {
      body(with(around, called), reached);
      return;
    }
    for (String object : objects(around, called, guard, not)) {
      boolean inside = called.stage() == null && Position.isInside(around, object);
      Frame frame = new Frame(called.flow(), Flow.EXIT, object, !inside, object, called.stage());
      if (inside) {
        body(with(around, frame), reached);
      } else {
        reached.add(with(around, frame), Phase.ENTER);
      }
    }
  }

  /** The objects that a call may mean: by its caller, that which is entered already, or any. */
  private List<String> objects(List<Frame> around, Frame called, String guard, String not) {
    if (isOf(guard, called.self())) {
      return List.of(called.self());
    }
    if (!flows.guards().hasPairs(guard)) {
      return List.of(guard);
    }
    List<String> pair = KeptGuards.pair(guard);
    if (isOf(guard, not)) {
      return pair.stream().filter(each -> !each.equals(not)).toList();
    }
    List<String> entered =
        pair.stream().filter(each -> Position.isInside(around, each)).limit(1).toList();
    return called.stage() != null || entered.isEmpty() ? pair : entered;
  }

  private static boolean isOf(String guard, String object) {
    return object != null && guard.equals(KeptGuards.family(object));
  }

  void body(List<Frame> frames, Reached reached) {
    frames.getLast().flow().entry().forEach(act -> arrive(frames, act, reached));
  }

  private static List<Frame> with(List<Frame> around, Frame called) {
    List<Frame> frames = new ArrayList<>(around);
    frames.add(called);
    return frames;
  }
}
