package cal.core.internal.start;

import cal.core.internal.record.GivenRecord;
import cal.core.internal.region.PolicyChoice;
import cal.core.internal.settings.AspectNames;
import cal.core.internal.settings.Configuration;
import cal.core.internal.settings.GivenSettings;
import cal.core.internal.settings.MisplacedKey;
import cal.core.internal.stage.Adoption;
import cal.core.spi.ConfigurationException;
import java.util.List;
import java.util.Map;

/**
 * The data that an agent which weaves at load time gives the library before {@code main}: the
 * record of its weaving, and the settings of the file that it was given.
 *
 * <p>Used once in a process, on the thread that starts it, before a woven class is initialised.
 */
public final class LoadTime {
  /** The properties that tell the agent its task: no settings, so the agent takes them away. */
  public static final List<String> KEYS = MisplacedKey.OF_AGENT;

  private LoadTime() {}

  /**
   * Gives the record of classes that were woven as they are loaded, in place of an artifact's.
   *
   * @param lines as in {@code META-INF/cal/captures}; those of adopted threads among them: {@code
   *     adopts CLASS SCOPE}
   */
  public static void recorded(List<String> lines) {
    GivenRecord.give(lines);
  }

  /**
   * Gives settings, which win over {@code cal.properties} and nothing else.
   *
   * @param values by their full keys
   * @param origin where they come from, for people
   */
  public static void settings(Map<String, String> values, String origin) {
    GivenSettings.give(values, origin);
  }

  /**
   * The stage of an aspect that adopts threads, when that is being instantiated; the first one
   * starts the process's runtime. A mistake ends the process in one sentence, with exit status 2.
   *
   * @param aspect the concrete aspect, whose name gives the stage its own, and which a record
   *     ({@code META-INF/cal/captures}) names: {@code adopts CLASS SCOPE}
   * @return the stage, opened
   */
  public static Adoption adoption(Class<?> aspect) {
    return new Adoption(Bootstrap.adoptedStage(aspect));
  }

  /**
   * The policy of critical regions, by the settings.
   *
   * @param regions the class name of their aspect
   * @param loader the server's class loader
   * @return its name
   */
  public static String policy(String regions, ClassLoader loader) {
    return PolicyChoice.of(regions, null, Configuration.load(loader)).policy();
  }

  /**
   * Checks the configuration, and that there are the models which it names, as the first woven
   * class would; starts nothing.
   *
   * @param loader the server's class loader
   * @throws ConfigurationException naming the first mistake
   */
  public static void requireValid(ClassLoader loader) {
    Bootstrap.requireValid(loader);
  }

  /**
   * Checks settings before there is a server to start, as its build does.
   *
   * @param settings by their full keys
   * @param origin where they come from, for people
   * @param bindings the class names of the bindings
   * @param regions the class names of the aspects of critical regions
   * @throws ConfigurationException naming the first mistake
   */
  public static void requireRight(
      Map<String, String> settings, String origin, List<String> bindings, List<String> regions) {
    ArtifactSettings.require(
        Configuration.ofArtifact(settings, origin),
        bindings.stream().map(AspectNames::stage).toList(),
        regions.stream().map(AspectNames::regions).toList(),
        LoadTime.class.getClassLoader());
  }

  /**
   * Chooses the model of each stage, as a start would, for a report: no stage is opened. The
   * process must end without its server.
   *
   * @param loader the server's class loader
   * @return {@code model (origin)} by stage
   */
  public static Map<String, String> plan(ClassLoader loader) {
    return Bootstrap.plan(loader);
  }

  /**
   * Where each setting that is set comes from.
   *
   * @param loader the server's class loader
   * @return {@code value (origin)} by key
   */
  public static Map<String, String> settingsInForce(ClassLoader loader) {
    return Configuration.load(loader).described();
  }
}
