package cal.weave.loop;

import cal.weave.code.Hierarchy;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.Map;

/**
 * A local variable where a step ends. Immutable.
 *
 * @param slot of the variable
 * @param type or {@link #NULL}
 * @param written name and type in the source; empty if unknown
 * @param live whether the next steps read the variable
 */
record Variable(int slot, ClassDesc type, String written, boolean live) {
  /** The type of a variable whose value is null. */
  static final ClassDesc NULL = ConstantDescs.CD_Void;

  private static final Map<TypeKind, ClassDesc> BOXES =
      Map.of(
          TypeKind.INT, ConstantDescs.CD_Integer,
          TypeKind.LONG, ConstantDescs.CD_Long,
          TypeKind.FLOAT, ConstantDescs.CD_Float,
          TypeKind.DOUBLE, ConstantDescs.CD_Double);

  TypeKind kind() {
    return TypeKind.from(type);
  }

  /** The name in the source; empty if unknown. */
  String name() {
    return written.replaceFirst(" .*", "");
  }

  boolean isNamed(String name) {
    return name().equals(name);
  }

  /** Whether the value may tell what is left in it. */
  boolean mayTell(Hierarchy types) {
    String name = type.descriptorString();
    return type.isClassOrInterface()
        ? types.mayTell(name.substring(1, name.length() - 1).replace('/', '.'))
        : kind() == TypeKind.INT || kind() == TypeKind.LONG;
  }

  /** Pushes the value, as an object. */
  void box(CodeBuilder code) {
    code.loadLocal(kind(), slot);
    ClassDesc box = BOXES.get(kind());
    if (box != null) {
      code.invokestatic(box, "valueOf", MethodTypeDesc.of(box, type));
    }
  }

  /** Sets the variable to the object on the stack. */
  void unbox(CodeBuilder code) {
    if (type.equals(NULL)) {
      code.pop().aconst_null();
    } else {
      ClassDesc box = BOXES.getOrDefault(kind(), type);
      code.checkcast(box);
      if (type.isPrimitive()) {
        code.invokevirtual(box, type.displayName() + "Value", MethodTypeDesc.of(type));
      }
    }
    code.storeLocal(kind(), slot);
  }

  /** {@code line (String)}. */
  @Override
  public String toString() {
    String inferred = type.equals(NULL) ? "null" : type.displayName();
    return written.isEmpty() ? "variable " + slot + " (" + inferred + ")" : written;
  }
}
