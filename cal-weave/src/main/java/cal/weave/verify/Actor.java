package cal.weave.verify;

import cal.weave.verify.model.Flow;
import cal.weave.verify.model.GuardObjects;
import cal.weave.verify.model.Position;
import cal.weave.verify.model.Position.Frame;

/**
 * An activity of a deadlock. Immutable.
 *
 * @param name the stage, and a number
 */
record Actor(String name, Position position) {
  /** The stage of the worker or the place waited for; null for none. */
  String awaited() {
    return switch (position.phase()) {
      case BEGIN -> position.last().stage();
      case ACT -> position.last().present().stage();
      default -> null;
    };
  }

  boolean spawns() {
    return position.phase() == Position.Phase.ACT
        && position.last().present().kind() == Flow.Kind.SPAWN;
  }

  /** Whether a region is about to be entered alone. */
  boolean writes(String guard) {
    return position.phase() == Position.Phase.ENTER
        && guard.equals(position.innermost())
        && !position.last().reads();
  }

  /** Whether the thread reads where it is about to write. */
  boolean upgrades() {
    return position.phase() == Position.Phase.ENTER
        && writes(position.innermost())
        && position.held().contains(position.innermost());
  }

  /** Whether the thread is in a region of another key. */
  boolean hasAnotherKey() {
    String guard = position.innermost();
    return position.phase() == Position.Phase.ENTER
        && GuardObjects.isKey(guard)
        && position.held().stream()
            .anyMatch(each -> GuardObjects.family(each).equals(GuardObjects.family(guard)));
  }

  /** Whether a hand-off was made inside a region, or is about to be. */
  boolean handsOffInside() {
    boolean inside = false;
    for (Frame frame : position.frames()) {
      if (inside && frame.stage() != null) {
        return true;
      }
      inside |= frame.holds();
    }
    return inside && position.phase() == Position.Phase.ACT && awaited() != null && !spawns();
  }

  /** Whether a spawn is about to wait inside a region, or for its own stage. */
  boolean spawnsHopelessly() {
    return spawns() && (!position.held().isEmpty() || position.stages().contains(awaited()));
  }
}
