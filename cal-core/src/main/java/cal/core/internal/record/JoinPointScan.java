package cal.core.internal.record;

import cal.core.internal.support.AjcNames;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LineNumber;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Finds the join points that aspects of the library have matched.
 *
 * <p>A woven join point calls {@code Binding.aspectOf()}, then the advice of {@code
 * ActivityCapture}, with the static part of the join point among its arguments. For the thread that
 * reads.
 */
final class JoinPointScan {
  private static final String CONDITIONS = "cal/core/internal/region/ConditionSeam";

  private final LibraryAspects aspects;
  private final AdviceForms forms;
  private final TreeSet<String> called = new TreeSet<>();
  private final TreeSet<String> declared = new TreeSet<>();
  private boolean conditions;

  JoinPointScan(LibraryAspects aspects, AdviceForms forms) {
    this.aspects = aspects;
    this.forms = forms;
  }

  /** Whether the classes wait on objects, or signal there. */
  boolean conditions() {
    return conditions;
  }

  /** Every {@code Type.method} that the classes call, for hints. */
  List<String> called() {
    return List.copyOf(called);
  }

  /** Every {@code Type.method} that the classes declare, for hints. */
  List<String> declared() {
    return List.copyOf(declared);
  }

  /** Adds the join points of a class to the aspects that matched them. */
  void scan(ClassModel model) {
    Map<String, String> signatures = new HashMap<>();
    for (MethodModel method : model.methods()) {
      if (method.methodName().equalsString(AjcNames.STATIC_PARTS)) {
        signatures.putAll(new StaticParts(method).signatures());
      }
    }
    for (MethodModel method : model.methods()) {
      declared.add(declaredName(model, method));
      method.code().ifPresent(code -> scan(model, method, code, signatures));
    }
  }

  private void scan(
      ClassModel model, MethodModel method, CodeModel code, Map<String, String> signatures) {
    LibraryAspects.Binding binding = null;
    String signature = null;
    int line = 0;
    for (CodeElement element : code) {
      switch (element) {
        case LineNumber number -> line = number.line();
        case FieldInstruction field when signatures.containsKey(field.name().stringValue()) ->
            signature = signatures.get(field.name().stringValue());
        case InvokeInstruction call when call.name().equalsString("aspectOf") -> {
          String owner = call.owner().asInternalName().replace('/', '.');
          conditions |= call.owner().asInternalName().equals(CONDITIONS);
          binding = aspects.named(owner);
        }
        case InvokeInstruction call -> {
          called.add(simpleName(call.owner().asInternalName()) + "." + call.name().stringValue());
          Captures.Form form = forms.of(call);
          if (binding != null && form != null) {
            String what =
                switch (form) {
                  case CANCEL -> cancelled(call);
                  case REGION, CLASS_REGION -> region(model, method, call);
                  default -> signature;
                };
            // Where an execution is woven, ajc leaves no line number that means anything.
            int at = isExecution(method, call) && isRegion(form) ? 0 : line;
            binding
                .points()
                .add(new Captures.JoinPoint(form, AjcNames.site(model, method, at), what));
            binding = null;
          }
        }
        default -> {}
      }
    }
  }

  private static boolean isRegion(Captures.Form form) {
    return form == Captures.Form.REGION || form == Captures.Form.CLASS_REGION;
  }

  /** Whether advice replaces the very method that calls it, and not a call that it makes. */
  private static boolean isExecution(MethodModel method, InvokeInstruction advice) {
    return AjcNames.authors(advice.name().stringValue())
        .equals(AjcNames.authors(method.methodName().stringValue()));
  }

  /** The method that is a region: the advised one, or the one that it calls there. */
  private static String region(ClassModel model, MethodModel method, InvokeInstruction advice) {
    if (isExecution(method, advice)) {
      return declaredName(model, method) + "(..)";
    }
    String callee = AjcNames.authors(advice.name().stringValue());
    String body = AjcNames.bodyOf(advice.name().stringValue());
    return model.methods().stream()
        .filter(candidate -> candidate.methodName().stringValue().startsWith(body))
        .flatMap(candidate -> candidate.code().stream().flatMap(CodeModel::elementStream))
        .flatMap(e -> e instanceof InvokeInstruction call ? Stream.of(call) : Stream.empty())
        .filter(call -> call.name().equalsString(callee))
        .map(call -> simpleName(call.owner().asInternalName()) + "." + callee + "(..)")
        .findFirst()
        .orElse(callee + "(..)");
  }

  private static String cancelled(InvokeInstruction call) {
    String type = call.typeSymbol().parameterType(0).displayName();
    return type + "." + AjcNames.authors(call.name().stringValue()) + "(..)";
  }

  /** {@code Type.method}, as its author wrote it. */
  private static String declaredName(ClassModel model, MethodModel method) {
    String name = AjcNames.authors(method.methodName().stringValue());
    return simpleName(model.thisClass().asInternalName()) + "." + name;
  }

  private static String simpleName(String internalName) {
    return internalName.substring(
        Math.max(internalName.lastIndexOf('/'), internalName.lastIndexOf('$')) + 1);
  }
}
