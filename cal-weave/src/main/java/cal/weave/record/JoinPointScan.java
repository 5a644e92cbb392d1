package cal.weave.record;

import cal.weave.support.AjcNames;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LineNumber;
import java.lang.constant.ConstantDesc;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Finds the join points matched by aspects of the library.
 *
 * <p>A woven join point calls {@code Binding.aspectOf()}, then the advice of {@code
 * ActivityCapture}, with the static part of the join point among its arguments. For a single
 * thread.
 */
final class JoinPointScan {
  private static final String CONDITIONS = "cal/core/internal/region/ConditionSeam";

  private final LibraryAspects aspects;
  private final AdviceForms forms;
  private final Set<Member> called = new LinkedHashSet<>();
  private final Set<Member> referenced = new LinkedHashSet<>();
  private final Set<Member> declared = new LinkedHashSet<>();
  private boolean conditions;

  JoinPointScan(LibraryAspects aspects, AdviceForms forms) {
    this.aspects = aspects;
    this.forms = forms;
  }

  /** Whether the classes wait on objects, or signal there. */
  boolean conditions() {
    return conditions;
  }

  /** All called members, for hints. */
  Set<Member> called() {
    return called;
  }

  /** All methods referred to without a call, for hints. */
  Set<Member> referenced() {
    return referenced;
  }

  /** All declared methods, for hints. */
  Set<Member> declared() {
    return declared;
  }

  /** Adds the join points of a class to their aspects. */
  void scan(ClassModel model) {
    Map<String, Member> calls = new HashMap<>();
    for (MethodModel method : model.methods()) {
      // Of an interface, ajc makes them in its initializer.
      if (method.methodName().equalsString(AjcNames.STATIC_PARTS)
          || method.methodName().equalsString("<clinit>")) {
        calls.putAll(new StaticParts(method).called());
      }
    }
    for (MethodModel method : model.methods()) {
      if (isAuthors(method.methodName().stringValue())) {
        declared.add(member(model, method));
      }
      method.code().ifPresent(code -> scan(model, method, code, calls));
    }
  }

  private void scan(
      ClassModel model, MethodModel method, CodeModel code, Map<String, Member> calls) {
    LibraryAspects.Binding binding = null;
    Member member = null;
    int line = 0;
    for (CodeElement element : code) {
      switch (element) {
        case LineNumber number -> line = number.line();
        case FieldInstruction field when calls.containsKey(field.name().stringValue()) ->
            member = calls.get(field.name().stringValue());
        case InvokeInstruction call when call.name().equalsString("aspectOf") -> {
          String owner = call.owner().asInternalName().replace('/', '.');
          conditions |= call.owner().asInternalName().equals(CONDITIONS);
          binding = aspects.named(owner);
        }
        case InvokeInstruction call -> {
          if (isAuthors(call.name().stringValue())) {
            called.add(member(call));
          }
          JoinPoint.Form form = forms.of(call);
          if (binding != null && form != null) {
            // Where an execution is woven, ajc leaves no line number that means anything.
            int at = isExecution(method, call) && form.isRegion() ? 0 : line;
            List<Member> members =
                !form.isRegion()
                    ? member == null ? List.of() : List.of(member)
                    : isExecution(method, call) ? executed(model, method) : called(model, call);
            String what = form.isRegion() ? region(call, members) : String.valueOf(member);
            JoinPoint point = new JoinPoint(form, AjcNames.site(model, method, at), what);
            binding.matches().add(new Match(point, members));
            binding = null;
          }
        }
        case InvokeDynamicInstruction made -> addReferences(made);
        default -> {}
      }
    }
  }

  private void addReferences(InvokeDynamicInstruction made) {
    for (ConstantDesc argument : made.bootstrapArgs()) {
      if (argument instanceof DirectMethodHandleDesc handle
          && handle.lookupDescriptor().startsWith("(")) { // or it is of a field, as a record's are
        String owner = handle.owner().descriptorString();
        referenced.add(
            Member.of(
                owner.substring(1, owner.length() - 1),
                handle.methodName(),
                MethodTypeDesc.ofDescriptor(handle.lookupDescriptor())));
      }
    }
  }

  /** Whether advice replaces the calling method itself, and no call in the method. */
  private static boolean isExecution(MethodModel method, InvokeInstruction advice) {
    return AjcNames.authors(advice.name().stringValue())
        .equals(AjcNames.authors(method.methodName().stringValue()));
  }

  /** Where several aspects advise a method, all but the first advise a body made by ajc. */
  private static List<Member> executed(ClassModel model, MethodModel method) {
    String name = method.methodName().stringValue();
    return model.methods().stream()
        .filter(
            each ->
                AjcNames.isAroundBody(name)
                    ? each.methodName().equalsString(AjcNames.authors(name))
                    : each == method)
        .map(each -> member(model, each))
        .toList();
  }

  /** The members behind advice inlined by ajc: all of a name. */
  private static List<Member> called(ClassModel model, InvokeInstruction advice) {
    String callee = AjcNames.authors(advice.name().stringValue());
    String body = AjcNames.bodyOf(advice.name().stringValue());
    return model.methods().stream()
        .filter(candidate -> candidate.methodName().stringValue().startsWith(body))
        .flatMap(candidate -> candidate.code().stream().flatMap(CodeModel::elementStream))
        .flatMap(e -> e instanceof InvokeInstruction call ? Stream.of(call) : Stream.empty())
        .filter(call -> call.name().equalsString(callee))
        .map(JoinPointScan::member)
        .toList();
  }

  /** The method of a region: the advised method, or the method called there. */
  private static String region(InvokeInstruction advice, List<Member> members) {
    return (members.isEmpty()
            ? AjcNames.authors(advice.name().stringValue())
            : members.getFirst().shortName())
        + "(..)";
  }

  /** Whether a method is in the source, and not ajc's. */
  private static boolean isAuthors(String method) {
    return !AjcNames.isOwn(method) && !AjcNames.isAroundBody(method);
  }

  private static Member member(InvokeInstruction call) {
    return Member.of(call.owner().asInternalName(), call.name().stringValue(), call.typeSymbol());
  }

  private static Member member(ClassModel model, MethodModel method) {
    return Member.of(
        model.thisClass().asInternalName(),
        AjcNames.authors(method.methodName().stringValue()),
        method.methodTypeSymbol());
  }
}
