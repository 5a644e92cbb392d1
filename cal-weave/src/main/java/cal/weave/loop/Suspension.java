package cal.weave.loop;

import cal.weave.code.CallSite;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.List;

/**
 * A place in a procedure where a step ends, and the next begins. Immutable.
 *
 * @param number of the place, from 1
 * @param instruction the first instruction of a step
 * @param call the call that begins the step
 * @param all the variables there that are live or have a name, without the object itself
 * @param input in variables; null for none
 */
record Suspension(int number, int instruction, CallSite call, List<Variable> all, LoopInput input) {
  private static final MethodTypeDesc BOX =
      MethodTypeDesc.of(ConstantDescs.CD_Integer, ConstantDescs.CD_int);

  /** The variables that are kept: the next steps read them, or they have the input. */
  List<Variable> variables() {
    return all.stream().filter(each -> each.live() || (input != null && input.has(each))).toList();
  }

  /** Keeps the place, and the variables. */
  void save(CodeBuilder code, int state) {
    code.aload(state).iconst_0().loadConstant(number);
    code.invokestatic(ConstantDescs.CD_Integer, "valueOf", BOX).aastore();
    List<Variable> variables = variables();
    for (int i = 0; i < variables.size(); i++) {
      code.aload(state).loadConstant(i + 1);
      variables.get(i).box(code);
      code.aastore();
    }
    if (input != null) {
      input.tell(code, variables);
    }
  }

  /** Sets the variables again. */
  void restore(CodeBuilder code, int state) {
    List<Variable> variables = variables();
    for (int i = 0; i < variables.size(); i++) {
      code.aload(state).loadConstant(i + 1).aaload();
      variables.get(i).unbox(code);
    }
  }
}
