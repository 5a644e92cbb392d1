package cal.weave.loop;

import cal.weave.code.Body;
import cal.weave.code.CallSite;
import cal.weave.code.MethodLoops;
import cal.weave.code.MethodName;
import cal.weave.code.Procedure;
import cal.weave.support.WeaveException;
import java.lang.classfile.Attributes;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.Instruction;
import java.lang.classfile.TypeKind;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.classfile.attribute.StackMapFrameInfo;
import java.lang.classfile.attribute.StackMapFrameInfo.ObjectVerificationTypeInfo;
import java.lang.classfile.attribute.StackMapFrameInfo.SimpleVerificationTypeInfo;
import java.lang.classfile.attribute.StackMapFrameInfo.VerificationTypeInfo;
import java.lang.classfile.instruction.LabelTarget;
import java.lang.classfile.instruction.StoreInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The place in a procedure where its steps end and begin. Immutable.
 *
 * @param instruction the first instruction of a step
 * @param parameter the slot of the state, the last parameter
 * @param variables the variables with a value there, without the object itself
 */
record Suspension(int instruction, int parameter, List<Variable> variables) {
  /** The type of a variable whose value is null. */
  private static final ClassDesc NULL = ConstantDescs.CD_Void;

  private static final Map<TypeKind, ClassDesc> BOXES =
      Map.of(
          TypeKind.INT, ConstantDescs.CD_Integer,
          TypeKind.LONG, ConstantDescs.CD_Long,
          TypeKind.FLOAT, ConstantDescs.CD_Float,
          TypeKind.DOUBLE, ConstantDescs.CD_Double);

  /** A local variable; its type is null where no frame tells. */
  private record Variable(int slot, ClassDesc type) {
    TypeKind kind() {
      return TypeKind.from(type);
    }

    int end() {
      return slot + (type == null ? 1 : kind().slotSize());
    }
  }

  /**
   * Finds the place: before the call, with nothing on the operand stack.
   *
   * @throws WeaveException if there is no such place
   */
  static Suspension of(LoopCut cut, Procedure procedure, CodeAttribute code) {
    requireFit(cut, procedure, code);
    int call = call(cut, procedure);
    int at = before(cut, procedure, call);
    int first = procedure.isStatic() ? 0 : 1;
    int parameter = first;
    for (ClassDesc type : procedure.type().parameterList()) {
      parameter += TypeKind.from(type).slotSize();
    }
    List<Variable> variables =
        variables(code, procedure, at).stream().filter(each -> each.slot >= first).toList();
    if (variables.stream().anyMatch(each -> each.type == null)) {
      throw wrongStep(
          cut,
          procedure,
          at,
          "follows a variable that its loop sets; name an earlier call of the turn");
    }
    return new Suspension(at, parameter, variables);
  }

  private static void requireFit(LoopCut cut, Procedure procedure, CodeAttribute code) {
    if (!procedure.type().returnType().equals(ConstantDescs.CD_void)) {
      throw wrongLoop(cut, procedure, "returns an answer, so its caller waits for the last step");
    }
    if (procedure.isSynchronized()) {
      throw wrongLoop(
          cut, procedure, "is synchronized, and a step cannot keep its lock for the next");
    }
    // Later compilers write a frame at the begin of each loop.
    if (!procedure.body().isReadable()
        || (frames(code).isEmpty() && !new MethodLoops(procedure.body()).outermost().isEmpty())) {
      throw wrongLoop(
          cut, procedure, "is compiled for Java 5 or earlier; compile its class for a later Java");
    }
    if (!procedure.isStatic() && code.elementStream().anyMatch(Suspension::setsThis)) {
      throw wrongLoop(
          cut, procedure, "keeps something else where its object was; take the class unobfuscated");
    }
  }

  private static boolean setsThis(CodeElement element) {
    return element instanceof StoreInstruction store && store.slot() == 0;
  }

  private static List<StackMapFrameInfo> frames(CodeAttribute code) {
    return code.findAttribute(Attributes.stackMapTable())
        .map(all -> all.entries())
        .orElse(List.of());
  }

  /** The only call of the step. */
  private static int call(LoopCut cut, Procedure procedure) {
    MethodLoops loops = new MethodLoops(procedure.body());
    List<CallSite> looped =
        procedure.calls().stream().filter(site -> !loops.around(site.at()).isEmpty()).toList();
    List<CallSite> found = looped.stream().filter(site -> isMeant(cut, site)).toList();
    if (found.size() != 1) {
      throw wrongStep(
          cut,
          procedure,
          found.isEmpty() ? 0 : found.getLast().at(),
          "stands at "
              + found.size()
              + " places in the loops of "
              + procedure
              + "; name a call that stands at one: "
              + looped.stream()
                  .map(site -> site.callee().toString())
                  .distinct()
                  .collect(Collectors.joining(", ")));
    }
    int call = found.getFirst().at();
    if (procedure.body().isGuarded(call)) {
      throw wrongStep(cut, procedure, call, "is called with a lock held, which a step cannot keep");
    }
    return call;
  }

  /** The last instruction of the loop with nothing on the stack that each turn passes. */
  private static int before(LoopCut cut, Procedure procedure, int call) {
    BitSet loop = new MethodLoops(procedure.body()).around(call).getFirst();
    for (int at = call; at >= 0; at = loop.previousSetBit(at - 1)) {
      if (procedure.values().isStackEmpty(at) && isOnlyWay(procedure.body(), at, call)) {
        return at;
      }
    }
    throw wrongStep(
        cut,
        procedure,
        call,
        "is in a loop inside an expression, whose other values a step cannot keep; make the loop a"
            + " statement");
  }

  /** Whether no way leads to a call from elsewhere but by an instruction before. */
  private static boolean isOnlyWay(Body body, int at, int call) {
    for (int i = 0; i < body.size(); i++) {
      boolean elsewhere = i < at || i >= call;
      if (elsewhere && Arrays.stream(body.next(i)).anyMatch(to -> at < to && to <= call)) {
        return false;
      }
    }
    return body.handlers().stream()
        .filter(handler -> at < handler.target() && handler.target() <= call)
        .allMatch(handler -> at <= handler.start() && handler.end() <= call);
  }

  private static boolean isMeant(LoopCut cut, CallSite site) {
    MethodName callee = site.callee();
    return cut.step()
        .isMethod(callee.owner(), callee.name(), MethodTypeDesc.ofDescriptor(callee.descriptor()));
  }

  private static WeaveException wrongLoop(LoopCut cut, Procedure procedure, String what) {
    return mistake(cut.place() + ".loop: " + cut.loop(), procedure, 0, what);
  }

  private static WeaveException wrongStep(LoopCut cut, Procedure procedure, int at, String what) {
    return mistake(cut.place() + ".step: " + cut.step(), procedure, at, what);
  }

  private static WeaveException mistake(String key, Procedure procedure, int at, String what) {
    int line = procedure.body().line(at);
    return new WeaveException(
        key + " (at " + procedure + (line == 0 ? "" : ":" + line) + ") " + what);
  }

  /** By the last frame before the instruction, and the stores since. */
  private static List<Variable> variables(CodeAttribute code, Procedure procedure, int at) {
    List<StackMapFrameInfo> frames = frames(code);
    List<Variable> known = parameters(procedure);
    int next = 0;
    for (CodeElement element : code) {
      if (element instanceof LabelTarget target) {
        for (StackMapFrameInfo frame : frames) {
          if (code.labelToBci(frame.target()) == code.labelToBci(target.label())) {
            known = variables(frame.locals());
          }
        }
      } else if (element instanceof Instruction && next++ == at) {
        return known;
      } else if (element instanceof StoreInstruction store) {
        set(known, store);
      }
    }
    throw new IllegalStateException("no instruction " + at + " in " + procedure);
  }

  private static List<Variable> parameters(Procedure procedure) {
    List<Variable> known = new ArrayList<>();
    int slot = procedure.isStatic() ? 0 : 1;
    for (ClassDesc type : procedure.type().parameterList()) {
      boolean small = TypeKind.from(type).asLoadable() == TypeKind.INT;
      known.add(new Variable(slot, small ? ConstantDescs.CD_int : type));
      slot += TypeKind.from(type).slotSize();
    }
    return known;
  }

  private static List<Variable> variables(List<VerificationTypeInfo> locals) {
    List<Variable> known = new ArrayList<>();
    int slot = 0;
    for (VerificationTypeInfo local : locals) {
      ClassDesc type =
          switch (local) {
            case ObjectVerificationTypeInfo object -> object.classSymbol();
            case SimpleVerificationTypeInfo.INTEGER -> ConstantDescs.CD_int;
            case SimpleVerificationTypeInfo.FLOAT -> ConstantDescs.CD_float;
            case SimpleVerificationTypeInfo.LONG -> ConstantDescs.CD_long;
            case SimpleVerificationTypeInfo.DOUBLE -> ConstantDescs.CD_double;
            case SimpleVerificationTypeInfo.NULL -> NULL;
            default -> ConstantDescs.CD_void; // no value, or none that may be kept
          };
      if (!type.equals(ConstantDescs.CD_void)) {
        known.add(new Variable(slot, type));
      }
      slot += type.equals(ConstantDescs.CD_void) ? 1 : TypeKind.from(type).slotSize();
    }
    return known;
  }

  private static void set(List<Variable> known, StoreInstruction store) {
    int end = store.slot() + store.typeKind().slotSize();
    known.removeIf(each -> each.end() > store.slot() && each.slot < end);
    ClassDesc type =
        switch (store.typeKind()) {
          case LONG -> ConstantDescs.CD_long;
          case DOUBLE -> ConstantDescs.CD_double;
          case FLOAT -> ConstantDescs.CD_float;
          case REFERENCE -> null;
          default -> ConstantDescs.CD_int;
        };
    known.add(new Variable(store.slot(), type));
  }

  /** The length of a state: a mark, and the variables. */
  int size() {
    return variables.size() + 1;
  }

  /** Keeps the variables. */
  void save(CodeBuilder code, int state) {
    code.aload(state).iconst_0().aload(state).aastore();
    for (int i = 0; i < variables.size(); i++) {
      Variable each = variables.get(i);
      code.aload(state).loadConstant(i + 1).loadLocal(each.kind(), each.slot);
      ClassDesc box = BOXES.get(each.kind());
      if (box != null) {
        code.invokestatic(box, "valueOf", MethodTypeDesc.of(box, each.type));
      }
      code.aastore();
    }
  }

  /** Sets the variables again. */
  void restore(CodeBuilder code, int state) {
    for (int i = 0; i < variables.size(); i++) {
      Variable each = variables.get(i);
      if (each.type.equals(NULL)) {
        code.aconst_null();
      } else {
        ClassDesc box = BOXES.getOrDefault(each.kind(), each.type);
        code.aload(state).loadConstant(i + 1).aaload().checkcast(box);
        if (each.type.isPrimitive()) {
          String value = each.type.displayName() + "Value";
          code.invokevirtual(box, value, MethodTypeDesc.of(each.type));
        }
      }
      code.storeLocal(each.kind(), each.slot);
    }
  }
}
