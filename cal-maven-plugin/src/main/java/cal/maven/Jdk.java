package cal.maven;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.toolchain.Toolchain;

/**
 * The JDK that weaves: ajc takes the classes of Java from the one that it runs on. Immutable.
 *
 * @param java its program
 */
record Jdk(Path java) {
  static final int NEEDED = 25;

  private static final Pattern VERSION = Pattern.compile("JAVA_VERSION=\"(\\d+)");

  /** How a program ended. */
  record Outcome(int status, List<String> said) {}

  /**
   * Finds one: that of the toolchain, of Maven, of the environment, or one that is installed.
   *
   * @param toolchain null where none is chosen
   * @throws MojoFailureException if none is new enough
   */
  static Jdk find(Toolchain toolchain) throws MojoFailureException {
    if (toolchain != null) {
      return new Jdk(Path.of(toolchain.findTool("java")));
    }
    return homes().stream()
        .filter(home -> versionOf(home) >= NEEDED)
        .findFirst()
        .map(home -> new Jdk(home.resolve("bin").resolve("java")))
        .orElseThrow(
            () ->
                new MojoFailureException(
                    "CAL weaves by a JDK "
                        + NEEDED
                        + " or later, and none was found: set JAVA_HOME or JAVA"
                        + NEEDED
                        + "_HOME to its folder, or choose one by maven-toolchains-plugin"));
  }

  private static List<Path> homes() {
    List<Path> homes = new ArrayList<>();
    Stream.of(
            System.getenv("JAVA_HOME"),
            System.getProperty("java.home"),
            System.getenv("JAVA" + NEEDED + "_HOME"))
        .filter(home -> home != null && !home.isBlank())
        .forEach(home -> homes.add(Path.of(home)));
    homes.addAll(installed("/usr/lib/jvm"));
    homes.addAll(installed(System.getProperty("user.home") + "/.jdks"));
    return homes;
  }

  private static List<Path> installed(String folder) {
    try (Stream<Path> all = Files.list(Path.of(folder))) {
      return all.sorted().toList();
    } catch (IOException none) {
      return List.of();
    }
  }

  private static int versionOf(Path home) {
    try {
      Matcher version = VERSION.matcher(Files.readString(home.resolve("release")));
      return version.find() ? Integer.parseInt(version.group(1)) : 0;
    } catch (IOException none) {
      return 0;
    }
  }

  /** Runs a program of Java to its end. */
  Outcome run(Path folder, List<String> arguments) throws IOException {
    Path file = Files.createTempFile("cal", ".arguments");
    try {
      Files.write(file, arguments.stream().map(Jdk::quoted).toList());
      Process process =
          new ProcessBuilder(java.toString(), "@" + file)
              .directory(folder.toFile())
              .redirectErrorStream(true)
              .start();
      List<String> said = process.inputReader().lines().toList();
      return new Outcome(process.waitFor(), said);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", stopped);
    } finally {
      Files.deleteIfExists(file);
    }
  }

  private static String quoted(String argument) {
    return "\"" + argument.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
  }

  static Optional<String> first(List<String> said, String word) {
    return said.stream().filter(line -> line.contains(word)).findFirst();
  }
}
