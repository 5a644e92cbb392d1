package cal.agent.binding;

import cal.core.internal.support.Nearest;
import cal.core.spi.ConfigurationException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import java.util.TreeSet;

/**
 * The patterns of known frameworks, by the names that users know those by: {@code
 * META-INF/cal/frameworks.properties}. One whose threads gain nothing by adoption has a sentence
 * instead, which says so. Stateless.
 */
public final class Frameworks {
  private static final String FILE = "/META-INF/cal/frameworks.properties";
  private static final String INSTEAD = ".instead";

  private Frameworks() {}

  /**
   * Replaces the name of a framework by what it stands for.
   *
   * @param request {@code KIND:PATTERN,PATTERN...} or a name
   * @throws ConfigurationException if a name is unknown, or its framework is not to be adopted
   */
  public static String resolve(String request) throws IOException {
    Properties known = new Properties();
    try (InputStream file = Frameworks.class.getResourceAsStream(FILE)) {
      known.load(file);
    }
    return request.contains(":") ? request : resolve(request, known);
  }

  /** Whether a class, named with dots, is of a framework whose threads are event loops. */
  public static boolean hasEventLoops(String name) {
    return name.startsWith("io.vertx.") || ("." + name).contains(".io.netty.");
  }

  private static String resolve(String name, Properties known) {
    String pattern = known.getProperty(name);
    if (pattern != null) {
      return pattern;
    }
    if (name.matches(".*[.*,!].*")) {
      throw new ConfigurationException(
          "cal.adopt="
              + name
              + " is not allowed: it says which classes, and not what they start; write threads:"
              + name
              + ", or executors: or workers: in place of threads:");
    }
    String instead = known.getProperty(name + INSTEAD);
    if (instead != null) {
      throw new ConfigurationException("cal.adopt=" + name + " is not allowed: " + instead);
    }
    TreeSet<String> names = new TreeSet<>();
    known.stringPropertyNames().forEach(key -> names.add(key.replace(INSTEAD, "")));
    throw new ConfigurationException(
        "cal.adopt="
            + name
            + " is not allowed: there is no framework "
            + name
            + "; did you mean "
            + Nearest.to(name, names)
            + "? Or write KIND:PATTERN, such as threads:com.acme..*");
  }
}
