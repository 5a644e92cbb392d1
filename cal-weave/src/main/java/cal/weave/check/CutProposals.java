package cal.weave.check;

import cal.weave.code.CallSite;
import cal.weave.code.MethodLoops;
import cal.weave.code.MethodName;
import cal.weave.code.Procedure;
import cal.weave.code.Program;
import cal.weave.code.Unweaving;
import cal.weave.loop.LoopCut;
import cal.weave.loop.Loops;
import cal.weave.support.WeaveException;
import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The loops of a server that wait for clients, as a file of bindings that cuts them into steps;
 * and, as comments, the way of each cut, or the reason against. For a single thread.
 */
final class CutProposals {
  private final Program program;
  private final Collection<byte[]> files;
  private final NetworkUses uses;

  /** The lines of each stage, by name. */
  private final Map<String, List<String>> stages = new LinkedHashMap<>();

  private final List<String> refused = new ArrayList<>();

  /** The methods that threads may run; null for none. */
  private final Set<Procedure> bodies = new HashSet<>();

  private CutProposals(Program program, Collection<byte[]> files) {
    this.program = program;
    this.files = files;
    this.uses = new NetworkUses(program);
  }

  /**
   * Looks for loops that accept or read themselves, and for loops of threads that have this done.
   *
   * @param files the class files of the program
   */
  static List<String> of(Program program, Collection<byte[]> files) {
    CutProposals proposals = new CutProposals(program, files);
    program.procedures().forEach(proposals::findBody);
    for (Procedure procedure : program.procedures()) {
      if (!Unweaving.isPlumbing(procedure) && !procedure.isInitializer()) {
        proposals.look(procedure);
      }
    }
    return proposals.lines();
  }

  /** A thread runs {@code run()}, and the methods that are called there. */
  private void findBody(Procedure procedure) {
    if (procedure.name().name().equals("run") && procedure.name().descriptor().equals("()V")) {
      bodies.add(procedure);
      procedure.calls().forEach(site -> bodies.add(program.resolve(site.callee())));
    }
  }

  private List<String> lines() {
    List<String> lines = new ArrayList<>();
    if (!stages.isEmpty()) {
      lines.add("stages:");
      stages.values().forEach(lines::addAll);
    }
    lines.addAll(refused);
    return lines.isEmpty() ? List.of("# no loop waits for clients") : lines;
  }

  private void look(Procedure procedure) {
    for (BitSet loop : new MethodLoops(procedure.body()).outermost()) {
      Set<NetworkUses.Use> all = EnumSet.noneOf(NetworkUses.Use.class);
      CallSite first = null;
      CallSite waiting = null;
      for (CallSite site : procedure.calls()) {
        if (loop.get(site.at())) {
          Set<NetworkUses.Use> direct = NetworkUses.direct(site);
          Set<NetworkUses.Use> within = within(site);
          first = first == null && waits(direct) ? site : first;
          waiting = waiting == null && waits(within) && !isStep(site) ? site : waiting;
          all.addAll(direct);
          if (bodies.contains(procedure)) {
            all.addAll(within);
          }
        }
      }
      CallSite step = first == null && bodies.contains(procedure) ? waiting : first;
      if (NetworkUses.isConversation(all) && step != null) {
        propose(procedure, step);
        return;
      }
    }
  }

  /** Whether a call is a step as it is: true while there is more to do. */
  private static boolean isStep(CallSite site) {
    return site.callee().descriptor().endsWith(")Z");
  }

  private static boolean waits(Set<NetworkUses.Use> uses) {
    return uses.contains(NetworkUses.Use.ACCEPTS) || uses.contains(NetworkUses.Use.READS);
  }

  private Set<NetworkUses.Use> within(CallSite site) {
    Procedure callee = program.resolve(site.callee());
    return callee == null || callee.isInitializer() ? Set.of() : uses.of(callee);
  }

  /** Cuts the method with the loop, or else a caller that has more to do behind the loop. */
  private void propose(Procedure procedure, CallSite call) {
    WeaveException reason = cut(procedure, procedure, call);
    boolean cut =
        reason == null
            || program.procedures(procedure.owner()).stream()
                .filter(each -> calls(each, procedure))
                .anyMatch(caller -> cut(caller, procedure, call) == null);
    if (!cut) {
      refused.add("# not cut: " + reason.getMessage().replaceFirst("^stages\\.[^.]*\\.", ""));
    }
  }

  private static boolean calls(Procedure caller, Procedure callee) {
    return !caller.equals(callee)
        && caller.calls().stream().anyMatch(site -> site.callee().equals(callee.name()));
  }

  /** Returns the reason against; null where the method is cut. */
  private WeaveException cut(Procedure procedure, Procedure looping, CallSite call) {
    boolean accepts = NetworkUses.direct(call).contains(NetworkUses.Use.ACCEPTS);
    String name = name(accepts ? "accept" : simple(procedure.owner()));
    String loop = pattern(procedure.name());
    String step = pattern(call.callee());
    String place = "stages." + name;
    try {
      Loops loops =
          new Loops(
              List.of(LoopCut.of(name, place, loop, step)), ClassLoader.getSystemClassLoader());
      byte[] bytes =
          files.stream().filter(each -> isOf(procedure.owner(), each)).findFirst().orElseThrow();
      loops.cut(procedure.owner(), bytes);
      loops.require(files, List.of());
      for (String line : loops.lines()) {
        List<String> lines = new ArrayList<>();
        lines.add("  # " + line.substring((Loops.CUT + name + " ").length()));
        lines.addAll(List.of("  " + name + ":", "    loop: " + loop, "    step: " + step));
        lines.addAll(new FirstInput(program, looping, call).lines(loops));
        stages.put(name, lines);
      }
      return null;
    } catch (WeaveException reason) {
      return reason;
    }
  }

  private static boolean isOf(String type, byte[] file) {
    return ClassFile.of().parse(file).thisClass().asInternalName().equals(type);
  }

  /** {@code Connection} of {@code com/acme/Server$Connection$1}. */
  private static String simple(String type) {
    return type.replaceFirst(".*/", "").replaceAll("\\$\\d+$", "").replaceFirst(".*\\$", "");
  }

  /** A name of a stage that no other proposal has. */
  private String name(String type) {
    String base =
        type.replaceAll("[^A-Za-z0-9]", "")
            .replaceAll("(?<=[a-z0-9])(?=[A-Z])", "-")
            .toLowerCase(Locale.ROOT);
    String name = base;
    for (char more = 'b'; stages.containsKey(name); more++) {
      name = base + "-" + more;
    }
    return name;
  }

  /** The parameters are written where another method has the name. */
  private String pattern(MethodName method) {
    MethodTypeDesc type = MethodTypeDesc.ofDescriptor(method.descriptor());
    boolean single =
        !program.has(method.owner())
            || program.model(method.owner()).methods().stream()
                    .filter(each -> each.methodName().equalsString(method.name()))
                    .count()
                == 1;
    String parameters =
        single && type.parameterCount() > 0
            ? ".."
            : type.parameterList().stream().map(this::written).collect(Collectors.joining(", "));
    return "%s %s.%s(%s)"
        .formatted(written(type.returnType()), written(method.owner()), method.name(), parameters);
  }

  private String written(ClassDesc type) {
    if (type.isArray()) {
      return written(type.componentType()) + "[]";
    }
    String descriptor = type.descriptorString();
    return type.isPrimitive()
        ? type.displayName()
        : written(descriptor.substring(1, descriptor.length() - 1));
  }

  /** A class without a name of its own keeps its dollars. */
  static String written(String type) {
    String dotted = type.replace('/', '.');
    return dotted.matches(".*\\$\\d.*") ? dotted : dotted.replace('$', '.');
  }
}
