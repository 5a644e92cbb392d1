package cal.simulation.internal.rewrite;

import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_void;

import cal.simulation.spi.Point;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.ArrayLoadInstruction;
import java.lang.classfile.instruction.ArrayStoreInstruction;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.MonitorInstruction;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Points of preemption in a method of a class under test. Constructors and class initializers have
 * none: no other thread sees their object, and a class initializer cannot be left.
 */
final class PointInsertion {
  private static final MethodTypeDesc POINT = MethodTypeDesc.of(CD_void, CD_int);

  /** Of {@code java.util}, but not shared by threads. */
  private static final List<String> VALUES =
      List.of(
          "java/util/function/",
          "java/util/regex/",
          "java/util/stream/",
          "java/util/Objects",
          "java/util/Optional");

  /** Their calls access fields and arrays. */
  private static final Set<String> ACCESSES =
      Set.of("java/lang/invoke/VarHandle", "sun/misc/Unsafe");

  /** The methods that threads and pools begin with. */
  private static final Pattern TASKS = Pattern.compile("run|call|lambda\\$.*");

  private final ClassModel type;
  private final boolean none;

  /** At the begin of the method; null for none. */
  private final Point begin;

  PointInsertion(ClassModel type, MethodModel method) {
    this.type = type;
    String name = method.methodName().stringValue();
    none = name.startsWith("<") || name.equals("$values"); // of an enum's initializer
    begin = isLocked(method) ? Point.ENTER : TASKS.matcher(name).matches() ? Point.BEGIN : null;
  }

  private static boolean isLocked(MethodModel method) {
    return (method.flags().flagsMask() & ClassFile.ACC_SYNCHRONIZED) != 0;
  }

  /** The begin of a method; whether a point stands there. */
  boolean begin(CodeBuilder code) {
    if (begin != null) {
      point(code, begin);
    }
    return begin != null;
  }

  /** Passes an element on; whether a point stands beside it. */
  boolean with(CodeBuilder code, CodeElement element) {
    Point before = none ? null : before(element);
    if (before != null) {
      point(code, before);
    }
    code.with(element);
    boolean left =
        !none
            && element instanceof MonitorInstruction monitor
            && monitor.opcode() == Opcode.MONITOREXIT;
    if (left) {
      point(code, Point.EXIT);
    }
    return before != null || left;
  }

  private Point before(CodeElement element) {
    return switch (element) {
      case FieldInstruction field -> isFinal(field) ? null : Point.FIELD;
      case ArrayLoadInstruction _ -> Point.ARRAY;
      case ArrayStoreInstruction _ -> Point.ARRAY;
      case MonitorInstruction monitor ->
          monitor.opcode() == Opcode.MONITORENTER ? Point.ENTER : null;
      case InvokeInstruction call -> entersOwn(call) ? Point.ENTER : before(call);
      default -> null;
    };
  }

  /** Whether a synchronized method of the class is called, which then has the monitor already. */
  private boolean entersOwn(InvokeInstruction call) {
    return call.owner().equals(type.thisClass())
        && type.methods().stream()
            .anyMatch(
                one ->
                    isLocked(one)
                        && one.methodName().equals(call.name())
                        && one.methodType().equals(call.type()));
  }

  private static Point before(InvokeInstruction call) {
    String called = call.owner().asInternalName();
    if (ACCESSES.contains(called)) {
      return Point.FIELD;
    }
    if (called.startsWith("java/util/")
        && !ClassNames.startsWith(called, VALUES)
        && !call.name().equalsString("<init>")) {
      return Point.CONCURRENT;
    }
    return called.equals("java/lang/Thread") && call.name().equalsString("onSpinWait")
        ? Point.SPIN
        : null;
  }

  /** Whether the accessed field is a final one of the class itself. */
  private boolean isFinal(FieldInstruction access) {
    return access.owner().equals(type.thisClass())
        && type.fields().stream()
            .anyMatch(
                field ->
                    field.flags().has(AccessFlag.FINAL) && field.fieldName().equals(access.name()));
  }

  @SuppressWarnings("EnumOrdinal") // rewritten code of the bootstrap class path cannot see the enum
  private static void point(CodeBuilder code, Point point) {
    code.loadConstant(point.ordinal()).invokestatic(JdkEntries.SEAM, "point", POINT);
  }
}
