package cal.agent.binding;

import cal.agent.path.ClassPath;
import cal.core.spi.ConfigurationException;
import cal.weave.binding.BindingFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.aspectj.weaver.loadtime.definition.Definition;
import org.aspectj.weaver.loadtime.definition.DocumentParser;

/**
 * The bindings that ajc has compiled: aspects named by {@code META-INF/aop.xml}, or by the {@code
 * META-INF/aop-ajc.xml} that {@code ajc -outxml} writes, of the class path. Immutable.
 *
 * @param aspects class names, with the file that names each
 * @param definitions what the files say
 */
public record AopFiles(Map<String, String> aspects, List<Definition> definitions) {
  private static final String LIGHT_PARSER =
      "org.aspectj.weaver.loadtime.configuration.lightxmlparser";

  /** Where ajc, and people, list aspects. */
  public static final List<String> NAMES = List.of("META-INF/aop.xml", "META-INF/aop-ajc.xml");

  /**
   * Reads the files of a class path.
   *
   * @throws ConfigurationException if one is malformed
   */
  public static AopFiles of(ClassPath classPath) throws java.io.IOException {
    // The JDK's parser would take a tenth of a second.
    System.setProperty(LIGHT_PARSER, "true");
    Map<String, String> aspects = new LinkedHashMap<>();
    List<Definition> definitions = new ArrayList<>();
    for (String name : NAMES) {
      for (Path entry : classPath.all(name).keySet()) {
        Definition definition = parse(entry, name);
        definitions.add(definition);
        definition
            .getAspectClassNames()
            .forEach(each -> aspects.putIfAbsent(each.replace('/', '.'), name + " of " + entry));
      }
    }
    return new AopFiles(aspects, definitions);
  }

  private static Definition parse(Path entry, String name) {
    boolean folder = java.nio.file.Files.isDirectory(entry);
    try {
      String url =
          folder ? entry.resolve(name).toUri().toString() : "jar:" + entry.toUri() + "!/" + name;
      return DocumentParser.parse(java.net.URI.create(url).toURL());
    } catch (Exception malformed) {
      throw new ConfigurationException(
          name
              + " of "
              + entry
              + " cannot be read: "
              + BindingFile.oneLine(malformed.getMessage())
              + "; let ajc -outxml write it",
          malformed);
    }
  }
}
