package cal.agent.binding;

import cal.weave.record.DeclaredAspect;
import java.util.LinkedHashMap;
import java.util.Map;
import org.aspectj.weaver.loadtime.definition.Definition;

/**
 * An aspect made of an abstract aspect by the agent. Immutable.
 *
 * @param name the generated class
 * @param extended the abstract aspect
 * @param pointcuts the pointcuts without arguments to set, by name
 * @param declared the entry of a file; null for an aspect without an entry of its own
 */
public record ConcreteAspect(
    String name, String extended, Map<String, String> pointcuts, DeclaredAspect declared) {
  private static final String CAPTURE = "cal.core.ActivityCapture";
  private static final String BLOCKING = "cal.agent.binding.BlockingActivities";
  private static final String REGIONS = "cal.core.CriticalRegions";

  /** The aspects of regions guarded by their object, or by one of their arguments. */
  private static final String DECLARED = "cal.agent.binding.DeclaredRegions$Of";

  private static final String CONTEXT = "cal.agent.binding.DeclaredContext";

  /** The aspect of an entry of a file. */
  public static ConcreteAspect of(DeclaredAspect declared) {
    Map<String, String> pointcuts = new LinkedHashMap<>(declared.pointcuts());
    String all = pointcuts.remove(DeclaredAspect.REGION);
    String readers = pointcuts.remove(DeclaredAspect.SHARED_REGION);
    String extended = declared.blocks() ? BLOCKING : CAPTURE;
    if (all != null || readers != null) {
      String key = declared.members().get(DeclaredAspect.KEY);
      extended = DECLARED + (key == null ? "Object" : "Key" + key);
      putIfAny("regions", all, pointcuts);
      putIfAny("readers", readers, pointcuts);
    } else if (declared.isRegions()) {
      extended = REGIONS;
    }
    return new ConcreteAspect(declared.name(), extended, pointcuts, declared);
  }

  private static void putIfAny(String name, String pointcut, Map<String, String> pointcuts) {
    if (pointcut != null) {
      pointcuts.put(name, pointcut);
    }
  }

  /** The aspect that makes a type a working context, beside the aspect of a stage. */
  public static ConcreteAspect ofContext(DeclaredAspect stage, String type) {
    return new ConcreteAspect(stage.name() + "Context", CONTEXT + "<" + type + ">", Map.of(), null);
  }

  public Definition.ConcreteAspect definition() {
    Definition.ConcreteAspect made = new Definition.ConcreteAspect(name, extended);
    pointcuts.forEach(
        (pointcut, text) -> made.pointcuts.add(new Definition.Pointcut(pointcut, text)));
    return made;
  }
}
