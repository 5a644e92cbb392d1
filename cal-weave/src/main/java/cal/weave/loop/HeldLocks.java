package cal.weave.loop;

import cal.weave.code.Body;
import cal.weave.code.CallSite;
import cal.weave.code.Origin;
import cal.weave.code.Procedure;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.util.BitSet;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * The locks of {@code java.util.concurrent.locks} that a procedure takes itself, and may hold at an
 * instruction. Only the thread that has taken such a lock may give the lock back. Locks of called
 * methods are not seen. Stateless.
 */
final class HeldLocks {
  private static final String LOCKS = "java/util/concurrent/locks/";

  private HeldLocks() {}

  /** A call by which a lock may be held at an instruction; empty for none. */
  static Optional<CallSite> at(Procedure procedure, int instruction) {
    for (CallSite site : procedure.calls()) {
      if (isOfLock(site, "lock|lockInterruptibly|tryLock")) {
        int from = success(procedure.body(), site);
        BitSet held = procedure.body().after(from, releases(procedure, site));
        if (held.get(instruction) || from == instruction) {
          return Optional.of(site);
        }
      }
    }
    return Optional.empty();
  }

  /** The instruction after which the lock is taken. */
  private static int success(Body body, CallSite site) {
    int next = site.at() + 1;
    if (site.callee().name().equals("tryLock")
        && next < body.size()
        && body.at(next) instanceof BranchInstruction branch) {
      int[] ways = body.next(next);
      for (int way : ways) {
        boolean jumps = way != next + 1;
        if (branch.opcode() == (jumps ? Opcode.IFNE : Opcode.IFEQ)) {
          return way;
        }
      }
    }
    return site.at();
  }

  private static BitSet releases(Procedure procedure, CallSite lock) {
    BitSet all = new BitSet();
    for (CallSite site : procedure.calls()) {
      if (isOfLock(site, "unlock") && mayBeSame(site, lock)) {
        all.set(site.at());
      }
    }
    return all;
  }

  private static boolean mayBeSame(CallSite one, CallSite other) {
    Set<Object> ofOne = objects(one);
    Set<Object> ofOther = objects(other);
    return ofOne.isEmpty() || ofOther.isEmpty() || ofOne.stream().anyMatch(ofOther::contains);
  }

  /** The origins of a lock; of a result, such as that of {@code readLock()}, the called method. */
  private static Set<Object> objects(CallSite site) {
    Set<Object> objects = new HashSet<>();
    for (Origin origin : site.arguments().getFirst().origins()) {
      switch (origin) {
        case Origin.Unknown() -> {
          return Set.of();
        }
        case Origin.Result(int at)
            when site.caller().body().at(at) instanceof InvokeInstruction call ->
            objects.add(call.name().stringValue());
        default -> objects.add(origin);
      }
    }
    return objects;
  }

  /** A stamp of a {@code StampedLock} belongs to no thread. */
  private static boolean isOfLock(CallSite site, String methods) {
    String owner = site.callee().owner();
    return owner.startsWith(LOCKS)
        && !owner.equals(LOCKS + "StampedLock")
        && site.callee().name().matches(methods);
  }
}
