package cal.weave.record;

import cal.weave.support.AjcNames;
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

/** The members called at a class's join points, from the method of ajc for their static parts. */
record StaticParts(MethodModel method) {
  /** The called members, by the fields of their static parts. */
  Map<String, Member> called() {
    Map<String, Member> called = new HashMap<>();
    List<String> strings = new ArrayList<>();
    for (CodeElement element : method.code().orElseThrow()) {
      if (element instanceof ConstantInstruction constant
          && constant.constantValue() instanceof String text) {
        strings.add(text);
      } else if (element instanceof FieldInstruction field
          && AjcNames.isStaticPart(field.name().stringValue())) {
        Member member = member(strings);
        if (member != null) {
          called.put(field.name().stringValue(), member);
        }
        strings.clear();
      }
    }
    return called;
  }

  /**
   * Strings: kind, modifiers, name, declaring type, parameter types, names, exceptions, type; of a
   * constructor without name and type. Null where nothing is called.
   */
  private static Member member(List<String> strings) {
    int kind = -1;
    for (int i = 0; i < strings.size(); i++) {
      kind = strings.get(i).endsWith("-call") ? i : kind;
    }
    if (kind < 0) {
      return null;
    }
    boolean made = strings.get(kind).startsWith("constructor");
    String parameters = strings.get(kind + (made ? 3 : 4));
    return new Member(
        strings.get(kind + (made ? 2 : 3)),
        made ? "new" : strings.get(kind + 2),
        made ? "" : typeName(strings.getLast()),
        parameters.isEmpty()
            ? List.of()
            : Arrays.stream(parameters.split(":")).map(StaticParts::typeName).toList());
  }

  /** The name as in source: arrays are recorded as descriptors, other types by their names. */
  private static String typeName(String recorded) {
    return recorded.startsWith("[")
        ? Member.nameOf(ClassDesc.ofDescriptor(recorded.replace('.', '/')))
        : recorded;
  }
}
