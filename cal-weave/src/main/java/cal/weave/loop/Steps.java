package cal.weave.loop;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.Instruction;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.List;

/** The body of a procedure, entered again where the last step has ended. For a single method. */
final class Steps implements CodeTransform {
  private static final MethodTypeDesc INT = MethodTypeDesc.of(ConstantDescs.CD_int);

  private final int parameter;
  private final List<Suspension> places;
  private final List<Label> resume = new ArrayList<>();
  private int state;
  private int next;

  /**
   * Does nothing yet.
   *
   * @param parameter the slot of the state, the last parameter
   * @param places in the order of their numbers
   */
  Steps(int parameter, List<Suspension> places) {
    this.parameter = parameter;
    this.places = places;
  }

  /** Also the start of a second run, which the writer of a long method makes for wide jumps. */
  @Override
  public void atStart(CodeBuilder code) {
    resume.clear();
    next = 0;
    state = code.allocateLocal(TypeKind.REFERENCE);
    Label begin = code.newLabel();
    code.aload(parameter).astore(state);
    code.aload(state).iconst_0().aaload().ifnull(begin);
    List<SwitchCase> cases = new ArrayList<>();
    places.forEach(each -> cases.add(SwitchCase.of(each.number(), code.newLabel())));
    if (places.size() > 1) {
      code.aload(state).iconst_0().aaload().checkcast(ConstantDescs.CD_Integer);
      code.invokevirtual(ConstantDescs.CD_Integer, "intValue", INT);
      code.tableswitch(1, places.size(), cases.getFirst().target(), cases);
    }
    for (Suspension each : places) {
      resume.add(code.newLabel());
      code.labelBinding(cases.get(each.number() - 1).target());
      each.restore(code, state);
      code.goto_(resume.getLast());
    }
    code.labelBinding(begin);
  }

  @Override
  public void accept(CodeBuilder code, CodeElement element) {
    if (element instanceof Instruction) {
      for (Suspension each : places) {
        if (each.instruction() == next) {
          each.save(code, state);
          code.iconst_1().ireturn().labelBinding(resume.get(each.number() - 1));
        }
      }
      next++;
    }
    if (element instanceof ReturnInstruction) {
      code.iconst_0().ireturn();
    } else {
      code.with(element);
    }
  }
}
