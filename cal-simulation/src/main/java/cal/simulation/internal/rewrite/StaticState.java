package cal.simulation.internal.rewrite;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.FieldModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.FieldInstruction;
import java.net.URL;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The static fields of classes, and whether a seed has to make their state anew, as VMVM does
 * between tests (Bell and Kaiser, ICSE 2014). Constants of enums are kept where nobody can change
 * them, for the JDK keeps them too. Thread-safe.
 */
final class StaticState {
  private static final Set<String> VALUES =
      Set.of(
          "Ljava/lang/String;",
          "Ljava/lang/Class;",
          "Ljava/lang/Integer;",
          "Ljava/lang/Long;",
          "Ljava/time/Duration;",
          "Ljava/util/regex/Pattern;");

  private final Map<String, Optional<Facts>> known = new ConcurrentHashMap<>();

  /**
   * A class of the program.
   *
   * @param above its superclass; null for none
   * @param anew whether its static state is made anew
   * @param keeps whether the constants of an enum are kept nevertheless
   * @param remade whether they are made anew
   * @param unfit why no seed can make the state anew; null if each can
   */
  record Facts(String above, boolean anew, boolean keeps, boolean remade, String unfit) {}

  /** Whether a class, or a class above, has static state that is made anew. */
  boolean isAnew(String internalName) {
    for (String name = internalName; name != null; ) {
      Optional<Facts> facts = known.computeIfAbsent(name, StaticState::read);
      if (facts.isPresent() && facts.get().anew()) {
        return true;
      }
      name = facts.map(Facts::above).orElse(null);
    }
    return false;
  }

  /** Empty for a class of the JDK, and of those that all seeds share. */
  private static Optional<Facts> read(String name) {
    if (name.startsWith("[") || ClassNames.isShared(name.replace('/', '.'))) {
      return Optional.empty();
    }
    URL found = ClassLoader.getSystemResource(name + ".class");
    if (found == null || found.getProtocol().equals("jrt")) {
      return Optional.empty();
    }
    try (InputStream in = found.openStream()) {
      return Optional.of(of(ClassFile.of().parse(in.readAllBytes())));
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /** Looks at a class. */
  static Facts of(ClassModel type) {
    String above = type.superclass().map(one -> one.asInternalName()).orElse(null);
    boolean isEnum = has(type.flags().flagsMask(), ClassFile.ACC_ENUM);
    boolean isBody = isEnum && !"java/lang/Enum".equals(above);
    Purity purity = new Purity(type, isEnum);
    boolean pure = initializer(type).map(purity::isPure).orElse(true);
    boolean keeps = isEnum && isFixed(type, purity, pure);
    boolean changes = type.fields().stream().anyMatch(StaticState::isChanging);
    boolean others = type.fields().stream().anyMatch(field -> isAnew(field) && !isConstant(field));
    boolean made = changes || !pure;
    boolean anew = keeps ? others && made : (isEnum && !isBody) || made;
    String unfit = null;
    if (isBody && type.fields().stream().anyMatch(field -> !isStatic(field))) {
      unfit = "a constant of an enum with fields of its own";
    } else if (anew && has(type.flags().flagsMask(), ClassFile.ACC_INTERFACE)) {
      unfit = "an interface with constants that are made";
    }
    return new Facts(above, anew, keeps, isEnum && anew && !keeps, unfit);
  }

  private static boolean has(int flags, int flag) {
    return (flags & flag) != 0;
  }

  static Optional<MethodModel> initializer(ClassModel type) {
    return type.methods().stream()
        .filter(method -> method.methodName().equalsString("<clinit>"))
        .findFirst();
  }

  /** Whether a field is made anew; constants of the class file stay. */
  static boolean isAnew(FieldModel field) {
    return isStatic(field)
        && (!isFinal(field) || field.findAttribute(Attributes.constantValue()).isEmpty());
  }

  private static boolean isStatic(FieldModel field) {
    return has(field.flags().flagsMask(), ClassFile.ACC_STATIC);
  }

  private static boolean isFinal(FieldModel field) {
    return has(field.flags().flagsMask(), ClassFile.ACC_FINAL);
  }

  private static boolean isArray(FieldModel field) {
    return field.fieldType().stringValue().startsWith("[");
  }

  /** Whether a field can get another value, or its array another element. */
  private static boolean isChanging(FieldModel field) {
    return isAnew(field) && !isConstant(field) && (!isFinal(field) || isArray(field));
  }

  /** Whether a field is a constant of an enum, or the array of these. */
  static boolean isConstant(FieldModel field) {
    return has(field.flags().flagsMask(), ClassFile.ACC_ENUM)
        || field.fieldName().equalsString("$VALUES");
  }

  /** Whether the constants of an enum have nothing that changes. */
  private static boolean isFixed(ClassModel type, Purity purity, boolean pure) {
    return type.fields().stream()
            .filter(field -> !isStatic(field))
            .allMatch(
                field ->
                    !isArray(field)
                        && (pure || isValue(field))
                        && (isFinal(field) || isWrittenOnce(field, type)))
        && type.methods().stream()
            .filter(method -> method.methodName().equalsString("<init>"))
            .allMatch(purity::isPure);
  }

  private static boolean isValue(FieldModel field) {
    String type = field.fieldType().stringValue();
    return type.length() == 1 || VALUES.contains(type);
  }

  /** Whether a field of an enum is written by the constructor alone. */
  private static boolean isWrittenOnce(FieldModel field, ClassModel type) {
    return has(field.flags().flagsMask(), ClassFile.ACC_PRIVATE)
        && type.findAttribute(Attributes.nestMembers()).isEmpty()
        && type.methods().stream()
            .filter(method -> !method.methodName().equalsString("<init>"))
            .flatMap(method -> method.code().stream())
            .flatMap(code -> code.elementStream())
            .noneMatch(
                element ->
                    element instanceof FieldInstruction access
                        && access.opcode() == Opcode.PUTFIELD
                        && access.name().equals(field.fieldName()));
  }
}
