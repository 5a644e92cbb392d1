package cal.maven;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.maven.plugin.MojoFailureException;

/**
 * A JDK, new enough for ajc and the library. On an older JDK ajc would silently use the older
 * classes of Java. Immutable.
 *
 * @param home the folder
 */
record Jdk(Path home) {
  /** The oldest version allowed. */
  static final int NEEDED = 25;

  private static final Pattern VERSION = Pattern.compile("(?m)^JAVA_VERSION=\"(?:1\\.)?(\\d+)");

  /** The result of a program: exit status, and the lines of both outputs. */
  record Run(int status, List<String> lines) {}

  /**
   * Chooses the first folder with a new enough JDK.
   *
   * @param candidates folders by the name of their origin, such as {@code JAVA_HOME}, in order of
   *     preference
   * @throws MojoFailureException if none has, in a sentence with all candidates
   */
  static Jdk among(Map<String, Path> candidates) throws MojoFailureException {
    for (Path home : candidates.values()) {
      if (versionOf(home) >= NEEDED) {
        return new Jdk(home);
      }
    }
    String seen =
        candidates.entrySet().stream()
            .map(one -> one.getKey() + "=" + one.getValue() + " " + named(one.getValue()))
            .collect(Collectors.joining(", "));
    throw new MojoFailureException(
        "CAL weaves by a JDK "
            + NEEDED
            + " or later, and none is among "
            + seen
            + "; set JAVA_HOME or JAVA"
            + NEEDED
            + "_HOME to its folder, or choose one by maven-toolchains-plugin");
  }

  private static String named(Path home) {
    int version = versionOf(home);
    return version == 0 ? "(no JDK)" : "(" + version + ")";
  }

  /** The feature version, or 0 where there is no JDK. */
  private static int versionOf(Path home) {
    try {
      Matcher version = VERSION.matcher(Files.readString(home.resolve("release")));
      return version.find() ? Integer.parseInt(version.group(1)) : 0;
    } catch (IOException none) {
      return 0;
    }
  }

  /**
   * Runs a program to the end.
   *
   * @param folder where it runs
   * @param arguments of {@code java}; given in a file, since class paths are long
   */
  Run run(Path folder, List<String> arguments) throws IOException {
    Path file = Files.createTempFile("cal", ".arguments");
    try {
      Files.write(file, arguments.stream().map(Jdk::quoted).toList());
      List<String> command = new ArrayList<>(List.of(home.resolve("bin/java").toString()));
      // Short programs: C2 would compile beside them, and never be done.
      command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "@" + file));
      Process process =
          new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).start();
      process.getOutputStream().close();
      try (var out = process.inputReader()) {
        List<String> lines = out.lines().toList();
        return new Run(process.waitFor(), lines);
      } finally {
        process.destroy();
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", stopped);
    } finally {
      Files.deleteIfExists(file);
    }
  }

  /** As the launcher reads a file of arguments. */
  private static String quoted(String argument) {
    return '"' + argument.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }
}
