package cal.weave.loop;

import cal.weave.code.Hierarchy;
import cal.weave.code.Procedure;
import cal.weave.code.Program;
import cal.weave.code.Rewriting;
import cal.weave.support.AspectNames;
import cal.weave.support.MethodPattern;
import cal.weave.support.WeaveException;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeModel;
import java.lang.classfile.Label;
import java.lang.classfile.MethodModel;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.LineNumber;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;

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
 * <p>This is a coroutine (M. Conway, Design of a separable transition-diagram compiler, 1963) that
 * is suspended before such a call, where the operand stack is empty; at several calls, {@code
 * state[0]} is the number of one. Handlers of exceptions stay around their instructions. Only live
 * variables are kept.
 *
 * @param aspect the class name of the stage's binding
 * @param place the stage's entry in the file, for messages
 * @param loop the procedure
 * @param step the call
 * @param input of each step, in variables of the loop; null if unknown there
 */
public record LoopCut(
    String aspect, String place, MethodPattern loop, MethodPattern step, LoopInput input) {
  private static final String STEP = "$step";

  private static final Pattern NAMELESS = Pattern.compile("[$.]\\d");

  private static final ClassDesc STATE = ConstantDescs.CD_Object.arrayType();

  /** The cut of a stage, by patterns that can be read. */
  public static LoopCut of(String aspect, String place, String loop, String step) {
    return new LoopCut(
        aspect,
        place,
        MethodPattern.imported(loop).orElseThrow(),
        MethodPattern.imported(step).orElseThrow(),
        null);
  }

  /**
   * The same cut, and each step begins with input.
   *
   * @param socket the variable of the loop with the socket; null for none
   * @param buffer the variable with input that may be left; null for none
   */
  public LoopCut awaiting(String socket, String buffer) {
    LoopInput told = new LoopInput(AspectNames.stage(aspect), socket, buffer);
    return new LoopCut(aspect, place, loop, step, told);
  }

  /**
   * The pattern of the procedure that runs a step, by the pattern of the loop. AspectJ takes no
   * name of a class without a name of its own ({@code Server$1}), so the method has a name that no
   * other class has.
   */
  public static String stepsOf(String loop) {
    MethodPattern pattern = MethodPattern.imported(loop).orElseThrow();
    String type = isNameless(pattern.type()) ? "*" : pattern.type();
    return "boolean " + type + "." + pattern.method() + ending(pattern.type()) + "(..)";
  }

  private static boolean isNameless(String type) {
    return NAMELESS.matcher(type).find();
  }

  /** The end of the name of a method that runs a step. */
  private static String ending(String type) {
    return isNameless(type) ? STEP + "$" + type.replaceAll("[./$]", "_") : STEP;
  }

  /**
   * Cuts the procedure in its class.
   *
   * @param loader of the server's classes
   * @param told of each procedure that is cut, with its suspensions
   * @return null for a class without the procedure, or one cut before
   */
  byte[] cut(byte[] bytes, ClassLoader loader, BiConsumer<Procedure, List<Suspension>> told) {
    ClassFile file = Rewriting.in(loader);
    Hierarchy types = Hierarchy.in(loader);
    ClassModel model = Inlining.of(file, file.parse(bytes), this);
    Program program = new Program(List.of(model));
    Map<MethodModel, List<Suspension>> places = new LinkedHashMap<>();
    for (MethodModel method : model.methods()) {
      if (isToCut(model, method)) {
        Procedure procedure = new Procedure(program, model, method);
        places.put(method, new Places(this, procedure).find(file, types, model, method));
        told.accept(procedure, places.get(method));
      }
    }
    if (places.isEmpty()) {
      return null;
    }
    return file.transformClass(
        model,
        (to, element) -> {
          if (element instanceof MethodModel method && places.containsKey(method)) {
            put(method, method.code().orElseThrow(), model, places.get(method), to);
          } else {
            to.with(element);
          }
        });
  }

  /** Whether a class has the procedure, cut or not. */
  boolean isIn(ClassModel model) {
    return model.methods().stream().anyMatch(method -> isMeant(model, method));
  }

  /** Whether a method of the class is meant, and was not cut before. */
  boolean isToCut(ClassModel model, MethodModel method) {
    return isMeant(model, method) && !isCut(model, method);
  }

  private static String stepName(ClassModel owner, MethodModel method) {
    return method.methodName().stringValue() + ending(owner.thisClass().asInternalName());
  }

  private static boolean isCut(ClassModel model, MethodModel method) {
    String step = stepName(model, method);
    return model.methods().stream()
        .anyMatch(
            each ->
                each.methodName().equalsString(step)
                    && each.methodTypeSymbol().equals(stepType(method)));
  }

  private static MethodTypeDesc stepType(MethodModel method) {
    MethodTypeDesc type = method.methodTypeSymbol();
    return type.changeReturnType(ConstantDescs.CD_boolean)
        .insertParameterTypes(type.parameterCount(), STATE);
  }

  WeaveException wrongLoop(Procedure procedure, int at, String what) {
    return wrong("loop", loop.toString(), procedure, at, what);
  }

  WeaveException wrongStep(Procedure procedure, int at, String what) {
    return wrong("step", step.toString(), procedure, at, what);
  }

  WeaveException wrong(String key, String text, Procedure procedure, int instruction, String what) {
    int line = procedure.body().size() == 0 ? 0 : procedure.body().line(instruction);
    String at = named(procedure) + (line == 0 ? "" : ":" + line);
    return new WeaveException(place + "." + key + ": " + text + " (at " + at + ") " + what);
  }

  /** A lambda by its own name, which a file may have, and others by the name in the source. */
  static String named(Procedure procedure) {
    String name = procedure.name().name();
    return name.startsWith("lambda$")
        ? procedure.owner().replace('/', '.') + "." + name
        : procedure.toString();
  }

  /** Whether a method runs the steps of a loop that was cut. */
  public static boolean isStep(String method) {
    return method.contains(STEP);
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
      MethodModel method,
      CodeModel body,
      ClassModel owner,
      List<Suspension> places,
      ClassBuilder to) {
    boolean isStatic = method.flags().has(AccessFlag.STATIC);
    MethodTypeDesc type = stepType(method);
    int size = 1 + places.stream().mapToInt(each -> each.variables().size()).max().orElseThrow();
    String name = stepName(owner, method);
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
                  drive(code, owner, name, type, isStatic, size);
                });
          } else {
            made.with(element);
          }
        });
    int flags = ClassFile.ACC_PRIVATE | (isStatic ? ClassFile.ACC_STATIC : 0);
    int state = isStatic ? 0 : 1;
    for (ClassDesc parameter : method.methodTypeSymbol().parameterList()) {
      state += TypeKind.from(parameter).slotSize();
    }
    Steps steps = new Steps(state, places);
    to.withMethod(name, type, flags, made -> made.transformCode(body, steps));
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
}
