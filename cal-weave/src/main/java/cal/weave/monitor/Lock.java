package cal.weave.monitor;

import cal.weave.code.Body;
import cal.weave.code.Origin;
import cal.weave.code.Procedure;
import cal.weave.support.AjcNames;
import java.lang.classfile.Instruction;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.MonitorInstruction;
import java.lang.constant.ClassDesc;
import java.util.ArrayList;
import java.util.List;

/**
 * A place that takes the monitor of an object: a synchronized method or block. Immutable.
 *
 * @param procedure the method around
 * @param line of the place; 0 for a method
 * @param type the internal name of the object's type, or of a type above
 * @param field the name of the field that has the object; null for no field, or several
 * @param owner the internal name of the class of that field's look-up
 * @param ofClass whether the object is the class itself
 */
public record Lock(
    Procedure procedure, int line, String type, String field, String owner, boolean ofClass) {
  static final String OBJECT = "java/lang/Object";

  /** A constant stands this many instructions at most before the entry of its monitor. */
  private static final int NEAR = 4;

  /** The synchronized method and blocks of a procedure. */
  static List<Lock> in(Procedure procedure) {
    List<Lock> locks = new ArrayList<>();
    if (!procedure.mayLock()) {
      return locks;
    }
    if (procedure.isSynchronized()) {
      locks.add(new Lock(procedure, 0, procedure.owner(), null, null, procedure.isStatic()));
    }
    Body body = procedure.body();
    for (int i = 0; i < body.size(); i++) {
      if (isEntry(body.at(i)) && procedure.values().isReached(i)) {
        locks.add(of(procedure, i));
      }
    }
    return locks;
  }

  /** Whether a procedure takes or gives back a monitor, or cannot be read. */
  static boolean isUsedIn(Procedure procedure) {
    Body body = procedure.body();
    boolean used = procedure.isSynchronized() || !body.isReadable();
    for (int i = 0; i < body.size(); i++) {
      used |= body.at(i) instanceof MonitorInstruction;
    }
    return used;
  }

  /** Whether an instruction takes a monitor. */
  public static boolean isEntry(Instruction instruction) {
    return instruction instanceof MonitorInstruction monitor
        && monitor.opcode() == Opcode.MONITORENTER;
  }

  /** Whether a call is {@code Thread.holdsLock}. */
  static boolean isQuestion(InvokeInstruction call) {
    return call.name().equalsString("holdsLock")
        && call.owner().asInternalName().equals("java/lang/Thread");
  }

  /** The lock of an instruction, by the origin of its first operand. */
  public static Lock of(Procedure procedure, int at) {
    int line = procedure.body().line(at);
    Origin origin = procedure.values().operands(at).getFirst().single();
    return switch (origin) {
      case null -> ofConstant(procedure, at, line);
      case Origin.FieldOf(Origin _, String owner, String name) ->
          new Lock(procedure, line, typeOf(procedure, owner, name), name, owner, false);
      case Origin.Parameter(int slot) ->
          new Lock(procedure, line, typeOf(procedure, slot), null, null, false);
      case Origin.Made(int _, String type) -> new Lock(procedure, line, type, null, null, false);
      case Origin.Result(int call)
          when procedure.body().at(call) instanceof InvokeInstruction made ->
          new Lock(procedure, line, internal(made.typeSymbol().returnType()), null, null, false);
      default -> new Lock(procedure, line, OBJECT, null, null, false);
    };
  }

  private static Lock ofConstant(Procedure procedure, int at, int line) {
    for (int i = at - 1; i >= Math.max(0, at - NEAR); i--) {
      if (procedure.body().at(i) instanceof ConstantInstruction constant
          && constant.constantValue() instanceof ClassDesc type
          && procedure.values().operands(at).getFirst().origins().isEmpty()) {
        return new Lock(procedure, line, internal(type), null, null, true);
      }
    }
    return new Lock(procedure, line, OBJECT, null, null, false);
  }

  private static String typeOf(Procedure procedure, String owner, String name) {
    Body body = procedure.body();
    for (int i = 0; i < body.size(); i++) {
      if (body.at(i) instanceof FieldInstruction field
          && field.name().equalsString(name)
          && field.owner().asInternalName().equals(owner)) {
        return internal(field.typeSymbol());
      }
    }
    return OBJECT;
  }

  private static String typeOf(Procedure procedure, int slot) {
    int next = 0;
    if (!procedure.isStatic()) {
      if (slot == 0) {
        return procedure.owner();
      }
      next = 1;
    }
    for (ClassDesc parameter : procedure.type().parameterList()) {
      if (next == slot) {
        return internal(parameter);
      }
      next += TypeKind.from(parameter).slotSize();
    }
    return OBJECT;
  }

  private static String internal(ClassDesc type) {
    String name = type.descriptorString();
    return type.isClassOrInterface() ? name.substring(1, name.length() - 1) : OBJECT;
  }

  /** Whether the type says nothing of the object, and no field does. */
  boolean isUntold() {
    return field == null && !ofClass && type.equals(OBJECT);
  }

  /** The object in the user's words. */
  String object() {
    if (ofClass) {
      return "the class " + written(type);
    }
    return field == null ? "an object of " + written(type) : written(owner) + "." + field;
  }

  static String written(String type) {
    return type.replace('/', '.');
  }

  /** The method and its line, in the user's words. */
  String place() {
    return place(procedure, line);
  }

  static String place(Procedure procedure, int line) {
    return AjcNames.declared(procedure.toString()) + (line == 0 ? "" : " (line " + line + ")");
  }
}
