package cal.weave.code;

import cal.weave.support.AjcNames;
import cal.weave.support.WeaveException;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** A method of the checked classes, with analyses on demand. */
public final class Procedure {
  private final Program program;
  private final MethodModel model;
  private final MethodName name;
  private Body body;
  private Values values;
  private List<CallSite> calls;

  public Procedure(Program program, ClassModel owner, MethodModel model) {
    this.program = program;
    this.model = model;
    this.name =
        new MethodName(
            owner.thisClass().asInternalName(),
            model.methodName().stringValue(),
            model.methodType().stringValue());
  }

  /** A method of the same program; null where it is in no given class. */
  Procedure resolve(MethodName other) {
    return program.resolve(other);
  }

  public MethodName name() {
    return name;
  }

  public Program program() {
    return program;
  }

  public String owner() {
    return name.owner();
  }

  public MethodTypeDesc type() {
    return model.methodTypeSymbol();
  }

  public boolean is(AccessFlag flag) {
    return model.flags().has(flag);
  }

  public boolean isStatic() {
    return is(AccessFlag.STATIC);
  }

  public boolean isSynchronized() {
    return is(AccessFlag.SYNCHRONIZED);
  }

  /** Whether the method may use a monitor, by its bytes alone; cheaper than its body. */
  public boolean mayLock() {
    return isSynchronized()
        || model.code().filter(code -> mayLock(((CodeAttribute) code).codeArray())).isPresent();
  }

  private static boolean mayLock(byte[] code) {
    for (byte one : code) {
      if (one == (byte) Opcode.MONITORENTER.bytecode()
          || one == (byte) Opcode.MONITOREXIT.bytecode()) {
        return true;
      }
    }
    return false;
  }

  /** Whether the method declares what it throws. */
  public boolean declaresExceptions() {
    return model.findAttribute(Attributes.exceptions()).isPresent();
  }

  public boolean isConstructor() {
    return name.name().equals("<init>");
  }

  public boolean isInitializer() {
    return isConstructor() || name.name().equals("<clinit>");
  }

  public Body body() {
    if (body == null) {
      body = model.code().map(Body::of).orElseGet(Body::none);
    }
    return body;
  }

  public Values values() {
    if (values == null) {
      try {
        values = Values.of(this);
      } catch (IllegalArgumentException | IndexOutOfBoundsException damaged) {
        throw new WeaveException(
            "%s cannot be read (%s); give class files as a compiler wrote them, or leave it out"
                .formatted(this, damaged.getMessage()),
            damaged);
      }
    }
    return values;
  }

  /** Its calls, as before the weaving by ajc. */
  public List<CallSite> calls() {
    if (calls == null) {
      calls = new ArrayList<>();
      for (int i = 0; i < body().size(); i++) {
        if (body().at(i) instanceof InvokeInstruction call && values().isReached(i)) {
          MethodName callee =
              new MethodName(
                  call.owner().asInternalName(),
                  call.name().stringValue(),
                  call.type().stringValue());
          CallSite site = new CallSite(this, i, call.opcode(), callee, values().operands(i));
          calls.add(Unweaving.unwoven(program, site));
        }
      }
    }
    return calls;
  }

  /** The instructions for lambdas, method references and joined strings. */
  public List<Integer> dynamicCalls() {
    List<Integer> found = new ArrayList<>();
    for (int i = 0; i < body().size(); i++) {
      if (body().at(i) instanceof InvokeDynamicInstruction) {
        found.add(i);
      }
    }
    return found;
  }

  /** Whether the method calls such a name, or woven code; cheaper than its calls. */
  public boolean mentions(Predicate<String> callee) {
    for (int i = 0; i < body().size(); i++) {
      if (body().at(i) instanceof InvokeInstruction call
          && (Unweaving.isAdvice(call) || callee.test(call.name().stringValue()))) {
        return true;
      }
    }
    return false;
  }

  /** {@code class.method}, as in a stack trace. */
  public String site() {
    return AjcNames.caller(owner(), name.name());
  }

  /** {@code class.method}, as in the source. */
  @Override
  public String toString() {
    String written =
        AjcNames.declared(AjcNames.authors(name.name()))
            .replaceFirst("^lambda\\$(.+)\\$\\d+$", "$1")
            .replace("<init>", "new");
    return owner().replace('/', '.') + "." + written;
  }
}
