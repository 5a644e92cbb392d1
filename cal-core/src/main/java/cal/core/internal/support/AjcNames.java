package cal.core.internal.support;

import java.lang.classfile.Attributes;
import java.lang.classfile.ClassModel;
import java.lang.classfile.MethodModel;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The names that ajc 1.9.27 gives to what it makes in class files.
 *
 * <p>A woven call becomes a call of {@code ajc$around$...}, with an object of class {@code
 * X$AjcClosureN} whose {@code run} calls {@code X.name_aroundBodyN}, where the call stands alone.
 * Advice without a closure is inlined into a method {@code name_aroundBodyN$advice}. Stateless.
 */
public final class AjcNames {
  /** Makes the static parts of a class's join points. */
  public static final String STATIC_PARTS = "ajc$preClinit";

  private static final String INTER_TYPE = "ajc$interMethod$";

  /**
   * Prefixes of the members that each inter-type method, constructor and field leaves in its
   * aspect.
   */
  private static final List<String> MEMBERS =
      List.of(INTER_TYPE, "ajc$postInterConstructor$", "ajc$interFieldInit$");

  private static final Pattern AROUND_BODY = Pattern.compile(".*_aroundBody\\d+(\\$advice)?");
  private static final Pattern CLOSURE = Pattern.compile(".*\\$AjcClosure\\d+");

  private AjcNames() {}

  /** Whether a method is a piece of around advice. */
  public static boolean isAroundAdvice(String method) {
    return method.startsWith("ajc$around$");
  }

  /** Whether a method is what around advice proceeds by. */
  public static boolean isProceed(String method) {
    return method.startsWith("ajc$around$") && method.endsWith("proceed");
  }

  /** Whether a method is a piece of advice after a join point that has returned. */
  public static boolean isAfterReturning(String method) {
    return method.startsWith("ajc$afterReturning$");
  }

  /** Whether a method is around advice that was inlined into a woven class. */
  public static boolean isInlinedAdvice(String method) {
    return method.endsWith("$advice") && isAroundBody(method);
  }

  /**
   * Whether a method is the body of a join point that has around advice, or that advice inlined.
   */
  public static boolean isAroundBody(String method) {
    return AROUND_BODY.matcher(method).matches();
  }

  /** The name as its author wrote it, of a method or of the body of a join point. */
  public static String authors(String method) {
    return method.replaceFirst("_aroundBody\\d+.*", "");
  }

  /** The place of an instruction as a stack trace tells it; without a line where that is 0. */
  public static String site(ClassModel model, MethodModel method, int line) {
    String type = model.thisClass().asInternalName().replace('/', '.');
    String file =
        model
            .findAttribute(Attributes.sourceFile())
            .map(attribute -> attribute.sourceFile().stringValue())
            .orElse("unknown");
    String name = authors(method.methodName().stringValue());
    return type + "." + name + "(" + file + (line == 0 ? "" : ":" + line) + ")";
  }

  /** The name of a method that an aspect declares for another type; any other as it is. */
  public static String declared(String method) {
    return method.replaceFirst("^ajc\\$interMethod\\$.*\\$", "");
  }

  /** The body of a join point, of the advice that is inlined there: without its number. */
  public static String bodyOf(String inlinedAdvice) {
    return inlinedAdvice.replaceFirst("\\d+\\$advice$", "");
  }

  /** The pointcut that a method stands for; null for any other method. */
  public static String pointcut(String method) {
    String[] parts = method.split("\\$");
    return parts.length > 3 && parts[0].equals("ajc") && parts[1].equals("pointcut")
        ? parts[3]
        : null;
  }

  /** Whether a field holds the static part of a join point. */
  public static boolean isStaticPart(String field) {
    return field.startsWith("ajc$tjp_");
  }

  /** Whether a class, by any form of its name, is the closure of a join point. */
  public static boolean isClosure(String type) {
    return CLOSURE.matcher(type).matches();
  }

  /** Whether a method of an aspect stands for a member that it declares for another type. */
  public static boolean isInterTypeMember(String method) {
    return MEMBERS.stream().anyMatch(method::startsWith);
  }

  /** Whether a method is ajc's own; not one that an aspect declares for another type. */
  public static boolean isOwn(String method) {
    return method.startsWith("ajc$") && !method.startsWith(INTER_TYPE);
  }
}
