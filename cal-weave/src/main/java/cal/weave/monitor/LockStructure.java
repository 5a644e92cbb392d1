package cal.weave.monitor;

import cal.weave.code.Body;
import cal.weave.code.Origin;
import cal.weave.code.Procedure;
import cal.weave.code.Value;
import java.lang.classfile.Instruction;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.IncrementInstruction;
import java.lang.classfile.instruction.LoadInstruction;
import java.lang.classfile.instruction.MonitorInstruction;
import java.lang.classfile.instruction.NopInstruction;
import java.lang.classfile.instruction.StackInstruction;
import java.lang.classfile.instruction.StoreInstruction;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/**
 * Whether a method gives back each monitor on each way, the last taken first: structured locking
 * (JVM specification, section 2.11.10). A monitor gives itself back at the end of a frame, and a
 * call does not.
 *
 * <p>A forward data-flow analysis over the list of held monitors. For a single thread.
 */
final class LockStructure {
  private final Procedure procedure;
  private final Body body;
  private final List<List<Value>> held = new ArrayList<>();
  private final ArrayDeque<Integer> open = new ArrayDeque<>();
  private int broken = -1;

  private LockStructure(Procedure procedure) {
    this.procedure = procedure;
    this.body = procedure.body();
    for (int i = 0; i < body.size(); i++) {
      held.add(null);
    }
  }

  /** The instruction where the structure is broken; empty for structured locking. */
  static OptionalInt breach(Procedure procedure) {
    LockStructure structure = new LockStructure(procedure);
    structure.reach(0, List.of(), 0);
    while (structure.broken < 0 && !structure.open.isEmpty()) {
      structure.run(structure.open.pop());
    }
    return structure.broken < 0 ? OptionalInt.empty() : OptionalInt.of(structure.broken);
  }

  private void run(int at) {
    List<Value> before = held.get(at);
    Instruction instruction = body.at(at);
    if (!isCaught(at, before) && !before.isEmpty() && mayLeave(instruction)) {
      broken = at;
      return;
    }
    List<Value> after = before;
    if (instruction instanceof MonitorInstruction monitor) {
      Value operand = procedure.values().operands(at).getFirst();
      after = new ArrayList<>(before);
      if (monitor.opcode() == Opcode.MONITORENTER) {
        after.add(operand);
      } else if (before.isEmpty() || !isPerhaps(after.removeLast(), operand)) {
        broken = at;
        return;
      }
    }
    for (int following : body.next(at)) {
      reach(following, after, at);
    }
  }

  /** Goes on in the handlers of an instruction; tells whether no exception leaves the method. */
  private boolean isCaught(int at, List<Value> before) {
    for (Body.Handler handler : body.handlers()) {
      if (handler.covers(at)) {
        reach(handler.target(), before, at);
        if (handler.any()) {
          return true;
        }
      }
    }
    return false;
  }

  /** Whether an instruction returns, or may throw. */
  private static boolean mayLeave(Instruction instruction) {
    return switch (instruction) {
      case LoadInstruction _,
          StoreInstruction _,
          StackInstruction _,
          BranchInstruction _,
          IncrementInstruction _,
          NopInstruction _,
          ConstantInstruction _ ->
          false;
      case MonitorInstruction monitor -> monitor.opcode() == Opcode.MONITORENTER;
      default -> true;
    };
  }

  private void reach(int at, List<Value> now, int from) {
    if (at >= held.size()) {
      return;
    }
    List<Value> known = held.get(at);
    if (known == null) {
      held.set(at, List.copyOf(now));
      open.push(at);
    } else if (known.size() != now.size()) {
      broken = from;
    } else {
      for (int i = 0; i < known.size(); i++) {
        if (!isPerhaps(known.get(i), now.get(i))) {
          broken = from;
        }
      }
    }
  }

  /** Whether two values may be the same object. */
  private static boolean isPerhaps(Value one, Value other) {
    return isUnknown(one) || isUnknown(other) || one.origins().stream().anyMatch(other::contains);
  }

  private static boolean isUnknown(Value value) {
    return value.origins().isEmpty() || value.contains(new Origin.Unknown());
  }
}
