package cal.weave.code;

import java.lang.classfile.TypeKind;
import java.util.Arrays;

/** The local variables and the operand stack before an instruction; two slots for long, double. */
final class Frame {
  private final Value[] locals;
  private Value[] stack = new Value[8];
  private int depth;

  Frame(int locals) {
    this.locals = new Value[locals];
    Arrays.fill(this.locals, Value.UNKNOWN);
  }

  Frame copy() {
    Frame copy = new Frame(locals.length);
    System.arraycopy(locals, 0, copy.locals, 0, locals.length);
    copy.stack = stack.clone();
    copy.depth = depth;
    return copy;
  }

  /** The same variables, and a single operand: the start of an exception handler. */
  Frame caught() {
    Frame frame = copy();
    frame.depth = 0;
    frame.push(Value.UNKNOWN);
    return frame;
  }

  /** Adds the values of another frame; whether anything changed. */
  boolean merge(Frame other) {
    boolean changed = false;
    for (int i = 0; i < locals.length; i++) {
      Value merged = locals[i].or(other.locals[i]);
      changed |= !merged.equals(locals[i]);
      locals[i] = merged;
    }
    for (int i = 0; i < Math.min(depth, other.depth); i++) {
      Value merged = stack[i].or(other.stack[i]);
      changed |= !merged.equals(stack[i]);
      stack[i] = merged;
    }
    return changed;
  }

  Value local(int slot) {
    return locals[slot];
  }

  void local(int slot, Value value) {
    locals[slot] = value;
  }

  int depth() {
    return depth;
  }

  void push(Value value) {
    if (depth == stack.length) {
      stack = Arrays.copyOf(stack, 2 * depth);
    }
    stack[depth++] = value;
  }

  Value pop() {
    return stack[--depth];
  }

  void push(Value value, TypeKind kind) {
    for (int i = 0; i < kind.slotSize(); i++) {
      push(value);
    }
  }

  Value pop(TypeKind kind) {
    Value value = Value.NONE;
    for (int i = 0; i < kind.slotSize(); i++) {
      value = pop();
    }
    return value;
  }

  /** Puts a copy of the top {@code count} slots under the {@code below} slots beneath them. */
  void duplicate(int count, int below) {
    Value[] top = Arrays.copyOfRange(stack, depth - count, depth);
    Value[] under = Arrays.copyOfRange(stack, depth - count - below, depth - count);
    depth -= count + below;
    for (Value[] part : new Value[][] {top, under, top}) {
      for (Value value : part) {
        push(value);
      }
    }
  }
}
