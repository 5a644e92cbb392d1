package cal.agent.binding;

import cal.weave.record.DeclaredAspect;
import java.util.Map;
import org.aspectj.weaver.loadtime.definition.Definition;

/**
 * An aspect made of an abstract aspect by the agent. Immutable.
 *
 * @param name the generated class
 * @param extended the abstract aspect
 * @param pointcuts the pointcuts without arguments to set, by name
 * @param declared the entry of a file; null for an aspect without a stage
 */
public record ConcreteAspect(
    String name, String extended, Map<String, String> pointcuts, DeclaredAspect declared) {
  private static final String CAPTURE = "cal.core.ActivityCapture";
  private static final String BLOCKING = "cal.agent.binding.BlockingActivities";
  private static final String REGIONS = "cal.agent.binding.DeclaredRegions";

  /** The aspect of an entry of a file. */
  public static ConcreteAspect of(DeclaredAspect declared) {
    return declared.isRegions()
        ? new ConcreteAspect(
            declared.name(),
            REGIONS,
            Map.of("regions", declared.pointcuts().get(DeclaredAspect.REGION)),
            declared)
        : new ConcreteAspect(
            declared.name(),
            declared.blocks() ? BLOCKING : CAPTURE,
            declared.pointcuts(),
            declared);
  }

  public Definition.ConcreteAspect definition() {
    Definition.ConcreteAspect made = new Definition.ConcreteAspect(name, extended);
    pointcuts.forEach(
        (pointcut, text) -> made.pointcuts.add(new Definition.Pointcut(pointcut, text)));
    return made;
  }
}
