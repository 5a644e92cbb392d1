package cal.test;

import cal.core.CalRuntime;
import cal.core.internal.settings.Models;
import cal.core.internal.support.Nearest;
import cal.core.spi.ConcurrencyModel;
import cal.core.spi.ConfigurationException;
import java.lang.reflect.Method;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;
import org.junit.platform.commons.support.AnnotationSupport;

/** The invocations of a test {@link UnderEveryModel}. Thread-safe. */
final class ModelInvocations implements TestTemplateInvocationContextProvider {
  private static final String CALL_LEFT_AFTER = "reactive.call-left-after";

  /** Made by JUnit. */
  ModelInvocations() {}

  @Override
  public boolean supportsTestTemplate(ExtensionContext context) {
    return AnnotationSupport.isAnnotated(context.getTestMethod(), UnderEveryModel.class);
  }

  @Override
  public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(
      ExtensionContext context) {
    if (TestProcess.isThis()) {
      return Stream.of(new UnderModel(TestProcess.model(), List.of()));
    }
    UnderEveryModel how =
        AnnotationSupport.findAnnotation(context.getTestMethod(), UnderEveryModel.class)
            .orElseThrow();
    String test = context.getUniqueId();
    ClassLoader loader = context.getRequiredTestClass().getClassLoader();
    Set<String> models = models(how, loader);
    if (Stream.of(how.java()).noneMatch(option -> option.startsWith("-javaagent"))) {
      CalRuntime.requireWoven(loader);
    }
    return models.stream()
        .map(
            model ->
                new UnderModel(
                    model,
                    List.of(
                        new Elsewhere(new ModelProcess(model, test, how, tests(model, loader))))));
  }

  /** On event loops, a step that waits in vain for input, by a wrong binding, fails soon. */
  private static List<String> tests(String model, ClassLoader loader) {
    List<ConcurrencyModel> all = List.copyOf(Models.of(loader).all());
    boolean known =
        all.stream()
            .flatMap(one -> one.settings().stream())
            .anyMatch(setting -> setting.key().equals(CALL_LEFT_AFTER));
    boolean loops = all.stream().anyMatch(one -> one.eventLoop() && one.name().equals(model));
    return known && loops ? List.of("cal." + CALL_LEFT_AFTER + "=200ms") : List.of();
  }

  /** A named model must be there: a misspelt model would not be tested. */
  private static Set<String> models(UnderEveryModel how, ClassLoader loader) {
    List<String> there =
        Models.of(loader).all().stream()
            .filter(ConcurrencyModel::spawns)
            .map(ConcurrencyModel::name)
            .sorted()
            .toList();
    for (String named : concat(how.value(), how.except())) {
      if (!there.contains(named)) {
        throw new ConfigurationException(
            "@UnderEveryModel names the model "
                + named
                + ", which is not on the class path; did you mean "
                + Nearest.to(named, there)
                + "?");
      }
    }
    Set<String> models = new LinkedHashSet<>(how.value().length > 0 ? List.of(how.value()) : there);
    models.removeAll(List.of(how.except()));
    return models;
  }

  private static List<String> concat(String[] some, String[] more) {
    return Stream.concat(Stream.of(some), Stream.of(more)).toList();
  }

  /** A single run. */
  private record UnderModel(String model, List<Extension> extensions)
      implements TestTemplateInvocationContext {
    @Override
    public String getDisplayName(int index) {
      return model;
    }

    @Override
    public List<Extension> getAdditionalExtensions() {
      return extensions;
    }
  }

  /** Has the test, with all methods before and after, run by another process. */
  private record Elsewhere(ModelProcess process) implements InvocationInterceptor {
    @Override
    public void interceptTestTemplateMethod(
        Invocation<Void> here, ReflectiveInvocationContext<Method> call, ExtensionContext context)
        throws Throwable {
      here.skip();
      process.run();
    }

    @Override
    public void interceptBeforeEachMethod(
        Invocation<Void> here, ReflectiveInvocationContext<Method> call, ExtensionContext context) {
      here.skip();
    }

    @Override
    public void interceptAfterEachMethod(
        Invocation<Void> here, ReflectiveInvocationContext<Method> call, ExtensionContext context) {
      here.skip();
    }
  }
}
