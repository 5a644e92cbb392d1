package cal.weave.support;

import java.lang.classfile.Attributes;
import java.lang.classfile.ClassModel;
import java.lang.classfile.MethodModel;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The names of ajc 1.9.27 in class files.
 *
 * <p>A woven call becomes a call of {@code ajc$around$...}, with an object of class {@code
 * X$AjcClosureN}; {@code run} of the object calls {@code X.name_aroundBodyN}, which has the call
 * alone. Advice without a closure is inlined into a method {@code name_aroundBodyN$advice}.
 * Stateless.
 */
public final class AjcNames {
  /** Makes the static parts of a class's join points. */
  public static final String STATIC_PARTS = "ajc$preClinit";

  private static final String INTER_TYPE = "ajc$interMethod$";

  /** Prefixes of the members of inter-type methods, constructors and fields in their aspect. */
  private static final List<String> MEMBERS =
      List.of(INTER_TYPE, "ajc$postInterConstructor$", "ajc$interFieldInit$");

  private static final Pattern AROUND_BODY = Pattern.compile(".*_aroundBody\\d+(\\$advice)?");
  private static final Pattern CLOSURE = Pattern.compile(".*\\$AjcClosure\\d+");

  private AjcNames() {}

  /** Whether a method is a piece of around advice. */
  public static boolean isAroundAdvice(String method) {
    return method.startsWith("ajc$around$");
  }

  /** Whether a method is the {@code proceed} of around advice. */
  public static boolean isProceed(String method) {
    return method.startsWith("ajc$around$") && method.endsWith("proceed");
  }

  /** Whether a method is advice after the return of a join point. */
  public static boolean isAfterReturning(String method) {
    return method.startsWith("ajc$afterReturning$");
  }

  /** Whether a method is around advice, inlined into a woven class. */
  public static boolean isInlinedAdvice(String method) {
    return method.endsWith("$advice") && isAroundBody(method);
  }

  /** Whether a method is the body of a join point with around advice, or the inlined advice. */
  public static boolean isAroundBody(String method) {
    return AROUND_BODY.matcher(method).matches();
  }

  /** The source name of a method or of the body of a join point. */
  public static String authors(String method) {
    return method.replaceFirst("_aroundBody\\d+.*", "");
  }

  /** The place of an instruction as in a stack trace, without a line 0. */
  public static String site(ClassModel model, MethodModel method, int line) {
    String file =
        model
            .findAttribute(Attributes.sourceFile())
            .map(attribute -> attribute.sourceFile().stringValue())
            .orElse("unknown");
    String name = caller(model.thisClass().asInternalName(), method.methodName().stringValue());
    return name + "(" + file + (line == 0 ? "" : ":" + line) + ")";
  }

  /** The class and the source name of a method, as in a stack trace. */
  public static String caller(String type, String method) {
    return type.replace('/', '.') + "." + authors(method);
  }

  /** The name of a method declared by an aspect for another type; any other name unchanged. */
  public static String declared(String method) {
    return method.replaceFirst("^ajc\\$interMethod\\$.*\\$", "");
  }

  /** The body of a join point of inlined advice, without the number. */
  public static String bodyOf(String inlinedAdvice) {
    return inlinedAdvice.replaceFirst("\\d+\\$advice$", "");
  }

  /** The pointcut of a method; null for any other method. */
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

  /** Whether a method of an aspect stands for a member declared for another type. */
  public static boolean isInterTypeMember(String method) {
    return MEMBERS.stream().anyMatch(method::startsWith);
  }

  /** Whether a method is ajc's own, and not declared by an aspect for another type. */
  public static boolean isOwn(String method) {
    return method.startsWith("ajc$") && !method.startsWith(INTER_TYPE);
  }
}
