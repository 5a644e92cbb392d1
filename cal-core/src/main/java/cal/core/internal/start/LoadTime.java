package cal.core.internal.start;

import cal.core.internal.record.DeclaredAspect;
import cal.core.internal.record.GivenRecord;
import cal.core.internal.record.RecordWriter;
import cal.core.internal.record.WovenClasses;
import cal.core.internal.settings.Configuration;
import cal.core.internal.settings.GivenSettings;
import cal.core.internal.stage.Adoption;
import cal.core.spi.ConfigurationException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * The data that an agent which weaves at load time gives the library before {@code main}: the
 * record of its weaving, and the settings of the file that it was given.
 *
 * <p>Used once in a process, on the thread that starts it, before a woven class is initialised.
 */
public final class LoadTime {
  private LoadTime() {}

  /**
   * Makes the record of classes that are woven, in place of the one that {@link RecordWriter}
   * writes into an artifact.
   *
   * @param woven the class files, those of compiled bindings among them
   * @param seen class files that the weaver has left as they were, for hints
   * @param declared the bindings and regions that no class file declares, by their class names
   * @param adopted the scopes of the aspects that adopt threads, by their class names
   * @return the lines of the record
   * @throws ConfigurationException if a pointcut has matched nothing
   */
  public static List<String> record(
      Collection<byte[]> woven,
      Collection<byte[]> seen,
      Map<String, DeclaredAspect> declared,
      Map<String, String> adopted) {
    List<String> lines = new ArrayList<>();
    adopted.forEach((aspect, scope) -> lines.add("adopts " + aspect + " " + scope));
    lines.addAll(RecordWriter.lines(WovenClasses.of(woven, declared), () -> WovenClasses.of(seen)));
    GivenRecord.give(lines);
    return GivenRecord.lines();
  }

  /**
   * Gives the record of a weaving that was made, and recorded, by an earlier process.
   *
   * @param lines as {@link #record} has made them
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
