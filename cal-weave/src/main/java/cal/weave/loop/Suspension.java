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
 * @param variables the live variables there, without the object itself
 */
record Suspension(int number, int instruction, CallSite call, List<Variable> variables) {
  private static final MethodTypeDesc BOX =
      MethodTypeDesc.of(ConstantDescs.CD_Integer, ConstantDescs.CD_int);

  /** Keeps the place, and the variables. */
  void save(CodeBuilder code, int state) {
    code.aload(state).iconst_0().loadConstant(number);
    code.invokestatic(ConstantDescs.CD_Integer, "valueOf", BOX).aastore();
    for (int i = 0; i < variables.size(); i++) {
      code.aload(state).loadConstant(i + 1);
      variables.get(i).box(code);
      code.aastore();
    }
  }

  /** Sets the variables again. */
  void restore(CodeBuilder code, int state) {
    for (int i = 0; i < variables.size(); i++) {
      code.aload(state).loadConstant(i + 1).aaload();
      variables.get(i).unbox(code);
    }
  }
}
