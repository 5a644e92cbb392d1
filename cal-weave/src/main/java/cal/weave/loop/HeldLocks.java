package cal.weave.loop;

import cal.weave.code.Body;
import cal.weave.code.CallSite;
import cal.weave.code.Procedure;
import java.lang.classfile.Instruction;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.IncrementInstruction;
import java.lang.classfile.instruction.LoadInstruction;
import java.lang.classfile.instruction.StoreInstruction;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The locks of {@code java.util.concurrent.locks} that a procedure takes itself, and may hold at an
 * instruction. Only the thread that has taken such a lock may give the lock back. Locks taken by
 * called methods are not seen. Stateless.
 */
final class HeldLocks {
  private HeldLocks() {}

  /** A call by which a lock may be held at an instruction; empty for none. */
  static Optional<CallSite> at(Procedure procedure, int instruction) {
    return procedure.calls().stream()
        .filter(site -> LockObjects.isOfLock(site, "lock|lockInterruptibly|tryLock"))
        .filter(site -> !LockObjects.belongsToNoThread(site))
        .filter(site -> held(procedure, site).get(instruction))
        .findFirst();
  }

  /**
   * A moment with the lock held.
   *
   * @param at the next instruction
   * @param results the variables with the answer of the call, which was true
   * @param onTop whether the answer is on top of the stack
   */
  private record Moment(int at, BitSet results, boolean onTop) {}

  /** The instructions at which the lock of a call may be held: all after, up to a release. */
  private static BitSet held(Procedure procedure, CallSite lock) {
    Body body = procedure.body();
    BitSet releases = releases(procedure, lock);
    BitSet held = new BitSet();
    Set<Moment> seen = new HashSet<>();
    List<Moment> open = new ArrayList<>();
    for (int next : body.next(lock.at())) {
      open.add(new Moment(next, new BitSet(), true));
    }
    while (!open.isEmpty()) {
      Moment moment = open.removeLast();
      if (!releases.get(moment.at()) && seen.add(moment)) {
        held.set(moment.at());
        run(body, moment, open);
      }
    }
    return held;
  }

  /** Adds the moments after an instruction. */
  private static void run(Body body, Moment moment, List<Moment> to) {
    Instruction instruction = body.at(moment.at());
    BitSet results = (BitSet) moment.results().clone();
    boolean onTop = false;
    switch (instruction) {
      case LoadInstruction load -> onTop = results.get(load.slot());
      case StoreInstruction store -> {
        results.clear(store.slot(), store.slot() + store.typeKind().slotSize());
        results.set(store.slot(), moment.onTop());
      }
      case IncrementInstruction increment -> results.clear(increment.slot());
      default -> {}
    }
    for (int next : body.next(moment.at())) {
      if (!moment.onTop() || isTaken(instruction, next == moment.at() + 1)) {
        to.add(new Moment(next, results, onTop));
      }
    }
  }

  /** Whether an instruction goes on so, or by a jump, after the answer that the lock is taken. */
  private static boolean isTaken(Instruction instruction, boolean falls) {
    return !(instruction instanceof BranchInstruction branch)
        || switch (branch.opcode()) {
          case IFEQ -> falls;
          case IFNE -> !falls;
          default -> true;
        };
  }

  private static BitSet releases(Procedure procedure, CallSite lock) {
    BitSet all = new BitSet();
    for (CallSite site : procedure.calls()) {
      boolean releases =
          LockObjects.isOfLock(site, "unlock")
              ? LockObjects.mayBeSame(site, lock)
              : releasesWithin(site, lock);
      if (releases) {
        all.set(site.at());
      }
    }
    return all;
  }

  /** Whether a called method of the same object, or a static one, gives back a lock of its own. */
  private static boolean releasesWithin(CallSite site, CallSite lock) {
    Procedure called = site.isOnThis() || site.isStatic() ? site.target() : null;
    if (called == null || !called.mentions("unlock"::equals)) {
      return false;
    }
    BitSet releases = new BitSet();
    for (CallSite inner : called.calls()) {
      if (LockObjects.isOfLock(inner, "unlock") && LockObjects.isSameBeyond(inner, lock)) {
        releases.set(inner.at());
      }
    }
    Body body = called.body();
    if (releases.get(0)) {
      return true;
    }
    BitSet kept = body.after(0, releases);
    kept.set(0);
    return kept.stream().noneMatch(at -> body.next(at).length == 0 && isReturn(body, at));
  }

  private static boolean isReturn(Body body, int at) {
    return body.at(at).opcode() != Opcode.ATHROW;
  }
}
