package cal.spring;

import cal.core.internal.record.Captures;
import cal.core.internal.start.LoadTime;
import java.util.Map;
import org.springframework.boot.context.event.ApplicationEnvironmentPreparedEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.core.env.ConfigurableEnvironment;

/**
 * Settings before the context: a mistake ends the start in a sentence, before any bean. The
 * bindings of a woven application are given its properties, before any binding is loaded; as there,
 * a system property or a variable of the environment wins. Stateless.
 */
final class EarlySettings implements ApplicationListener<ApplicationEnvironmentPreparedEvent> {
  /** For Boot. */
  EarlySettings() {}

  @Override
  public void onApplicationEvent(ApplicationEnvironmentPreparedEvent event) {
    ConfigurableEnvironment environment = event.getEnvironment();
    if (ApplicationSettings.areThere(environment)) {
      ClassLoader loader = event.getSpringApplication().getClassLoader();
      Mistake.refused(() -> Stages.runtime(environment, loader)).close();
      if (!Captures.load(loader).stages().isEmpty()) {
        Map<String, String> settings = ApplicationSettings.of(environment);
        settings.keySet().removeIf(EarlySettings::isOfStarter);
        LoadTime.settings(settings, "the application's properties");
      }
    }
  }

  private static boolean isOfStarter(String key) {
    return key.startsWith(ApplicationSettings.key(Stages.WEB, ""))
        || key.startsWith(ApplicationSettings.key(Stages.TASKS, ""));
  }
}
