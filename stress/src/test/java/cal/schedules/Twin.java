package cal.schedules;

import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.MethodTypeDesc;

/**
 * A class with one call left out: its broken twin, which a test has to find. Immutable.
 *
 * @param type the class
 * @param method the method with the call; empty for any
 * @param call the name of the method that is not called
 * @param answer the answer in place of the call's, where that is a number or a boolean; else null
 */
record Twin(String type, String method, String call, int answer) {
  @Override
  public String toString() {
    String simple = type.substring(type.lastIndexOf('.') + 1);
    return simple + "." + method + " without " + call;
  }

  /**
   * The class file of the twin.
   *
   * @throws IllegalStateException without such a call
   */
  byte[] of(byte[] original) {
    int[] left = {0};
    CodeTransform without =
        (code, element) -> {
          if (element instanceof InvokeInstruction one && one.name().equalsString(call)) {
            left[0]++;
            leaveOut(code, one);
          } else {
            code.with(element);
          }
        };
    ClassFile files = ClassFile.of();
    byte[] twin =
        files.transformClass(
            files.parse(original),
            ClassTransform.transformingMethodBodies(
                each -> method.isEmpty() || each.methodName().equalsString(method), without));
    if (left[0] == 0 && !method.isEmpty()) {
      throw new IllegalStateException("no such call: " + this);
    }
    return twin;
  }

  private void leaveOut(CodeBuilder code, InvokeInstruction one) {
    MethodTypeDesc type = one.typeSymbol();
    for (int i = type.parameterCount() - 1; i >= 0; i--) {
      pop(code, TypeKind.from(type.parameterType(i)));
    }
    if (one.opcode() != Opcode.INVOKESTATIC) {
      code.pop();
    }
    switch (TypeKind.from(type.returnType()).asLoadable()) {
      case VOID -> {}
      case INT -> code.loadConstant(answer);
      case LONG -> code.loadConstant((long) answer);
      default -> code.aconst_null();
    }
  }

  private static void pop(CodeBuilder code, TypeKind kind) {
    if (kind.slotSize() == 2) {
      code.pop2();
    } else {
      code.pop();
    }
  }
}
