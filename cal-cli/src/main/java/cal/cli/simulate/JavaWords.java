package cal.cli.simulate;

import cal.agent.load.WovenMain;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarFile;

/**
 * The words after {@code java}, as a user writes them. Immutable.
 *
 * @param java options of the JVM
 * @param classPath of the server
 * @param main the class of the server
 * @param arguments of the server
 */
public record JavaWords(List<String> java, String classPath, String main, List<String> arguments) {
  private static final Set<String> PATHS = Set.of("-cp", "-classpath", "--class-path");

  /** Options of {@code java} with a word of their own. */
  private static final Set<String> TWO_WORDS =
      Set.of(
          "--add-exports",
          "--add-modules",
          "--add-opens",
          "--add-reads",
          "--enable-native-access",
          "--limit-modules",
          "--module-path",
          "--patch-module",
          "--upgrade-module-path",
          "-p");

  private static final String NEEDED =
      "name the server after --, as in -- -cp server.jar:clients.jar acme.Main, or -jar server.jar";

  /**
   * Reads.
   *
   * @throws IllegalArgumentException if no server is named
   */
  public static JavaWords of(List<String> words) {
    List<String> java = new ArrayList<>();
    String classPath = System.getenv().getOrDefault("CLASSPATH", ".");
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i);
      boolean hasNext = i + 1 < words.size();
      if (PATHS.contains(word) && hasNext) {
        classPath = words.get(++i);
      } else if (word.equals("-jar") && hasNext) {
        String jar = words.get(++i);
        return new JavaWords(
            java, jar, mainOf(jar), List.copyOf(words.subList(i + 1, words.size())));
      } else if (TWO_WORDS.contains(word) && hasNext) {
        java.add(word);
        java.add(words.get(++i));
      } else if (word.startsWith("-")) {
        java.add(word);
      } else {
        return new JavaWords(
            java, classPath, word, List.copyOf(words.subList(i + 1, words.size())));
      }
    }
    throw new IllegalArgumentException(NEEDED);
  }

  private static String mainOf(String jar) {
    try (JarFile file = new JarFile(jar)) {
      Attributes attributes =
          file.getManifest() == null ? new Attributes() : file.getManifest().getMainAttributes();
      String main = attributes.getValue(WovenMain.SERVER); // of a jar that weaves itself
      main = main == null ? attributes.getValue(Attributes.Name.MAIN_CLASS) : main;
      if (main == null) {
        throw new IllegalArgumentException(jar + " has no Main-Class; " + NEEDED);
      }
      return main;
    } catch (IOException unreadable) {
      throw new IllegalArgumentException(
          jar + " cannot be read: " + unreadable.getMessage(), unreadable);
    }
  }
}
