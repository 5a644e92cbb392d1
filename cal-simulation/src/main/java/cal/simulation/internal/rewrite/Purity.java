package cal.simulation.internal.rewrite;

import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.Instruction;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.ArrayStoreInstruction;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LoadInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.classfile.instruction.NewReferenceArrayInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.classfile.instruction.StackInstruction;
import java.lang.classfile.instruction.StoreInstruction;
import java.lang.classfile.instruction.ThrowInstruction;
import java.util.List;

/**
 * Whether a method makes nothing but values that nobody can change: constants, lambdas, patterns,
 * the JDK's immutable collections, handles, and the constants of an enum. Immutable.
 */
final class Purity {
  private static final List<String> CALLS =
      List.of(
          "java/util/List.of",
          "java/util/Set.of",
          "java/util/Map.of",
          "java/util/Map.entry",
          "java/util/Optional.empty",
          "java/util/regex/Pattern.compile",
          "java/time/Duration.",
          "java/lang/Class.desiredAssertionStatus",
          "java/lang/String.",
          "java/lang/Integer.valueOf",
          "java/lang/Long.valueOf",
          "java/lang/Boolean.valueOf",
          "java/lang/Enum.<init>",
          "java/lang/Object.<init>",
          "java/lang/ExceptionInInitializerError.<init>",
          "java/lang/AssertionError.<init>",
          "java/lang/invoke/MethodHandles.",
          "java/lang/invoke/MethodHandles$Lookup.",
          "java/lang/invoke/MethodType.");

  private static final List<String> ERRORS =
      List.of("java/lang/ExceptionInInitializerError", "java/lang/AssertionError");

  /** Of lambdas, and of strings. */
  private static final List<String> CALL_SITES = List.of("metafactory", "makeConcatWithConstants");

  private final String own;
  private final boolean isEnum;

  /**
   * For methods of a class.
   *
   * @param isEnum whether objects of the class are made, and their constructor is looked at too
   */
  Purity(ClassModel type, boolean isEnum) {
    own = type.thisClass().asInternalName();
    this.isEnum = isEnum;
  }

  /** Whether an enum, or the body of one of its constants. */
  private boolean isConstant(String name) {
    return isEnum && (name.equals(own) || name.startsWith(own + "$"));
  }

  boolean isPure(MethodModel method) {
    return method.code().stream()
        .flatMap(code -> code.elementStream())
        .allMatch(element -> !(element instanceof Instruction) || isPure(element));
  }

  private boolean isPure(CodeElement element) {
    return switch (element) {
      case ConstantInstruction _ -> true;
      case StackInstruction _ -> true;
      case LoadInstruction _ -> true;
      case StoreInstruction _ -> true;
      case BranchInstruction _ -> true;
      case ReturnInstruction _ -> true;
      case ThrowInstruction _ -> true;
      case NewReferenceArrayInstruction _ -> true; // of a call; fields of arrays are not pure
      case ArrayStoreInstruction _ -> true;
      case InvokeDynamicInstruction lambda ->
          CALL_SITES.contains(lambda.bootstrapMethod().methodName());
      case NewObjectInstruction made -> isMade(made.className().asInternalName());
      case FieldInstruction field -> isPure(field);
      case InvokeInstruction call -> isPure(call);
      default -> false;
    };
  }

  private boolean isMade(String name) {
    return isConstant(name) || ERRORS.contains(name);
  }

  private boolean isPure(FieldInstruction field) {
    String owner = field.owner().asInternalName();
    boolean ofJdk = owner.startsWith("java/") && !owner.equals("java/lang/System");
    return owner.equals(own) || (field.opcode() == Opcode.GETSTATIC && ofJdk);
  }

  private boolean isPure(InvokeInstruction call) {
    String owner = call.owner().asInternalName();
    String name = call.name().stringValue();
    boolean makes = name.equals("<init>") || name.equals("$values");
    return (makes && isConstant(owner)) || ClassNames.startsWith(owner + "." + name, CALLS);
  }
}
