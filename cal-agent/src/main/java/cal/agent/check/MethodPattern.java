package cal.agent.check;

import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A pattern of methods: {@code RESULT TYPE.METHOD(PARAMETERS)}, a small part of AspectJ's.
 *
 * <p>Types are named in full, but for those of {@code java.lang}; {@code .} or {@code $} stand
 * before a nested one. In names, {@code *} is any run of characters without a dot, {@code ..} any
 * number of packages; a type that is {@code *} is any type; {@code ..} among the parameters is any
 * number of them. {@code TYPE} means the methods that it declares or inherits, called on it or on a
 * subtype; {@code TYPE+} also those that only a subtype declares. Modifiers may stand before it,
 * and mean nothing.
 */
final class MethodPattern {
  private static final Pattern SYNTAX =
      Pattern.compile("(\\S+)\\s+(\\S+?)(\\+?)\\.([\\w$*]+)\\s*\\((.*)\\)");

  /** Left out: methods are found by their names, whatever their modifiers. */
  private static final Pattern MODIFIERS =
      Pattern.compile(
          "^(!?(public|protected|private|static|final|abstract|synchronized|native)\\s+)+");

  private final String text;
  private final Pattern result;
  private final Pattern type;
  private final boolean subtypes;
  private final Pattern method;
  private final List<String> parameters;

  private MethodPattern(String text, Matcher parts) {
    this.text = text;
    this.result = type(parts.group(1));
    this.type = type(parts.group(2));
    this.subtypes = !parts.group(3).isEmpty();
    this.method = Pattern.compile(glob(parts.group(4)));
    String list = parts.group(5).strip();
    this.parameters =
        list.isEmpty() ? List.of() : Arrays.stream(list.split(",")).map(String::strip).toList();
  }

  /**
   * Reads a pattern.
   *
   * @throws IllegalArgumentException if it is none, with a sentence that shows one
   */
  static MethodPattern parse(String text) {
    Matcher parts = SYNTAX.matcher(MODIFIERS.matcher(text.strip()).replaceFirst(""));
    if (!parts.matches()) {
      throw new IllegalArgumentException(
          "'"
              + text
              + "' is no method pattern; write RESULT TYPE.METHOD(PARAMETERS), such as"
              + " 'boolean server.Connection.serve()' or 'int server.Store+.store(..)'");
    }
    return new MethodPattern(text.strip(), parts);
  }

  /** Whether a method of a name may be meant. */
  boolean mayBeNamed(String name) {
    return method.matcher(name).matches();
  }

  /** Whether a method, called on {@code name.owner()} or declared there, is meant. */
  boolean matches(Program program, MethodName name) {
    if (!mayBeNamed(name.name())) {
      return false;
    }
    MethodTypeDesc signature = MethodTypeDesc.ofDescriptor(name.descriptor());
    List<String> given = signature.parameterList().stream().map(MethodPattern::written).toList();
    return result.matcher(written(signature.returnType())).matches()
        && matches(parameters, given)
        && program.supertypes(name.owner()).stream()
            .anyMatch(above -> isMeant(program, name, above));
  }

  private boolean isMeant(Program program, MethodName name, String above) {
    return type.matcher(plain(above)).matches()
        && (subtypes
            || above.equals(name.owner())
            || !program.has(above)
            || program.resolve(new MethodName(above, name.name(), name.descriptor())) != null);
  }

  private static boolean matches(List<String> patterns, List<String> given) {
    if (patterns.isEmpty()) {
      return given.isEmpty();
    }
    List<String> rest = patterns.subList(1, patterns.size());
    if (patterns.getFirst().equals("..")) {
      for (int taken = 0; taken <= given.size(); taken++) {
        if (matches(rest, given.subList(taken, given.size()))) {
          return true;
        }
      }
      return false;
    }
    return !given.isEmpty()
        && type(patterns.getFirst()).matcher(given.getFirst()).matches()
        && matches(rest, given.subList(1, given.size()));
  }

  private static Pattern type(String written) {
    if (written.equals("*")) {
      return Pattern.compile(".*");
    }
    boolean simple = written.matches("[A-Z]\\w*(\\[])*");
    return Pattern.compile((simple ? "(java\\.lang\\.)?" : "") + glob(plain(written)));
  }

  private static String glob(String name) {
    return name.replace("$", "\\$")
        .replace("[", "\\[")
        .replace("..", "\0")
        .replace(".", "\\.")
        .replace("*", "[^.]*")
        .replace("\0", "\\.(.*\\.)?");
  }

  private static String written(ClassDesc type) {
    if (type.isArray()) {
      return written(type.componentType()) + "[]";
    }
    String descriptor = type.descriptorString();
    return type.isPrimitive()
        ? type.displayName()
        : plain(descriptor.substring(1, descriptor.length() - 1));
  }

  private static String plain(String name) {
    return name.replace('/', '.').replace('$', '.');
  }

  /** The method's own name, as written. */
  String method() {
    return text.replaceFirst("\\s*\\(.*", "").replaceFirst(".*\\.", "");
  }

  @Override
  public String toString() {
    return text;
  }
}
