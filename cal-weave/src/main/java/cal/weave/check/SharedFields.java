package cal.weave.check;

import cal.weave.calls.CallContexts;
import cal.weave.calls.CallGraph;
import cal.weave.code.MethodName;
import cal.weave.code.Origin;
import cal.weave.code.Procedure;
import cal.weave.code.Unweaving;
import java.lang.classfile.FieldModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.reflect.AccessFlag;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Rule 3, second part: fields shared by activities are written in critical regions.
 *
 * <p>Not found are fields of objects under construction, writes in code with its own
 * synchronization (rule 3.1), and volatile fields written by a single instruction, without a read
 * of the old value.
 */
final class SharedFields {
  private record Write(Procedure procedure, int at, MethodName field) {}

  private final CallGraph graph;
  private final CallContexts contexts;
  private final Confinement confinement;
  private final Map<MethodName, List<Write>> writes = new LinkedHashMap<>();

  private SharedFields(CallGraph graph, CallContexts contexts, Confinement confinement) {
    this.graph = graph;
    this.contexts = contexts;
    this.confinement = confinement;
  }

  static Set<Finding> check(CallGraph graph, CallContexts contexts, Confinement confinement) {
    SharedFields fields = new SharedFields(graph, contexts, confinement);
    for (Procedure procedure : contexts.procedures()) {
      if (!procedure.isInitializer() && !Unweaving.isPlumbing(procedure)) {
        fields.addWrites(procedure);
      }
    }
    return fields.findings();
  }

  private void addWrites(Procedure procedure) {
    for (int i = 0; i < procedure.body().size(); i++) {
      if (procedure.body().at(i) instanceof FieldInstruction field
          && isWrite(field)
          && procedure.values().isReached(i)) {
        MethodName name =
            new MethodName(
                declaring(field.owner().asInternalName(), field.name().stringValue()),
                field.name().stringValue(),
                field.type().stringValue());
        writes.computeIfAbsent(name, key -> new ArrayList<>()).add(new Write(procedure, i, name));
      }
    }
  }

  private static boolean isWrite(FieldInstruction field) {
    return field.opcode() == Opcode.PUTFIELD || field.opcode() == Opcode.PUTSTATIC;
  }

  private String declaring(String owner, String field) {
    return graph.program().supertypes(owner).stream()
        .filter(type -> model(type, field) != null)
        .findFirst()
        .orElse(owner);
  }

  private FieldModel model(String type, String field) {
    return !graph.program().has(type)
        ? null
        : graph.program().model(type).fields().stream()
            .filter(each -> each.fieldName().equalsString(field))
            .findFirst()
            .orElse(null);
  }

  private Set<Finding> findings() {
    Set<Finding> findings = new TreeSet<>();
    for (List<Write> all : writes.values()) {
      for (Write write : all) {
        if (contexts.has(write.procedure, CallContexts.Context.OPEN)
            && !write.procedure.body().isGuarded(write.at)
            && isShared(write)
            && !(all.size() == 1 && isPlainVolatile(write))) {
          String name = write.field.toString();
          findings.add(Finding.at(Rule.SHARED_FIELD, write.procedure, write.at, name));
        }
      }
    }
    return findings;
  }

  private boolean isShared(Write write) {
    FieldInstruction field = (FieldInstruction) write.procedure.body().at(write.at);
    return field.opcode() == Opcode.PUTSTATIC
        || confinement.isShared(
            write.procedure,
            write.procedure.values().operands(write.at).getFirst(),
            write.field.owner());
  }

  private boolean isPlainVolatile(Write write) {
    FieldModel field = model(write.field.owner(), write.field.name());
    return field != null
        && field.flags().has(AccessFlag.VOLATILE)
        && write.procedure.values().operands(write.at).getLast().origins().stream()
            .noneMatch(
                origin ->
                    origin instanceof Origin.FieldOf read
                        && read.name().equals(write.field.name()));
  }
}
