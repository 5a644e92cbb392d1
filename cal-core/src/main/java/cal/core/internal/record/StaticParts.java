package cal.core.internal.record;

import cal.core.internal.support.AjcNames;
import java.lang.classfile.CodeElement;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.constant.ClassDesc;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The signatures of a class's join points, as the method makes their static parts that ajc has
 * written for it.
 */
record StaticParts(MethodModel method) {
  /** By the field that holds each static part. */
  Map<String, String> signatures() {
    Map<String, String> signatures = new HashMap<>();
    List<String> strings = new ArrayList<>();
    for (CodeElement element : method.code().orElseThrow()) {
      if (element instanceof ConstantInstruction constant
          && constant.constantValue() instanceof String text) {
        strings.add(text);
      } else if (element instanceof FieldInstruction field
          && AjcNames.isStaticPart(field.name().stringValue())) {
        signatures.put(field.name().stringValue(), render(strings));
        strings.clear();
      }
    }
    return signatures;
  }

  /** Strings: kind, modifiers, name, declaring type, parameter types, names, exceptions, type. */
  private static String render(List<String> strings) {
    int kind = -1;
    for (int i = 0; i < strings.size(); i++) {
      kind = strings.get(i).endsWith("-call") ? i : kind;
    }
    if (kind < 0 || strings.size() < kind + 5) {
      return String.join(" ", strings);
    }
    boolean made = strings.get(kind).startsWith("constructor");
    String type = strings.get(kind + (made ? 2 : 3));
    String name = made ? "new" : strings.get(kind + 2);
    String parameters =
        Arrays.stream(strings.get(kind + (made ? 3 : 4)).split(":"))
            .map(StaticParts::typeName)
            .collect(Collectors.joining(", "));
    String result = made ? "" : strings.get(strings.size() - 1) + " ";
    return result + type + "." + name + "(" + parameters + ")";
  }

  /** The name as in source: arrays are recorded as descriptors, other types by their names. */
  private static String typeName(String recorded) {
    return recorded.startsWith("[")
        ? ClassDesc.ofDescriptor(recorded.replace('.', '/')).displayName()
        : recorded;
  }
}
