package cal.weave.loop;

import cal.weave.code.Procedure;
import cal.weave.code.Program;
import cal.weave.code.Rewriting;
import cal.weave.support.MethodPattern;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.Instruction;
import java.lang.classfile.Label;
import java.lang.classfile.MethodModel;
import java.lang.classfile.TypeKind;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.classfile.instruction.LineNumber;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.util.List;

/**
 * A procedure that loops until its client is gone, cut into steps. Each step begins with one call
 * inside the loop, and ends before the next such call. Immutable.
 *
 * <pre>
 *   void run() {              void run() {
 *     open();                   Object[] state = new Object[n];
 *     while (!stop) {           while (run$step(state)) ;
 *       process();            }
 *     }
 *     close();                boolean run$step(Object[] state) {
 *   }                           if (state[0] != null) { variables = state[1..]; goto resume; }
 *                               open();
 *                               while (!stop) {
 *                                 state[1..] = variables; return true;
 *                       resume:   process();
 *                               }
 *                               close();
 *                               return false;
 *                             }
 * </pre>
 *
 * <p>This is a coroutine with one place of suspension, where the operand stack is empty. Handlers
 * of exceptions stay around their instructions.
 *
 * @param place the stage's entry in the file, for messages
 * @param loop the procedure
 * @param step the call
 */
public record LoopCut(String place, MethodPattern loop, MethodPattern step) {
  private static final String STEP = "$step";

  private static final ClassDesc STATE = ConstantDescs.CD_Object.arrayType();

  /** The cut of a stage, by patterns that can be read. */
  public static LoopCut of(String place, String loop, String step) {
    return new LoopCut(
        place,
        MethodPattern.imported(loop).orElseThrow(),
        MethodPattern.imported(step).orElseThrow());
  }

  /** The pattern of the procedure that runs a step, by the pattern of the loop. */
  public static String stepsOf(String loop) {
    MethodPattern pattern = MethodPattern.imported(loop).orElseThrow();
    return "boolean " + pattern.type() + "." + pattern.method() + STEP + "(..)";
  }

  /**
   * Cuts the procedure in its class.
   *
   * @param loader of the server's classes
   * @return null for a class without the procedure
   */
  byte[] cut(byte[] bytes, ClassLoader loader) {
    ClassFile file = Rewriting.in(loader);
    ClassModel model = file.parse(bytes);
    List<MethodModel> meant =
        model.methods().stream().filter(each -> isMeant(model, each)).toList();
    if (meant.isEmpty()) {
      return null;
    }
    Program program = new Program(List.of(model));
    return file.transformClass(
        model,
        (to, element) -> {
          if (element instanceof MethodModel method && meant.contains(method)) {
            Procedure procedure = new Procedure(program, model, method);
            CodeAttribute code = (CodeAttribute) method.code().orElseThrow();
            Suspension at = Suspension.of(this, procedure, code);
            put(method, code, model, at, to);
          } else {
            to.with(element);
          }
        });
  }

  private boolean isMeant(ClassModel owner, MethodModel method) {
    return method.code().isPresent()
        && !method.flags().has(AccessFlag.BRIDGE)
        && !method.methodName().stringValue().startsWith("<")
        && loop.isMethod(
            owner.thisClass().asInternalName(),
            method.methodName().stringValue(),
            method.methodTypeSymbol());
  }

  private static void put(
      MethodModel method, CodeModel body, ClassModel owner, Suspension at, ClassBuilder to) {
    boolean isStatic = method.flags().has(AccessFlag.STATIC);
    int parameters = method.methodTypeSymbol().parameterCount();
    MethodTypeDesc type =
        method
            .methodTypeSymbol()
            .changeReturnType(ConstantDescs.CD_boolean)
            .insertParameterTypes(parameters, STATE);
    String name = method.methodName().stringValue() + STEP;
    to.transformMethod(
        method,
        (made, element) -> {
          if (element instanceof CodeModel) {
            made.withCode(
                code -> {
                  body.elementStream()
                      .filter(LineNumber.class::isInstance)
                      .findFirst()
                      .ifPresent(code::with);
                  drive(code, owner, name, type, isStatic, at.size());
                });
          } else {
            made.with(element);
          }
        });
    int flags = ClassFile.ACC_PRIVATE | (isStatic ? ClassFile.ACC_STATIC : 0);
    to.withMethod(name, type, flags, made -> made.transformCode(body, new Steps(at)));
  }

  /** {@code Object[] state = new Object[size]; while (run$step(.., state)) ;}. */
  private static void drive(
      CodeBuilder code,
      ClassModel model,
      String name,
      MethodTypeDesc type,
      boolean isStatic,
      int size) {
    ClassDesc owner = model.thisClass().asSymbol();
    boolean isInterface = model.flags().has(AccessFlag.INTERFACE);
    int state = code.allocateLocal(TypeKind.REFERENCE);
    code.loadConstant(size).anewarray(ConstantDescs.CD_Object).astore(state);
    Label again = code.newBoundLabel();
    if (!isStatic) {
      code.aload(0);
    }
    for (int i = 0; i < type.parameterCount() - 1; i++) {
      code.loadLocal(TypeKind.from(type.parameterType(i)), code.parameterSlot(i));
    }
    code.aload(state);
    if (isStatic) {
      code.invokestatic(owner, name, type, isInterface);
    } else {
      code.invokespecial(owner, name, type, isInterface);
    }
    code.ifne(again).return_();
  }

  /** The body of the procedure, entered again where the last step has ended. */
  private static final class Steps implements CodeTransform {
    private final Suspension at;
    private Label resume;
    private int state;
    private int next;

    Steps(Suspension at) {
      this.at = at;
    }

    @Override
    public void atStart(CodeBuilder code) {
      resume = code.newLabel();
      state = code.allocateLocal(TypeKind.REFERENCE);
      Label begin = code.newLabel();
      code.aload(at.parameter()).astore(state);
      code.aload(state).iconst_0().aaload().ifnull(begin);
      at.restore(code, state);
      code.goto_(resume).labelBinding(begin);
    }

    @Override
    public void accept(CodeBuilder code, CodeElement element) {
      if (element instanceof Instruction && next++ == at.instruction()) {
        at.save(code, state);
        code.iconst_1().ireturn().labelBinding(resume);
      }
      if (element instanceof ReturnInstruction) {
        code.iconst_0().ireturn();
      } else {
        code.with(element);
      }
    }
  }
}
