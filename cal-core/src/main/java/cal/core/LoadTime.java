package cal.core;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What an agent that weaves at load time tells the library before {@code main}: the record of what
 * it has woven, and the settings of the file that it was given.
 *
 * <p>Used once in a process, on the thread that starts it, before a woven class is initialised.
 */
public final class LoadTime {
  private static volatile List<String> record = List.of();
  private static volatile Map<String, String> settings = Map.of();
  private static volatile String settingsOrigin = "";

  private LoadTime() {}

  /**
   * Makes the record of classes that are woven, in place of the one that {@link CaptureRecord}
   * writes into an artifact.
   *
   * @param woven the class files, those of compiled bindings among them
   * @param seen class files that the weaver has left as they were, for hints
   * @param declared the pointcuts of bindings that no class file declares, by name, for each
   *     binding's class name
   * @param adopted the scopes of the aspects that adopt threads, by their class names
   * @return the lines of the record
   * @throws ConfigurationException if a pointcut has matched nothing
   */
  public static List<String> record(
      Collection<byte[]> woven,
      Collection<byte[]> seen,
      Map<String, Map<String, String>> declared,
      Map<String, String> adopted) {
    List<String> lines = new ArrayList<>();
    adopted.forEach((aspect, scope) -> lines.add("adopts " + aspect + " " + scope));
    lines.addAll(
        CaptureRecord.lines(WovenClasses.of(woven, declared), () -> WovenClasses.of(seen)));
    record = lines;
    return record;
  }

  /**
   * Gives the record of a weaving that was made, and recorded, by an earlier process.
   *
   * @param lines as {@link #record} has made them
   */
  public static void recorded(List<String> lines) {
    record = List.copyOf(lines);
  }

  /**
   * Gives settings, which win over {@code cal.properties} and nothing else.
   *
   * @param values by their full keys
   * @param origin where they come from, for people
   */
  public static void settings(Map<String, String> values, String origin) {
    settings = new LinkedHashMap<>(values);
    settingsOrigin = origin;
  }

  /**
   * Checks the configuration, and that there are the models which it names, as the first woven
   * class would; starts nothing.
   *
   * @param loader the server's class loader
   * @throws ConfigurationException naming the first mistake
   */
  public static void requireValid(ClassLoader loader) {
    Bootstrap.requireValid(Captures.load(loader), loader);
  }

  /**
   * Starts the runtime of all bindings, as the first woven class would; for a report.
   *
   * @param loader the server's class loader
   * @return {@code model (origin)} by stage
   */
  public static Map<String, String> start(ClassLoader loader) {
    return Bootstrap.startAll(loader);
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

  static List<String> record() {
    return record;
  }

  static Map<String, String> settings() {
    return settings;
  }

  static String settingsOrigin() {
    return settingsOrigin;
  }
}
