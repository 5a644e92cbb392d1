package cal.weave.loop;

import cal.weave.code.Body;
import cal.weave.code.CallSite;
import cal.weave.code.MethodLoops;
import cal.weave.code.MethodName;
import cal.weave.code.Origin;
import cal.weave.code.Procedure;
import cal.weave.code.Program;
import cal.weave.code.Value;
import java.lang.classfile.Instruction;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LoadInstruction;
import java.lang.classfile.instruction.NopInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.classfile.instruction.StoreInstruction;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The calls of a cut loop. A call of the loop returns before the first turn, so a caller must not
 * count on the loop's end: by closing a socket, by a lock, or by a handler of exceptions. A caller
 * that calls again and again, such as an accepting loop, may go on without the objects of the call.
 * Calls by other classes than the woven ones, through types of the JDK, are not seen. For a single
 * thread.
 */
final class Callers {
  private final Program program;
  private final List<Region> regions;

  Callers(Program program, List<Region> regions) {
    this.program = program;
    this.regions = regions;
  }

  /** Makes sure that no caller waits for the end of a loop, and that no region is around. */
  void require(LoopCut cut, Procedure loop) {
    regions.forEach(region -> region.requireApart(loop, "is"));
    require(cut, loop, new HashSet<>());
  }

  private void require(LoopCut cut, Procedure called, Set<MethodName> seen) {
    if (!seen.add(called.name())) {
      return;
    }
    for (CallSite site : calls(called.name())) {
      waits(site, called)
          .ifPresent(
              reason -> {
                throw cut.wrongLoop(
                    site.caller(),
                    site.at(),
                    "returns to its caller before its first turn; " + reason);
              });
      if (new MethodLoops(site.caller().body()).around(site.at()).isEmpty()) {
        regions.forEach(region -> region.requireApart(site.caller(), "calls"));
        require(cut, site.caller(), seen);
      }
    }
  }

  private List<CallSite> calls(MethodName name) {
    Set<String> types = new HashSet<>(program.supertypes(name.owner()));
    types.retainAll(program.types());
    types.addAll(program.subtypes(name.owner()));
    List<CallSite> found = new ArrayList<>();
    for (Procedure procedure : program.procedures()) {
      if (!procedure.name().equals(name) && procedure.mentions(name.name()::equals)) {
        for (CallSite site : procedure.calls()) {
          MethodName callee = site.callee();
          if (callee.name().equals(name.name())
              && callee.descriptor().equals(name.descriptor())
              && types.contains(callee.owner())) {
            found.add(site);
          }
        }
      }
    }
    return found;
  }

  /** Why a caller waits for the end, and the remedy. */
  private static Optional<String> waits(CallSite site, Procedure called) {
    Procedure caller = site.caller();
    Body body = caller.body();
    if (caller.isSynchronized() || body.isGuarded(site.at())) {
      return Optional.of("the caller holds a lock around the loop; lock in methods that it calls");
    }
    Optional<CallSite> lock = HeldLocks.at(caller, site.at());
    if (lock.isPresent()) {
      return Optional.of(
          "the caller holds the lock of line "
              + body.line(lock.get().at())
              + " around the loop; lock in methods that it calls");
    }
    if (called.declaresExceptions()
        && body.handlers().stream().anyMatch(each -> !each.any() && each.covers(site.at()))) {
      return Optional.of(
          "the caller handles exceptions of the loop, which are thrown to nobody; handle them in "
              + called);
    }
    int later =
        new MethodLoops(body).around(site.at()).isEmpty() ? work(body, site) : use(caller, site);
    return later < 0
        ? Optional.empty()
        : Optional.of(
            "the caller goes on at line "
                + body.line(later)
                + " as if the loop had ended; move this code into "
                + called
                + ", behind the loop");
  }

  /** The first work behind a call, on the way to a return; -1 for none. */
  private static int work(Body body, CallSite site) {
    BitSet after = body.after(site.at(), new BitSet());
    for (int i = after.nextSetBit(0); i >= 0; i = after.nextSetBit(i + 1)) {
      if (!isIdle(body.at(i))) {
        return i;
      }
    }
    return -1;
  }

  private static boolean isIdle(Instruction instruction) {
    return switch (instruction) {
      case ReturnInstruction _,
          BranchInstruction _,
          NopInstruction _,
          LoadInstruction _,
          StoreInstruction _ ->
          true;
      default -> false;
    };
  }

  /**
   * The first use of an object of a repeated call behind the call, and before the object is another
   * one; -1 for none. The caller's own object stays in use.
   */
  private static int use(Procedure caller, CallSite site) {
    Body body = caller.body();
    List<Origin> objects = new ArrayList<>();
    BitSet makes = new BitSet();
    makes.set(site.at());
    for (Value argument : site.arguments()) {
      for (Origin origin : argument.origins()) {
        if (origin.madeAt() >= 0) {
          objects.add(origin);
          makes.set(origin.madeAt());
        }
      }
    }
    BitSet after = body.after(site.at(), makes);
    for (int i = after.nextSetBit(0); i >= 0; i = after.nextSetBit(i + 1)) {
      boolean uses = body.at(i) instanceof FieldInstruction || isCall(caller, i);
      if (uses
          && caller.values().isReached(i)
          && caller.values().operands(i).stream()
              .anyMatch(operand -> objects.stream().anyMatch(operand::contains))) {
        return i;
      }
    }
    return -1;
  }

  private static boolean isCall(Procedure caller, int i) {
    return caller.body().at(i) instanceof InvokeInstruction;
  }
}
