package cal.weave.code;

import java.lang.classfile.Instruction;
import java.lang.classfile.instruction.IncrementInstruction;
import java.lang.classfile.instruction.LoadInstruction;
import java.lang.classfile.instruction.StoreInstruction;
import java.util.BitSet;

/**
 * The live variables of a method: those read later, and not set before. A backward data-flow
 * analysis (A. Aho et al., Compilers, section 9.2.5), in which each instruction may throw. For a
 * single thread.
 */
public final class Liveness {
  private final Body body;
  private final BitSet[] live;

  public Liveness(Body body) {
    this.body = body;
    live = new BitSet[body.size()];
    for (int i = 0; i < live.length; i++) {
      live[i] = new BitSet();
    }
    boolean changed = true;
    while (changed) {
      changed = false;
      for (int i = live.length - 1; i >= 0; i--) {
        BitSet now = before(i);
        changed |= !now.equals(live[i]);
        live[i] = now;
      }
    }
  }

  /** The slots of the variables that are live before an instruction. */
  public BitSet at(int instruction) {
    return live[instruction];
  }

  private BitSet before(int i) {
    BitSet now = new BitSet();
    for (int following : body.next(i)) {
      now.or(live[following]);
    }
    Instruction instruction = body.at(i);
    switch (instruction) {
      case StoreInstruction store -> now.clear(store.slot());
      case LoadInstruction load -> now.set(load.slot());
      case IncrementInstruction increment -> now.set(increment.slot());
      default -> {}
    }
    for (Body.Handler handler : body.handlers()) {
      if (handler.covers(i)) {
        now.or(live[handler.target()]);
      }
    }
    return now;
  }
}
