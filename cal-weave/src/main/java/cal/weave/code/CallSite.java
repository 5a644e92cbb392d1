package cal.weave.code;

import java.lang.classfile.Opcode;
import java.util.List;

/**
 * A call, as in the source.
 *
 * @param caller the method around the call
 * @param at its instruction there
 * @param opcode the kind of dispatch
 * @param callee the called method
 * @param arguments the receiver, unless the callee is static, then the arguments
 */
public record CallSite(
    Procedure caller, int at, Opcode opcode, MethodName callee, List<Value> arguments) {

  public boolean isStatic() {
    return opcode == Opcode.INVOKESTATIC;
  }

  /** Whether subtypes may answer; {@code super} calls, constructors and private ones do not. */
  public boolean isDispatched() {
    return opcode == Opcode.INVOKEVIRTUAL || opcode == Opcode.INVOKEINTERFACE;
  }

  public boolean isConstructor() {
    return callee.name().equals("<init>");
  }

  /** The receiver; null for a static callee. */
  public Value receiver() {
    return isStatic() || arguments.isEmpty() ? null : arguments.getFirst();
  }

  /** Whether the receiver is the caller's own object. */
  public boolean isOnThis() {
    return receiver() != null && !caller.isStatic() && isThis(receiver());
  }

  /** The called method, as the class of the call has it; null where it is in no given class. */
  public Procedure target() {
    return caller.resolve(callee);
  }

  private static boolean isThis(Value value) {
    return new Origin.Parameter(0).equals(value.single());
  }

  public Origin result() {
    return new Origin.Result(at);
  }
}
