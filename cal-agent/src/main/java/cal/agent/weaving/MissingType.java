package cal.agent.weaving;

import cal.agent.path.ClassPath;
import cal.core.internal.support.Nearest;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.aspectj.weaver.loadtime.definition.Definition;

/** A type that a pointcut names, and AspectJ has not found. Stateless. */
final class MissingType {
  /** The pointcut of a loop, in the words of its file. */
  private static final Pattern LOOP =
      Pattern.compile("call\\(boolean ([^ ]*)\\$step[^(]*\\(\\.\\.\\)\\)");

  private MissingType() {}

  /** The place of the name, and the probably meant type. */
  static String sentence(
      String type, Definition definition, ClassLoader loader, ClassPath classPath)
      throws IOException {
    return naming(type, definition)
        + " names "
        + type
        + ", which "
        + whatIsOf(type, loader, classPath);
  }

  /** The pointcut of a file with a type; those of compiled aspects are not at hand. */
  private static String naming(String type, Definition definition) {
    Pattern word = Pattern.compile("(?<![\\w.$])" + Pattern.quote(type) + "(?![\\w$])");
    return definition.getConcreteAspects().stream()
        .flatMap(each -> each.pointcuts.stream())
        .map(each -> each.expression)
        .filter(text -> word.matcher(text).find())
        .map(text -> LOOP.matcher(text).replaceFirst("loop: $1(..)"))
        .findFirst()
        .orElse("a pointcut");
  }

  private static String whatIsOf(String type, ClassLoader loader, ClassPath classPath)
      throws IOException {
    URL found = find(loader, type);
    if (found == null) {
      return "is not on the class path; "
          + inFull(type, classPath)
              .map(whole -> "write it in full: " + whole)
              .orElse(
                  "the nearest class is " + Nearest.to(type, classPath.names()).replace('$', '.'));
    }
    try (InputStream in = found.openStream()) {
      int length = in.readAllBytes().length;
      return "AspectJ has not found; " + found + " can be read now, " + length + " bytes";
    } catch (IOException failure) {
      return "cannot be read from " + found + ": " + failure;
    }
  }

  /** The class file of a type, nested or not; null for none. */
  static URL find(ClassLoader loader, String type) {
    String file = type.replace('.', '/');
    URL found = loader.getResource(file + ".class");
    for (int at = file.lastIndexOf('/'); found == null && at > 0; at = file.lastIndexOf('/')) {
      file = file.substring(0, at) + "$" + file.substring(at + 1);
      found = loader.getResource(file + ".class");
    }
    return found;
  }

  /** A class of the class path, or of the JDK, with this name in its package. */
  private static Optional<String> inFull(String type, ClassPath classPath) throws IOException {
    if (type.contains(".")) {
      return Optional.empty();
    }
    Stream<String> ofJdk =
        ModuleLayer.boot().findModule("java.base").orElseThrow().getPackages().stream()
            .filter(each -> each.startsWith("java."))
            .sorted()
            .map(each -> each + "." + type)
            .filter(each -> ClassLoader.getSystemResource(ClassPath.fileOf(each)) != null);
    Stream<String> own = classPath.names().stream().filter(each -> each.endsWith("." + type));
    return Stream.concat(own, ofJdk).findFirst();
  }
}
