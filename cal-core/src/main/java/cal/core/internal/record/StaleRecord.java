package cal.core.internal.record;

import cal.core.spi.ConfigurationException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Sees that classes were compiled again beside the record of those that were woven, as an IDE does
 * in the folder of a build. Stateless.
 */
public final class StaleRecord {
  private StaleRecord() {}

  /**
   * Makes sure that each class with a recorded join point names the aspect that matched there.
   *
   * @param loader finds the class files
   * @throws ConfigurationException naming the first that does not
   */
  public static void requireNone(Captures captures, ClassLoader loader) {
    Map<String, List<Captures.JoinPoint>> bindings =
        captures.bindings().stream().collect(Collectors.toMap(each -> each, captures::of));
    Stream.concat(bindings.entrySet().stream(), captures.regions().entrySet().stream())
        .forEach(
            aspect ->
                aspect.getValue().stream()
                    .map(point -> Captures.classOf(point.site()))
                    .distinct()
                    .forEach(site -> requireWoven(site, aspect.getKey(), loader)));
  }

  private static void requireWoven(String site, String aspect, ClassLoader loader) {
    URL file = loader.getResource(site.replace('.', '/') + ".class");
    if (file != null && !names(file, aspect.replace('.', '/'))) {
      throw new ConfigurationException(
          file
              + " is not woven, though the weaver's record ("
              + Captures.RESOURCE
              + ") says so: it was compiled again, for example by an IDE; build it again with the"
              + " build that weaves, for example by mvn clean verify");
    }
  }

  /** A name stands in the constants of a class file as it is, in ASCII. */
  private static boolean names(URL file, String name) {
    try (InputStream in = file.openStream()) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).contains(name);
    } catch (IOException unreadable) {
      throw new ConfigurationException(file + " cannot be read: " + unreadable, unreadable);
    }
  }
}
