package cal.weave.record;

import cal.weave.support.AjcNames;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.InvokeInstruction;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The roles of the library's advice.
 *
 * <p>Advice of {@code ActivityCapture} is known by its calls. Advice of class regions asks its join
 * point for the class; advice of regions that read has the join point, and a bound object.
 */
final class AdviceForms {
  /** A bound object, between the aspect and the closure. */
  private static final String BOUND =
      "Ljava/lang/Object;Lorg/aspectj/runtime/internal/AroundClosure;";

  /** Known by its name: of {@code ActivityCapture}. */
  private final Map<String, JoinPoint.Form> forms = new HashMap<>();

  AdviceForms(ClassModel capture) {
    for (MethodModel method : capture.methods()) {
      String name = method.methodName().stringValue();
      if (AjcNames.isAfterReturning(name)) {
        forms.put(name, JoinPoint.Form.INSTANTIATION);
      } else if (AjcNames.isAroundAdvice(name) && !AjcNames.isProceed(name)) {
        addAround(name, method);
      }
    }
  }

  private void addAround(String name, MethodModel method) {
    for (CodeElement element : method.code().map(CodeModel::elementList).orElse(List.of())) {
      if (element instanceof InvokeInstruction call) {
        switch (call.name().stringValue()) {
          case "spawn" -> forms.put(name, JoinPoint.Form.SPAWN);
          case "startOnce" -> forms.put(name, JoinPoint.Form.CANCEL);
          case "handOffCall" -> forms.put(name, JoinPoint.Form.HANDOFF);
          default -> {}
        }
      }
    }
  }

  /** How a call of advice captures; null for any other call. */
  JoinPoint.Form of(InvokeInstruction call) {
    String name = call.name().stringValue();
    String type = call.type().stringValue();
    String owner = call.owner().asInternalName();
    if (AjcNames.isInlinedAdvice(name)) {
      return type.contains(LibraryAspects.REGIONS) ? region(type) : null;
    }
    if (owner.equals(LibraryAspects.REGIONS) && AjcNames.isAroundAdvice(name)) {
      return region(type);
    }
    return owner.equals(LibraryAspects.CAPTURE) ? forms.get(name) : null;
  }

  private static JoinPoint.Form region(String adviceType) {
    return !adviceType.contains("JoinPoint$StaticPart")
        ? JoinPoint.Form.REGION
        : adviceType.contains(BOUND) ? JoinPoint.Form.SHARED_REGION : JoinPoint.Form.CLASS_REGION;
  }
}
