package cal.weave.calls;

import cal.weave.code.CallSite;
import cal.weave.code.Procedure;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.util.ArrayDeque;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Which methods run when some methods run, and how: calls followed by class hierarchy.
 *
 * <p>A spawned or handed-off call is not followed: the callee runs elsewhere, as an activity
 * itself.
 */
public final class CallContexts {
  /** How a method is come to. */
  public enum Context {
    /** By an activity, outside any critical region. */
    OPEN,
    /** While its own object is constructed, which nobody else knows yet. */
    CONSTRUCTION,
    /** From code with its own synchronization, the case of rule 3.1. */
    GUARDED,
    /** From a critical region. */
    REGION
  }

  private record Step(Procedure procedure, Context context) {}

  private final CallGraph graph;
  private final Map<Procedure, EnumSet<Context>> contexts = new LinkedHashMap<>();
  private final ArrayDeque<Step> open = new ArrayDeque<>();

  private CallContexts(CallGraph graph) {
    this.graph = graph;
  }

  public static CallContexts from(CallGraph graph, Iterable<Procedure> roots) {
    CallContexts contexts = new CallContexts(graph);
    for (Procedure root : roots) {
      Context own = root.isSynchronized() ? Context.GUARDED : Context.OPEN;
      contexts.enter(root, graph.isRegion(root) ? Context.REGION : own);
    }
    while (!contexts.open.isEmpty()) {
      contexts.follow(contexts.open.pop());
    }
    return contexts;
  }

  private void enter(Procedure procedure, Context context) {
    if (contexts.computeIfAbsent(procedure, key -> EnumSet.noneOf(Context.class)).add(context)) {
      open.push(new Step(procedure, context));
    }
  }

  private void follow(Step step) {
    for (CallSite site : step.procedure.calls()) {
      if (graph.isCaptured(site)) {
        continue;
      }
      for (Procedure target : graph.targets(site)) {
        enter(target, context(step, site, target));
      }
    }
    for (int at : step.procedure.dynamicCalls()) {
      Procedure body =
          graph.lambdas().body((InvokeDynamicInstruction) step.procedure.body().at(at));
      if (body != null) {
        enter(body, step.context == Context.REGION ? Context.REGION : Context.OPEN);
      }
    }
  }

  private Context context(Step step, CallSite site, Procedure target) {
    if (step.context == Context.REGION || graph.isRegion(target) || graph.isInBlock(site)) {
      return Context.REGION;
    }
    if (step.context == Context.GUARDED
        || target.isSynchronized()
        || site.caller().body().isGuarded(site.at())) {
      return Context.GUARDED;
    }
    boolean constructs = step.context == Context.CONSTRUCTION || step.procedure.isConstructor();
    return constructs && site.isOnThis() ? Context.CONSTRUCTION : Context.OPEN;
  }

  public Set<Procedure> procedures() {
    return contexts.keySet();
  }

  public boolean has(Procedure procedure) {
    return contexts.containsKey(procedure);
  }

  /** Whether a method is run, and always by a critical region. */
  public boolean isOnlyInRegions(Procedure procedure) {
    return EnumSet.of(Context.REGION).equals(contexts.get(procedure));
  }

  public boolean has(Procedure procedure, Context context) {
    return has(procedure) && contexts.get(procedure).contains(context);
  }
}
