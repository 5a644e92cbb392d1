package cal.agent.binding;

import cal.weave.record.DeclaredAspect;
import java.util.Map;
import org.aspectj.weaver.loadtime.definition.Definition;

/**
 * An aspect that the agent makes of an abstract one. Immutable.
 *
 * @param name the class that is generated
 * @param extended the abstract aspect
 * @param pointcuts those without arguments that it sets, by name
 * @param declared as it stands in a file; null for an aspect that captures nothing for a stage
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
