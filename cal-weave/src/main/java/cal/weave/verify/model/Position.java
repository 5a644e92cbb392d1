package cal.weave.verify.model;

import cal.weave.verify.model.Flow.Act;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Where an activity stands: its calls, outermost first, with those that it has handed off.
 * Immutable.
 *
 * @param frames never empty
 * @param phase what the activity is about to do
 */
public record Position(List<Frame> frames, Phase phase) {
  /** The next thing to do. */
  public enum Phase {
    /** Has a place, and needs a worker of the last frame's stage. */
    BEGIN,
    /** Needs the guard of the last frame. */
    ENTER,
    /** Is about to do the act of the last frame. */
    ACT,
    /** Waits for a signal. */
    WAIT,
    /** Was signalled, and needs the guard again. */
    ENTER_AGAIN
  }

  /** How a call enters a guard. */
  enum Entry {
    /** The guard is entered already, or there is none. */
    NONE,
    /** Beside others that read. */
    SHARED,
    ALONE
  }

  /**
   * A call.
   *
   * @param flow of the called method
   * @param act the present act there
   * @param guard of a region, else null
   * @param entry how this call has entered the guard
   * @param objects the objects of parameters, by their slot (see {@link GuardObjects})
   * @param stage where the call runs on a thread of its own, else null
   */
  public record Frame(
      Flow flow, int act, String guard, Entry entry, Map<Integer, String> objects, String stage) {
    Frame at(int other) {
      return new Frame(flow, other, guard, entry, objects, stage);
    }

    /** Whether this call has entered the guard, and none around it. */
    public boolean holds() {
      return entry != Entry.NONE;
    }

    /** Whether others that read may be inside as well. */
    public boolean reads() {
      return entry == Entry.SHARED;
    }

    public Act present() {
      return flow.acts().get(act);
    }
  }

  public Frame last() {
    return frames.getLast();
  }

  /** The guard waited for, or signalled: of the innermost region of the thread; or null. */
  public String innermost() {
    for (int i = frames.size() - 1; i >= 0; i--) {
      Frame frame = frames.get(i);
      if (frame.guard != null) {
        return frame.guard;
      }
      if (frame.stage != null) {
        return null;
      }
    }
    return null;
  }

  /** Whether the present thread is inside a region of a guard. */
  static boolean isInside(List<Frame> frames, String guard) {
    return entry(frames, guard) != Entry.NONE;
  }

  /** How the present thread has entered a guard. */
  static Entry entry(List<Frame> frames, String guard) {
    Entry found = Entry.NONE;
    for (int i = frames.size() - 1; i >= 0; i--) {
      Frame frame = frames.get(i);
      if (guard.equals(frame.guard) && frame.entry.compareTo(found) > 0) {
        found = frame.entry;
      }
      if (frame.stage != null) {
        return found;
      }
    }
    return found;
  }

  /** Whether a call is a block of the method around. */
  static boolean isBlock(List<Frame> frames, int number) {
    Frame around = number == 0 ? null : frames.get(number - 1);
    return around != null
        && around.act != Flow.EXIT
        && around.flow.equals(frames.get(number).flow)
        && around.present().kind() == Flow.Kind.LOCK;
  }

  /** The calls, without blocks as calls of their own. */
  public List<Frame> calls() {
    return IntStream.range(0, frames.size())
        .filter(i -> i + 1 == frames.size() || !isBlock(frames, i + 1))
        .mapToObj(frames::get)
        .toList();
  }

  /** The guards held, each by one of the activity's threads. */
  public List<String> held() {
    return holding().stream().map(Frame::guard).toList();
  }

  /** The guards held beside others that read, or else alone. */
  List<String> held(boolean shared) {
    return holding().stream().filter(each -> each.reads() == shared).map(Frame::guard).toList();
  }

  private List<Frame> holding() {
    List<Frame> held = new ArrayList<>(frames.stream().filter(Frame::holds).toList());
    if (phase == Phase.ENTER) {
      held.removeLast();
    } else if (phase == Phase.WAIT || phase == Phase.ENTER_AGAIN) {
      String left = innermost();
      int last = held.size() - 1;
      while (!held.get(last).guard.equals(left)) {
        last--;
      }
      held.remove(last);
    }
    return held;
  }

  /** The stages of which the activity has a place, outermost first. */
  public List<String> stages() {
    return frames.stream().map(Frame::stage).filter(each -> each != null).toList();
  }

  /** The stages of which the activity has a worker. */
  public List<String> working() {
    List<String> stages = stages();
    return phase == Phase.BEGIN ? stages.subList(0, stages.size() - 1) : stages;
  }
}
