package cal.simulation.internal.rewrite;

import static java.lang.constant.ConstantDescs.CD_Class;
import static java.lang.constant.ConstantDescs.CD_Long;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_Set;
import static java.lang.constant.ConstantDescs.CD_long;

import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDesc;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.DirectMethodHandleDesc.Kind;
import java.lang.constant.DynamicCallSiteDesc;
import java.lang.constant.MethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.List;
import java.util.Set;

/**
 * The calls of a class, and its references to methods, that go to the seam: for time, for the
 * current thread, for free memory and for the place in a file. Immutable.
 *
 * @param type the class
 * @param ofJdk whether the class is the JDK's, where the current thread stays, but for comparisons
 *     with threads of the JDK's own
 */
record Replacements(ClassModel type, boolean ofJdk) {
  private static final ClassDesc LOOKUP = ClassDesc.of("java.lang.invoke.MethodHandles$Lookup");
  private static final ClassDesc RUNTIME = ClassDesc.of("java.lang.Runtime");
  private static final ClassDesc FILE = ClassDesc.of("java.io.RandomAccessFile");
  private static final ClassDesc SYSTEM = ClassDesc.of("java.lang.System");

  /** Keeps the names of all log files. */
  static final String LOGS = "java/util/logging/FileHandler";

  private static final List<String> COMPARING =
      List.of(
          "java/util/concurrent/ThreadPerTaskExecutor",
          "jdk/internal/net/http/",
          "sun/net/www/http/KeepAliveCache");
  private static final Set<String> NAMES =
      Set.of(
          "nanoTime",
          "currentTimeMillis",
          "currentThread",
          "findVarHandle",
          "freeMemory",
          "totalMemory",
          "maxMemory");
  private static final ClassDesc THREAD = ClassDesc.of("java.lang.Thread");

  /** Writes the replacement of an element; false if there is none. */
  boolean replaced(CodeBuilder code, CodeElement element) {
    return switch (element) {
      case InvokeInstruction call -> replaced(code, call);
      case InvokeDynamicInstruction call -> replaced(code, call);
      case FieldInstruction field -> replaced(code, field);
      default -> false;
    };
  }

  private boolean replaced(CodeBuilder code, InvokeInstruction call) {
    String name = call.name().stringValue();
    if (ofJdk && name.equals("getNanoTimeAdjustment")) {
      // (offset) becomes (real, offset)
      code.dup2().with(call).dup2_x2().pop2();
      code.invokestatic(
          JdkEntries.SEAM, "adjustment", MethodTypeDesc.of(CD_long, CD_long, CD_long));
      return true;
    }
    if (!NAMES.contains(name) || !isReplaced(call.owner().asSymbol(), name)) {
      return false;
    }
    ClassDesc owner = call.owner().asSymbol();
    MethodTypeDesc type = call.typeSymbol();
    code.invokestatic(
        seam(owner),
        name,
        owner.equals(LOOKUP) || owner.equals(RUNTIME) ? type.insertParameterTypes(0, owner) : type);
    return true;
  }

  /** Whether a call may be of the native method by which a program asks for its place in a file. */
  static boolean isPointer(InvokeInstruction call) {
    return call.name().equalsString("getFilePointer")
        && call.type().equalsString("()J")
        && call.opcode() != Opcode.INVOKESTATIC;
  }

  /** In place of such a call: the object may be of any class, which may answer itself. */
  static void point(CodeBuilder code, InvokeInstruction call) {
    code.dup().dup();
    if (call.opcode() == Opcode.INVOKESPECIAL) {
      code.pop().loadConstant(call.owner().asSymbol());
    } else {
      code.invokevirtual(CD_Object, "getClass", MethodTypeDesc.of(CD_Class));
    }
    code.invokestatic(
            ProcessEntries.SEAM, "filePointer", MethodTypeDesc.of(CD_Long, CD_Object, CD_Class))
        .dup()
        .ifThenElse(
            Opcode.IFNONNULL,
            then ->
                then.swap().pop().invokevirtual(CD_Long, "longValue", MethodTypeDesc.of(CD_long)),
            otherwise -> otherwise.pop().with(call));
  }

  /** A static field that would be one for all processes of a run. */
  private boolean replaced(CodeBuilder code, FieldInstruction field) {
    boolean locks =
        ofJdk
            && field.opcode() == Opcode.GETSTATIC
            && field.name().equalsString("locks")
            && field.owner().asInternalName().equals(LOGS);
    if (locks) {
      code.with(field)
          .invokestatic(ProcessEntries.SEAM, "locks", MethodTypeDesc.of(CD_Set, CD_Set));
    }
    return locks;
  }

  /** A reference to a method is a handle among the arguments of a call site. */
  private boolean replaced(CodeBuilder code, InvokeDynamicInstruction call) {
    List<ConstantDesc> arguments = call.bootstrapArgs().stream().map(this::replacement).toList();
    if (arguments.equals(call.bootstrapArgs())) {
      return false;
    }
    code.invokedynamic(
        DynamicCallSiteDesc.of(
            call.bootstrapMethod(),
            call.name().stringValue(),
            call.typeSymbol(),
            arguments.toArray(ConstantDesc[]::new)));
    return true;
  }

  private ConstantDesc replacement(ConstantDesc argument) {
    return argument instanceof DirectMethodHandleDesc handle
            && (handle.kind() == Kind.STATIC || handle.kind() == Kind.VIRTUAL)
            && isReplaced(handle.owner(), handle.methodName())
        ? MethodHandleDesc.ofMethod(
            Kind.STATIC, seam(handle.owner()), handle.methodName(), handle.invocationType())
        : argument;
  }

  private static ClassDesc seam(ClassDesc owner) {
    return owner.equals(RUNTIME) || owner.equals(FILE) ? ProcessEntries.SEAM : JdkEntries.SEAM;
  }

  private boolean isReplaced(ClassDesc owner, String name) {
    return switch (name) {
      case "nanoTime", "currentTimeMillis" -> owner.equals(SYSTEM);
      case "currentThread" -> isThread(owner, name) && (!ofJdk || isComparing());
      case "freeMemory", "totalMemory", "maxMemory" -> !ofJdk && owner.equals(RUNTIME);
      case "findVarHandle" -> !ofJdk && owner.equals(LOOKUP);
      case "getFilePointer" -> !ofJdk && owner.equals(FILE);
      default -> false;
    };
  }

  private boolean isComparing() {
    return ClassNames.startsWith(type.thisClass().asInternalName(), COMPARING);
  }

  /** Whether a call means {@code Thread}: a subclass names itself where its code has no name. */
  private boolean isThread(ClassDesc owner, String name) {
    return owner.equals(THREAD)
        || (owner.equals(type.thisClass().asSymbol())
            && type.methods().stream().noneMatch(one -> one.methodName().equalsString(name)));
  }
}
