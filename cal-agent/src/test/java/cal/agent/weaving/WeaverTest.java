package cal.agent.weaving;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cal.agent.binding.ConcreteAspect;
import cal.agent.path.ClassPath;
import cal.core.spi.ConfigurationException;
import java.net.URL;
import java.nio.file.Path;
import java.util.Map;
import org.aspectj.weaver.loadtime.definition.Definition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** The weaver with class loaders that do not find what is there. */
@Isolated("AspectJ keeps some of its state in static fields, as the ajc of other tests does")
class WeaverTest {
  private static final String TARGET = "cal.agent.weaving.WeaverTest";

  /** Does not find the target, as often as AspectJ looks for it when it reads a pointcut. */
  private static final class Forgetful extends ClassLoader {
    private int times = 2;

    Forgetful() {
      super(WeaverTest.class.getClassLoader());
    }

    @Override
    public URL getResource(String name) {
      boolean forgotten = name.equals(TARGET.replace('.', '/') + ".class") && times-- > 0;
      return forgotten ? null : super.getResource(name);
    }
  }

  private static Definition binding(String pointcut) {
    Definition definition = new Definition();
    definition
        .getConcreteAspects()
        .add(
            new ConcreteAspect(
                    "bindings.Store",
                    "cal.core.ActivityCapture",
                    Map.of("captureHandOff", pointcut),
                    null)
                .definition());
    return definition;
  }

  @Test
  void shouldNameATypeInFull() {
    ClassLoader loader = WeaverTest.class.getClassLoader();
    ClassPath classPath = ClassPath.of("", Path.of("cal.jar"));
    Definition definition = binding("call(* cal.agent.weaving.WeavingCache.put(List))");

    assertThatThrownBy(() -> Weaver.of(loader, definition, classPath))
        .hasMessage(
            "call(* cal.agent.weaving.WeavingCache.put(List)) names List, which is not on the class"
                + " path; write it in full: java.util.List");
  }

  @Test
  void shouldSayThatATypeWasNotFoundThoughItIsThere() {
    Definition definition =
        binding("call(* cal.agent.weaving.WeavingCache.find(..)) && target(" + TARGET + ")");

    ClassPath classPath = ClassPath.of("", Path.of("cal.jar"));
    assertThatThrownBy(() -> Weaver.of(new Forgetful(), definition, classPath))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining(TARGET + ", which AspectJ has not found; ")
        .hasMessageContaining("WeaverTest.class can be read now");
  }
}
