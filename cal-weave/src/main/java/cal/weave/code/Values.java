package cal.weave.code;

import java.lang.classfile.Instruction;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.ArrayStoreInstruction;
import java.lang.classfile.instruction.IncrementInstruction;
import java.lang.classfile.instruction.StoreInstruction;
import java.lang.constant.ClassDesc;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Where the operands of a method's instructions come from: a forward data-flow analysis over {@link
 * Origin}s, to its fixed point. Immutable once made.
 */
public final class Values {
  private final Body body;
  private final Frame[] before;
  private final ArrayDeque<Integer> open = new ArrayDeque<>();
  private final List<List<Value>> operands = new ArrayList<>();

  private Values(Body body) {
    this.body = body;
    this.before = new Frame[body.size()];
  }

  public static Values of(Procedure procedure) {
    Values values = new Values(procedure.body());
    if (values.body.size() > 0) {
      values.flow(values.entry(procedure));
    }
    for (int i = 0; i < values.body.size(); i++) {
      Frame frame = values.before[i];
      values.operands.add(
          frame == null
              ? List.of()
              : List.copyOf(StackMachine.execute(values.body.at(i), i, frame.copy())));
    }
    return values;
  }

  private Frame entry(Procedure procedure) {
    Frame frame = new Frame(body.locals());
    int slot = 0;
    if (!procedure.isStatic()) {
      frame.local(slot++, Value.of(new Origin.Parameter(0)));
    }
    for (ClassDesc parameter : procedure.type().parameterList()) {
      frame.local(slot, Value.of(new Origin.Parameter(slot)));
      slot += TypeKind.from(parameter).slotSize();
    }
    return frame;
  }

  private void flow(Frame entry) {
    reach(0, entry);
    while (!open.isEmpty()) {
      int at = open.pop();
      Frame frame = before[at].copy();
      throwFrom(at, frame);
      StackMachine.execute(body.at(at), at, frame);
      if (body.at(at) instanceof StoreInstruction || body.at(at) instanceof IncrementInstruction) {
        throwFrom(at, frame);
      }
      for (int following : body.next(at)) {
        reach(following, frame);
      }
    }
  }

  private void throwFrom(int at, Frame frame) {
    for (Body.Handler handler : body.handlers()) {
      if (handler.covers(at)) {
        reach(handler.target(), frame.caught());
      }
    }
  }

  private void reach(int at, Frame frame) {
    if (at >= before.length) {
      return;
    }
    if (before[at] == null) {
      before[at] = frame.copy();
      open.push(at);
    } else if (before[at].merge(frame)) {
      open.push(at);
    }
  }

  public boolean isReached(int at) {
    return before[at] != null;
  }

  /** Whether nothing is on the operand stack before an instruction. */
  public boolean isStackEmpty(int at) {
    return before[at] != null && before[at].depth() == 0;
  }

  /** The slots in use on the operand stack before an instruction. */
  public int depth(int at) {
    return before[at] == null ? 0 : before[at].depth();
  }

  /** The operands of an instruction, the deepest first; none where it is never reached. */
  public List<Value> operands(int at) {
    return operands.get(at);
  }

  /** The instructions that do something with a value, other than moving it about. */
  public BitSet usesOf(Origin origin) {
    BitSet uses = new BitSet();
    for (int i = 0; i < operands.size(); i++) {
      for (Value operand : operands.get(i)) {
        if (operand.contains(origin)) {
          uses.set(i);
        }
      }
    }
    return uses;
  }

  /** The value stored into an element of an array that this method makes. */
  public Value stored(Origin array, int index) {
    Value stored = Value.NONE;
    for (int i = 0; i < operands.size(); i++) {
      Instruction instruction = body.at(i);
      if (instruction instanceof ArrayStoreInstruction store
          && store.opcode() == Opcode.AASTORE
          && !operands.get(i).isEmpty()
          && operands.get(i).get(0).contains(array)
          && operands.get(i).get(1).contains(new Origin.Constant(index))) {
        stored = stored.or(operands.get(i).get(2));
      }
    }
    return stored;
  }
}
