package cal.weave.verify.model;

import cal.weave.code.Procedure;
import cal.weave.support.WeaveException;
import cal.weave.verify.model.Flow.Act;
import cal.weave.verify.model.Position.Entry;
import cal.weave.verify.model.Position.Frame;
import cal.weave.verify.model.Position.Phase;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/** Calls and returns, followed to the next acts, by any branch. For a single thread. */
final class Calls {
  /** More calls than these are given up. */
  private static final int MOST_CALLS = 1_000_000;

  /** A position to come to, and whether a further step begins there. */
  record Next(int to, boolean again) {}

  /** An act to come to; {@link Flow#EXIT} for the end of the last call. */
  private record Arrival(List<Frame> frames, int act, boolean again) {}

  /** The positions come to from somewhere. */
  final class Reached {
    private final Set<List<Frame>> seen = new HashSet<>();
    private final Set<Next> next = new LinkedHashSet<>();
    private final ArrayDeque<Arrival> open = new ArrayDeque<>();
    private boolean again;

    void add(List<Frame> frames, Phase phase) {
      next.add(new Next(positions.number(new Position(List.copyOf(frames), phase)), again));
    }

    private void add(List<Frame> frames, List<Integer> acts) {
      acts.forEach(act -> open.add(new Arrival(frames, act, again)));
    }

    /** Those of all ways begun. */
    Set<Next> next() {
      while (!open.isEmpty()) {
        Arrival one = open.removeFirst();
        again = one.again;
        arrive(one.frames, one.act, this);
      }
      again = false;
      return next;
    }
  }

  private final Flows flows;
  private final Budget budget;
  private final Positions positions;
  private boolean recursive;
  private int made;

  Calls(Flows flows, Positions positions, Budget budget) {
    this.flows = flows;
    this.positions = positions;
    this.budget = budget;
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
      enter(around, called, reached);
    }
  }

  /** Begins a captured call of any of its targets. */
  void begin(List<Frame> around, Frame caller, Act act, Reached reached) {
    for (Procedure target : act.targets()) {
      Frame called = frame(target, act.stage(), flows.objects().passed(caller, act, target));
      begin(around, called, reached);
    }
    if (act.targets().isEmpty()) {
      Flow outside = Flow.outside(act.site().callee());
      begin(
          around, new Frame(outside, Flow.EXIT, null, Entry.NONE, Map.of(), act.stage()), reached);
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
              + Budget.REMEDY);
    }
    budget.check(made);
    Act present = here.getLast().present();
    switch (present.kind()) {
      case CALL -> call(here, present, reached);
      case SPAWN, HAND_OFF -> captured(here, present, reached);
      case LOCK -> lock(here, present, reached);
      case UNLOCK -> unlock(here, act, reached);
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

  /** Enters a block: a call of the same method, from its present act to the end of the block. */
  private void lock(List<Frame> here, Act act, Reached reached) {
    Frame last = here.getLast();
    for (String object : flows.objects().of(here, act)) {
      boolean inside = Position.entry(here, object) == Entry.ALONE;
      Map<Integer, String> objects = flows.objects().inside(last, act, object);
      Entry entry = inside ? Entry.NONE : Entry.ALONE;
      Frame block = new Frame(last.flow(), last.act(), object, entry, objects, null);
      if (inside) {
        next(with(here, block), reached);
      } else {
        reached.add(with(here, block), Phase.ENTER);
      }
    }
  }

  private void unlock(List<Frame> here, int act, Reached reached) {
    List<Frame> rest = new ArrayList<>(here);
    if (Position.isBlock(here, here.size() - 1)) {
      rest.removeLast();
      rest.set(rest.size() - 1, rest.getLast().at(act));
    }
    next(rest, reached);
  }

  private void captured(List<Frame> here, Act act, Reached reached) {
    StageLimits stage = flows.limits().get(act.stage());
    boolean onChain =
        act.kind() == Flow.Kind.HAND_OFF
            && here.stream().anyMatch(frame -> act.stage().equals(frame.stage()));
    if (stage.inPlace() || onChain) {
      call(here, act, reached);
    } else if (act.kind() == Flow.Kind.HAND_OFF && !stage.mayBlock()) {
      begin(here, here.getLast(), act, reached);
    } else {
      reached.add(here, Phase.ACT);
    }
  }

  void next(List<Frame> frames, Reached reached) {
    Frame last = frames.getLast();
    reached.add(frames, last.flow().next().get(last.act()));
  }

  /**
   * Returns from the last call; a procedure that returns true is called again, and the target of an
   * activity is closed at its end.
   */
  void leave(List<Frame> frames, boolean complete, Reached reached) {
    int called = frames.size() - 1;
    while (Position.isBlock(frames, called)) {
      called--;
    }
    List<Frame> rest = frames.subList(0, called);
    if (!rest.isEmpty()) {
      next(rest, reached);
      return;
    }
    Frame last = frames.getLast();
    Procedure procedure = last.flow().procedure();
    List<Procedure> closes = procedure == null ? List.of() : flows.closes(procedure);
    if (closes.isEmpty()) {
      reached.next.add(new Next(Move.END, false));
    }
    String own = last.objects().get(0);
    for (Procedure close : closes) {
      enter(rest, frame(close, last.stage(), own == null ? Map.of() : Map.of(0, own)), reached);
    }
    if (complete
        && !reached.again
        && procedure != null
        && procedure.name().descriptor().endsWith("Z")) {
      reached.again = true;
      begin(rest, frame(procedure, last.stage(), Map.of()), reached);
      reached.again = false;
    }
  }

  void call(List<Frame> here, Act act, Reached reached) {
    if (act.targets().isEmpty()) {
      next(here, reached);
    }
    for (Procedure target : act.targets()) {
      if (flows.of(target).acts().isEmpty() && flows.guard(target) == null) {
        next(here, reached);
      } else if (isRecursive(here, target)) {
        recursive = true;
        next(here, reached);
      } else {
        enter(
            here,
            frame(target, null, flows.objects().passed(here.getLast(), act, target)),
            reached);
      }
    }
  }

  /** A region may be entered again on another object, once. */
  private static boolean isRecursive(List<Frame> around, Procedure target) {
    List<Frame> same =
        IntStream.range(0, around.size())
            .filter(i -> !Position.isBlock(around, i))
            .mapToObj(around::get)
            .filter(each -> each.flow().procedure() == target)
            .toList();
    return same.size() > 1 || (same.size() == 1 && same.getFirst().guard() == null);
  }

  Frame frame(Procedure procedure, String stage, Map<Integer, String> objects) {
    return new Frame(flows.of(procedure), Flow.EXIT, null, Entry.NONE, objects, stage);
  }

  /** Enters a method, and its region. */
  void enter(List<Frame> around, Frame called, Reached reached) {
    String guard = flows.guard(called.flow().procedure());
    if (guard == null) {
      body(with(around, called), reached);
      return;
    }
    for (String object : flows.objects().of(around, called, guard)) {
      Entry wanted = flows.reads(called.flow().procedure()) ? Entry.SHARED : Entry.ALONE;
      boolean inside =
          called.stage() == null && Position.entry(around, object).compareTo(wanted) >= 0;
      Map<Integer, String> objects = flows.objects().with(called, guard, object);
      Entry entry = inside ? Entry.NONE : wanted;
      Frame frame = new Frame(called.flow(), Flow.EXIT, object, entry, objects, called.stage());
      if (inside) {
        body(with(around, frame), reached);
      } else {
        reached.add(with(around, frame), Phase.ENTER);
      }
    }
  }

  void body(List<Frame> frames, Reached reached) {
    reached.add(frames, frames.getLast().flow().entry());
  }

  private static List<Frame> with(List<Frame> around, Frame called) {
    List<Frame> frames = new ArrayList<>(around);
    frames.add(called);
    return frames;
  }
}
