package cal.agent.load;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Tells servers that were woven when they were built from those that the agent weaves. */
public final class WovenWhenBuilt {
  private static final String ALL = "*";

  private WovenWhenBuilt() {}

  /**
   * Whether anything on a class path was woven when it was built.
   *
   * @param classPath as {@code java} is given it
   */
  public static boolean isOn(String classPath) {
    try {
      return !ClassPath.of(expanded(classPath), Path.of("")).all(PreMainWeaver.RECORD).isEmpty();
    } catch (IOException unreadable) {
      throw new UncheckedIOException("the class path " + classPath, unreadable);
    }
  }

  /** The jars of a folder in place of {@code folder/*}, as {@code java} does. */
  private static String expanded(String classPath) throws IOException {
    List<String> entries = new ArrayList<>();
    for (String entry : classPath.split(File.pathSeparator)) {
      if (entry.equals(ALL) || entry.endsWith(File.separator + ALL)) {
        addJars(Path.of(entry.substring(0, entry.length() - ALL.length())), entries);
      } else {
        entries.add(entry);
      }
    }
    return String.join(File.pathSeparator, entries);
  }

  private static void addJars(Path folder, List<String> entries) throws IOException {
    if (!Files.isDirectory(folder)) {
      return;
    }
    try (DirectoryStream<Path> jars = Files.newDirectoryStream(folder, "*.{jar,JAR}")) {
      jars.forEach(jar -> entries.add(jar.toString()));
    }
  }
}
