package cal.agent.load;

import java.util.Map;
import org.aspectj.weaver.loadtime.definition.Definition.ConcreteAspect;
import org.aspectj.weaver.loadtime.definition.Definition.Pointcut;

/**
 * An aspect that the agent makes of an abstract one. Immutable.
 *
 * @param name the class that is generated
 * @param extended the abstract aspect
 * @param pointcuts those without arguments that it sets, by name
 * @param record the library's pointcuts that these are for the record; empty for an aspect that
 *     captures nothing for a stage
 */
record Concrete(
    String name, String extended, Map<String, String> pointcuts, Map<String, String> record) {

  ConcreteAspect definition() {
    ConcreteAspect made = new ConcreteAspect(name, extended);
    pointcuts.forEach((pointcut, text) -> made.pointcuts.add(new Pointcut(pointcut, text)));
    return made;
  }
}
