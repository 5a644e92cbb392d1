package cal.weave.calls;

import cal.weave.binding.BindingFile;
import cal.weave.calls.Captured.Role;
import cal.weave.code.CallSite;
import cal.weave.code.MethodName;
import cal.weave.code.Procedure;
import cal.weave.code.Program;
import cal.weave.support.MethodPattern;
import cal.weave.support.TypePattern;
import cal.weave.support.WeaveException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A pattern. An object made at a recorded instantiation runs its {@code proceed()} if it is an
 * {@code Activity}, and its cancelled calls otherwise.
 *
 * @param name the stage's, or the aspect of regions, or their place in a file
 * @param ofActivity whether the pattern is for an {@code Activity}; null for any object
 * @param site the {@code class.method} that calls; null for any, as is one that was not given
 * @param target of the called object; null for any
 */
record CapturedLine(
    Role role,
    MethodPattern pattern,
    String source,
    String name,
    Boolean ofActivity,
    String site,
    TypePattern target) {
  private static final Pattern TARGET = Pattern.compile(" && target\\((.*)\\)$");

  /** The type that narrows the hand-offs of a stage of a file; null for none. */
  static TypePattern target(Role role, String stage, BindingFile declared) {
    return declared.aspects().stream()
        .filter(one -> role == Role.HAND_OFF && one.entry().equals("stages." + stage))
        .map(one -> TARGET.matcher(one.pointcuts().getOrDefault("captureHandOff", "")))
        .filter(Matcher::find)
        .map(found -> TypePattern.inFull(found.group(1)))
        .findFirst()
        .orElse(null);
  }

  boolean means(Program program, MethodName method) {
    return Methods.areMeant(pattern, program, method)
        && (ofActivity == null
            || ofActivity == program.supertypes(method.owner()).contains("cal/core/Activity"));
  }

  /** Whether such a call is captured, by its place and the type of its object. */
  boolean isOf(Program program, CallSite call) {
    return (site == null || site.equals(call.caller().site()) || !program.has(siteType()))
        && (target == null
            || program.subtypes(call.callee().owner()).stream()
                .flatMap(type -> program.supertypes(type).stream())
                .anyMatch(target::matches));
  }

  private String siteType() {
    return site.substring(0, site.lastIndexOf('.')).replace('.', '/');
  }

  /** Makes sure that a method is meant; a refusal behind others is none of the pattern's type. */
  void requireMatch(Program program) {
    List<Procedure> all = program.procedures();
    if (ofActivity == null
        && role != Role.BUSY
        && all.stream().noneMatch(each -> Methods.areMeant(pattern, program, each.name()))
        && all.stream().noneMatch(this::isCalledIn)) {
      List<String> similar =
          all.stream()
              .filter(each -> each.name().name().equals(pattern.method()))
              .map(Procedure::toString)
              .distinct()
              .limit(3)
              .toList();
      throw new WeaveException(
          source
              + " '"
              + pattern
              + "' matches no method of the "
              + program.size()
              + " classes; "
              + (similar.isEmpty()
                  ? "give the classes that declare it"
                  : "those of that name are " + String.join(", ", similar)));
    }
  }

  /** Whether a method calls the captured method, which may be the JDK's. */
  private boolean isCalledIn(Procedure procedure) {
    return (role == Role.SPAWN || role == Role.HAND_OFF)
        && procedure.mentions(pattern::isNamed)
        && procedure.calls().stream().anyMatch(call -> means(procedure.program(), call.callee()));
  }
}
