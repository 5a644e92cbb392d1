package cal.weave.support;

import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A pattern of methods or constructors, {@code RESULT TYPE.METHOD(PARAMETERS)}, in the syntax of
 * AspectJ. {@code ..} among the parameters is any number of them. Modifiers, annotations, type
 * arguments and {@code throws} mean nothing here. Immutable.
 */
public final class MethodPattern {
  private static final Pattern PARTS =
      Pattern.compile(
          "(.*?)(?<![\\w$.-])(?:([\\w$.*]+)(\\+?)\\.)?([\\w$*]+)\\s*\\(((?:[^()]|\\([^()]*\\))*)\\)"
              + "(?:\\s*throws\\b.*)?",
          Pattern.UNICODE_CHARACTER_CLASS);

  private static final Pattern MODIFIER =
      Pattern.compile(
          "(?<!\\S)!?\\s*(?:public|protected|private|static|final|abstract|synchronized|native"
              + "|strictfp|transient|volatile)(?=\\s)");

  private static final String ANY_NUMBER = "..";

  private final String text;
  private final String type;
  private final boolean subtypes;
  private final String method;
  private final String result;
  private final Pattern methods;
  private final TypePattern types;
  private final TypePattern results;
  private final List<Optional<TypePattern>> parameters;

  private MethodPattern(String text, Matcher parts, Function<String, TypePattern> reader) {
    this.text = text.strip();
    this.result = MODIFIER.matcher(parts.group(1)).replaceAll(" ").strip();
    this.type = parts.group(2) == null ? "" : parts.group(2);
    this.subtypes = "+".equals(parts.group(3));
    this.method = parts.group(4);
    this.methods = Pattern.compile(method.replace("$", "\\$").replace("*", ".*"));
    this.types = reader.apply(type.isEmpty() ? "*" : type);
    this.results = reader.apply(result.isEmpty() ? "*" : result);
    String list = parts.group(5).strip();
    this.parameters =
        list.isEmpty()
            ? List.of()
            : Arrays.stream(list.split(","))
                .map(String::strip)
                .map(each -> each.equals(ANY_NUMBER) ? null : reader.apply(each))
                .map(Optional::ofNullable)
                .toList();
  }

  private static Optional<MethodPattern> of(String text, Function<String, TypePattern> reader) {
    Matcher parts = PARTS.matcher(withoutTypeArguments(text).strip());
    return parts.matches() ? Optional.of(new MethodPattern(text, parts, reader)) : Optional.empty();
  }

  /**
   * Reads a pattern of a binding or of the command line, with its types as in {@link
   * TypePattern#inFull}.
   *
   * @throws WeaveException if the text lacks a part, with an example in the sentence
   */
  public static MethodPattern inFull(String text) {
    return of(text, TypePattern::inFull)
        .filter(each -> !each.result.isEmpty() && !each.type.isEmpty())
        .orElseThrow(
            () ->
                new WeaveException(
                    "'"
                        + text
                        + "' is no method pattern; write RESULT TYPE.METHOD(PARAMETERS), such as"
                        + " 'boolean server.Connection.serve()' or 'int server.Store+.store(..)'"));
  }

  /**
   * Reads a pattern of a pointcut, with its types as in {@link TypePattern#imported}. The pattern
   * judges in favour: a method without a match is no match of AspectJ either.
   *
   * @return nothing for an unknown syntax
   */
  public static Optional<MethodPattern> imported(String text) {
    return of(text, TypePattern::imported);
  }

  private static String withoutTypeArguments(String text) {
    String shorter = text.replaceAll("<[^<>]*>", "");
    return shorter.equals(text) ? text : withoutTypeArguments(shorter);
  }

  /** The declaring type, as written, without {@code +}; empty where none is written. */
  public String type() {
    return type;
  }

  /** Whether {@code +} follows the type: methods of subtypes alone are meant too. */
  public boolean subtypes() {
    return subtypes;
  }

  /** The method's own name, as written; {@code new} of a constructor. */
  public String method() {
    return method;
  }

  /** Whether static methods alone are meant. */
  public boolean isStatic() {
    return text.matches("(?:.*\\s)?static\\s.*");
  }

  /** Whether a method of a name may be meant. */
  public boolean isNamed(String name) {
    return methods.matcher(name).matches();
  }

  /** Whether a method of a type may be meant; the type itself, not the types above. */
  public boolean isOf(String owner) {
    return types.matches(owner);
  }

  /** Whether a method with these types, in full, may be meant. */
  public boolean hasTypes(String resultType, List<String> parameterTypes) {
    return results.matches(resultType) && takes(parameters, parameterTypes);
  }

  /** Whether a method of a type, as a class file has the type, may be meant. */
  public boolean hasTypes(MethodTypeDesc type) {
    return hasTypes(
        written(type.returnType()),
        type.parameterList().stream().map(MethodPattern::written).toList());
  }

  /** Whether a method is meant, declared or called on the type of its owner. */
  public boolean isMethod(String owner, String name, MethodTypeDesc type) {
    return isOf(owner) && isNamed(name) && hasTypes(type);
  }

  private static boolean takes(List<Optional<TypePattern>> patterns, List<String> given) {
    if (patterns.isEmpty()) {
      return given.isEmpty();
    }
    List<Optional<TypePattern>> rest = patterns.subList(1, patterns.size());
    if (patterns.getFirst().isEmpty()) {
      return takes(rest, given)
          || (!given.isEmpty() && takes(patterns, given.subList(1, given.size())));
    }
    return !given.isEmpty()
        && patterns.getFirst().get().matches(given.getFirst())
        && takes(rest, given.subList(1, given.size()));
  }

  private static String written(ClassDesc type) {
    if (type.isArray()) {
      return written(type.componentType()) + "[]";
    }
    String descriptor = type.descriptorString();
    return type.isPrimitive()
        ? type.displayName()
        : descriptor.substring(1, descriptor.length() - 1);
  }

  @Override
  public String toString() {
    return text;
  }
}
