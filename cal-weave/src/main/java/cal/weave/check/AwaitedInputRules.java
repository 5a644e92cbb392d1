package cal.weave.check;

import cal.weave.calls.AwaitingStages;
import cal.weave.calls.AwaitingStages.Awaiting;
import cal.weave.calls.CallContexts;
import cal.weave.calls.CallGraph;
import cal.weave.calls.Captured.Role;
import cal.weave.calls.Methods;
import cal.weave.code.CallSite;
import cal.weave.code.Ingredients;
import cal.weave.code.MethodName;
import cal.weave.code.Origin;
import cal.weave.code.Procedure;
import cal.weave.code.Program;
import cal.weave.code.Unweaving;
import cal.weave.support.AspectNames;
import java.lang.classfile.Instruction;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Rule 5, CAL's own: a stage with awaited input asks its buffer, too.
 *
 * <p>Seen is a field with a buffer over a socket's input, and a use of the field in spawned code. A
 * declaration without a comparison of a number or a truth, in a field or as the result of a call,
 * asks nothing. Code with unseen ways to ask counts as asking.
 */
final class AwaitedInputRules {
  private static final String CAPTURE = "cal/core/ActivityCapture";
  private static final String BUFFERS =
      "java/io/(BufferedInputStream|BufferedReader|InputStreamReader|LineNumberReader)"
          + "|java/util/Scanner";

  private static final MethodName AWAITS =
      new MethodName(CAPTURE, "awaits", "(Ljava/lang/Object;)Ljava/net/Socket;");

  private final CallGraph graph;
  private final Program program;

  /** {@code owner.name} of the fields with a buffer over a socket's input. */
  private final Set<String> buffers = new HashSet<>();

  private AwaitedInputRules(CallGraph graph) {
    this.graph = graph;
    this.program = graph.program();
  }

  static Set<Finding> check(CallGraph graph, AwaitingStages stages) {
    AwaitedInputRules rules = new AwaitedInputRules(graph);
    List<Awaiting> wrong =
        rules.with(stages).stream().filter(stage -> rules.asksNothing(stage)).toList();
    Set<Finding> findings = new TreeSet<>();
    if (!wrong.isEmpty()) {
      graph.program().procedures().forEach(rules::addBuffers);
      wrong.forEach(stage -> rules.use(stage).ifPresent(findings::add));
    }
    return findings;
  }

  /** The stages, and the bindings of which no record tells. */
  private List<Awaiting> with(AwaitingStages stages) {
    List<Awaiting> all = new ArrayList<>(stages.all());
    for (String type : program.types()) {
      if (program.supertypes(type).contains(CAPTURE)
          && all.stream().noneMatch(stage -> type.equals(stage.binding()))) {
        all.add(new Awaiting(AspectNames.stage(type.replace('/', '.')), type, false, null));
      }
    }
    return all;
  }

  private boolean asksNothing(Awaiting stage) {
    if (stage.unasked() || stage.binding() == null) {
      return stage.unasked();
    }
    Procedure declared =
        program.resolve(new MethodName(stage.binding(), AWAITS.name(), AWAITS.descriptor()));
    return declared != null
        && !declared.owner().equals(CAPTURE)
        && !mayAsk(declared, new HashSet<>());
  }

  private boolean mayAsk(Procedure procedure, Set<Procedure> seen) {
    if (!seen.add(procedure)) {
      return false;
    }
    if (procedure.body().size() == 0) {
      return true;
    }
    for (int i = 0; i < procedure.body().size(); i++) {
      if (mayAsk(procedure.body().at(i), seen)) {
        return true;
      }
    }
    return false;
  }

  private boolean mayAsk(Instruction instruction, Set<Procedure> seen) {
    return switch (instruction) {
      case FieldInstruction field -> isPrimitive(field.type().stringValue());
      case InvokeInstruction call -> mayAsk(call, seen);
      case InvokeDynamicInstruction _ -> true;
      default -> false;
    };
  }

  private boolean mayAsk(InvokeInstruction call, Set<Procedure> seen) {
    String descriptor = call.type().stringValue();
    if (isPrimitive(descriptor.substring(descriptor.indexOf(')') + 1))) {
      return true;
    }
    Procedure callee =
        program.resolve(
            new MethodName(call.owner().asInternalName(), call.name().stringValue(), descriptor));
    return callee == null || mayAsk(callee, seen);
  }

  private static boolean isPrimitive(String descriptor) {
    return descriptor.length() == 1 && !descriptor.equals("V");
  }

  private void addBuffers(Procedure procedure) {
    for (int i = 0; i < procedure.body().size(); i++) {
      if (procedure.body().at(i) instanceof FieldInstruction field
          && (field.opcode() == Opcode.PUTFIELD || field.opcode() == Opcode.PUTSTATIC)
          && procedure.values().isReached(i)) {
        for (Origin stored : procedure.values().operands(i).getLast().origins()) {
          if (isBuffer(procedure, stored)) {
            buffers.add(key(field.owner().asInternalName(), field.name().stringValue()));
          }
        }
      }
    }
  }

  /** Whether a value is a buffer over a socket's input, or made of such a buffer. */
  private static boolean isBuffer(Procedure procedure, Origin stored) {
    for (CallSite made : procedure.calls()) {
      if (made.isConstructor() && made.receiver().contains(stored)) {
        Set<Origin> parts = Ingredients.of(made);
        return parts.stream().anyMatch(part -> isInput(procedure, part))
            && (isBuffer(stored) || parts.stream().anyMatch(AwaitedInputRules::isBuffer));
      }
    }
    return false;
  }

  private static boolean isBuffer(Origin part) {
    return part instanceof Origin.Made made && made.type().matches(BUFFERS);
  }

  private static boolean isInput(Procedure procedure, Origin part) {
    return procedure.calls().stream()
        .anyMatch(
            site ->
                site.result().equals(part)
                    && site.callee().isOf("java/net/Socket", "getInputStream"));
  }

  private static String key(String owner, String field) {
    return owner + "." + field;
  }

  /** Where a stage first uses such a buffer. */
  private Optional<Finding> use(Awaiting stage) {
    List<Procedure> roots =
        graph.procedures(Role.SPAWN).stream()
            .filter(
                root ->
                    stage.spawned() == null
                        || stage.spawned().stream()
                            .anyMatch(pattern -> Methods.areMeant(pattern, program, root.name())))
            .toList();
    Set<Finding> uses = new TreeSet<>();
    for (Procedure procedure : CallContexts.from(graph, roots).procedures()) {
      if (!Unweaving.isPlumbing(procedure) && !procedure.isInitializer()) {
        for (CallSite site : procedure.calls()) {
          if (takesBuffer(site)) {
            uses.add(Finding.at(Rule.LEFT_INPUT, procedure, site.at(), stage.name()));
          }
        }
      }
    }
    return uses.stream().findFirst();
  }

  private boolean takesBuffer(CallSite site) {
    return !site.callee().name().matches("close|available|ready")
        && site.arguments().stream()
            .flatMap(value -> value.origins().stream())
            .anyMatch(
                origin ->
                    origin instanceof Origin.FieldOf field
                        && buffers.contains(key(field.owner(), field.name())));
  }
}
