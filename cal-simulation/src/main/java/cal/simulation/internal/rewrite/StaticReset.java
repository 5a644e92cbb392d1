package cal.simulation.internal.rewrite;

import static cal.simulation.internal.rewrite.JdkEntries.type;
import static java.lang.constant.ConstantDescs.CD_Class;
import static java.lang.constant.ConstantDescs.CD_String;
import static java.lang.constant.ConstantDescs.CD_Throwable;
import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_void;

import java.lang.classfile.AccessFlags;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFileVersion;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.FieldBuilder;
import java.lang.classfile.FieldElement;
import java.lang.classfile.FieldModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDesc;
import java.lang.constant.MethodTypeDesc;

/**
 * Rewrites a class so that its static state can be made anew: its initializer becomes a method,
 * called at the first use of the class in each seed.
 *
 * <pre>
 *  a method of the class, ----&gt; cal$initialize --not ready--&gt; cal$run --&gt; the same above, cal$clinit
 *  a static field's access                                            '--&gt; Initializers
 *  cal$forget, between seeds: no static field has a value, the class is not ready
 * </pre>
 *
 * The difference: {@code new} evaluates the arguments before the initializer runs.
 */
final class StaticReset {
  /** The first class files with constants that are classes, as the new code has. */
  private static final int CLASS_CONSTANTS = 49;

  /** Initializes the class, unless done. */
  static final String INITIALIZE = "cal$initialize";

  /** Forgets the static state. */
  static final String FORGET = "cal$forget";

  private static final String RUN = "cal$run";
  private static final String INITIALIZER = "cal$clinit";
  private static final String READY = "cal$ready";
  private static final MethodTypeDesc NOTHING = type(CD_void);
  static final ClassDesc SEAM = ClassDesc.of("cal.simulation.seam.Initializers");
  private static final ClassDesc ERROR = ClassDesc.of("java.lang.Error");
  private static final ClassDesc LOADER = ClassDesc.of("java.lang.ClassLoader");
  private static final int HIDDEN = ClassFile.ACC_STATIC | ClassFile.ACC_SYNTHETIC;

  private final StaticState states;
  private final ClassModel type;
  private final ClassDesc own;
  private final StaticState.Facts facts;

  StaticReset(StaticState states, ClassModel type) {
    this.states = states;
    this.type = type;
    this.own = type.thisClass().asSymbol();
    this.facts = StaticState.of(type);
  }

  StaticState.Facts facts() {
    return facts;
  }

  /** Adds a field or a method that is written in another way; false if there is none. */
  boolean added(ClassBuilder builder, Object element, CodeTransform code) {
    if (!facts.anew()) {
      return false;
    }
    if (element instanceof ClassFileVersion version && version.majorVersion() < CLASS_CONSTANTS) {
      builder.withVersion(CLASS_CONSTANTS, 0); // AspectJ makes aspects of a file in an older form
      return true;
    }
    if (element instanceof FieldModel field && StaticState.isAnew(field)) {
      builder.transformField(field, StaticReset::withoutFinal);
      return true;
    }
    if (element instanceof MethodModel method && method.methodName().equalsString("<clinit>")) {
      builder.withMethod(
          INITIALIZER,
          NOTHING,
          ClassFile.ACC_PRIVATE | HIDDEN,
          same -> same.transformCode(method.code().orElseThrow(), code));
      return true;
    }
    return false;
  }

  private static void withoutFinal(FieldBuilder builder, FieldElement element) {
    if (element instanceof AccessFlags flags) {
      builder.withFlags(flags.flagsMask() & ~ClassFile.ACC_FINAL);
    } else {
      builder.with(element);
    }
  }

  /** The begin of a method; whether the class is initialized there. */
  boolean begin(CodeBuilder code, MethodModel method) {
    String name = method.methodName().stringValue();
    boolean begins = facts.anew() && !name.equals("<clinit>") && !name.startsWith("lambda$");
    if (begins) {
      code.invokestatic(own, INITIALIZE, NOTHING);
    }
    return begins;
  }

  /** Before an element is written; whether a class is initialized there. */
  boolean before(CodeBuilder code, CodeElement element) {
    boolean begins =
        element instanceof FieldInstruction access
            && (access.opcode() == Opcode.GETSTATIC || access.opcode() == Opcode.PUTSTATIC)
            && !(facts.anew() && isOwn(access))
            && states.isAnew(access.owner().asInternalName());
    if (begins) {
      code.invokestatic(((FieldInstruction) element).owner().asSymbol(), INITIALIZE, NOTHING);
    }
    return begins;
  }

  private boolean isOwn(FieldInstruction access) {
    return access.owner().asInternalName().equals(type.thisClass().asInternalName());
  }

  /** Writes an element in another way; false if there is none. */
  boolean replaced(CodeBuilder code, CodeElement element) {
    return switch (element) {
      case FieldInstruction write -> keeps(code, write);
      case InvokeInstruction call -> initializes(code, call);
      default -> false;
    };
  }

  /** Constants that are kept have their value from the first seed on. */
  private boolean keeps(CodeBuilder code, FieldInstruction write) {
    boolean keeps =
        facts.anew()
            && facts.keeps()
            && write.opcode() == Opcode.PUTSTATIC
            && isOwn(write)
            && type.fields().stream()
                .anyMatch(
                    field ->
                        field.fieldName().equalsString(write.name().stringValue())
                            && StaticState.isConstant(field));
    if (keeps) {
      code.getstatic(own, write.name().stringValue(), write.typeSymbol())
          .ifThenElse(Opcode.IFNULL, first -> first.with(write), CodeBuilder::pop);
    }
    return keeps;
  }

  private static boolean initializes(CodeBuilder code, InvokeInstruction call) {
    String name = call.name().stringValue();
    String owner = call.owner().asInternalName();
    int parameters = call.typeSymbol().parameterCount();
    if (name.equals("forName") && owner.equals("java/lang/Class") && parameters == 3) {
      code.invokestatic(SEAM, "forName", type(CD_Class, CD_String, CD_boolean, LOADER));
      return true;
    }
    boolean initializes =
        name.equals("ensureInitialized")
            || (name.equals("forName") && owner.equals("java/lang/Class") && parameters == 1);
    if (initializes && call.typeSymbol().returnType().equals(CD_Class)) {
      code.with(call).invokestatic(SEAM, "initialized", type(CD_Class, CD_Class));
      return true;
    }
    return false;
  }

  /** Adds the methods. */
  void end(ClassBuilder builder) {
    if (!facts.anew()) {
      return;
    }
    builder.withField(READY, CD_boolean, HIDDEN);
    builder.withMethodBody(
        INITIALIZE,
        NOTHING,
        ClassFile.ACC_PUBLIC | HIDDEN,
        code ->
            code.getstatic(own, READY, CD_boolean)
                .ifThen(Opcode.IFEQ, then -> then.invokestatic(own, RUN, NOTHING))
                .return_());
    builder.withMethodBody(RUN, NOTHING, ClassFile.ACC_PRIVATE | HIDDEN, this::run);
    builder.withMethodBody(FORGET, NOTHING, ClassFile.ACC_PUBLIC | HIDDEN, this::forget);
  }

  private void run(CodeBuilder code) {
    code.loadConstant(own)
        .invokestatic(SEAM, "begins", type(CD_boolean, CD_Class))
        .ifThen(
            then ->
                then.trying(
                    all -> {
                      if (facts.above() != null && states.isAnew(facts.above())) {
                        all.invokestatic(
                            type.superclass().orElseThrow().asSymbol(), INITIALIZE, NOTHING);
                      }
                      if (StaticState.initializer(type).isPresent()) {
                        all.invokestatic(own, INITIALIZER, NOTHING);
                      }
                      all.iconst_1()
                          .putstatic(own, READY, CD_boolean)
                          .loadConstant(own)
                          .invokestatic(SEAM, "ended", type(CD_void, CD_Class));
                    },
                    failed ->
                        failed.catchingAll(
                            thrown -> {
                              int local = thrown.allocateLocal(TypeKind.REFERENCE);
                              thrown
                                  .astore(local)
                                  .loadConstant(own)
                                  .aload(local)
                                  .invokestatic(SEAM, "failed", type(ERROR, CD_Class, CD_Throwable))
                                  .athrow();
                            })))
        .return_();
  }

  private void forget(CodeBuilder code) {
    for (FieldModel field : type.fields()) {
      if (StaticState.isAnew(field) && !(facts.keeps() && StaticState.isConstant(field))) {
        ClassDesc kind = field.fieldTypeSymbol();
        ConstantDesc constant =
            field
                .findAttribute(Attributes.constantValue())
                .map(value -> value.constant().constantValue())
                .orElse(null);
        if (constant != null) {
          code.loadConstant(constant);
        } else {
          zero(code, TypeKind.from(kind));
        }
        code.putstatic(own, field.fieldName().stringValue(), kind);
      }
    }
    code.iconst_0().putstatic(own, READY, CD_boolean).return_();
  }

  private static void zero(CodeBuilder code, TypeKind kind) {
    switch (kind) {
      case LONG -> code.lconst_0();
      case FLOAT -> code.fconst_0();
      case DOUBLE -> code.dconst_0();
      case REFERENCE -> code.aconst_null();
      default -> code.iconst_0();
    }
  }
}
