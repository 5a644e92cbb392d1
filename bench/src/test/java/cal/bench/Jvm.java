package cal.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/** Programs that a test compiles, or starts in JVMs of their own. Stateless. */
public final class Jvm {
  /** The agent's jar. */
  static final Path AGENT = Path.of("../cal-agent/target/cal.jar").toAbsolutePath().normalize();

  /** This JVM's {@code java}. */
  static final String JAVA = Path.of(System.getProperty("java.home"), "bin", "java").toString();

  private Jvm() {}

  /** Skips the test where the agent's jar is not built. */
  static void requireAgent() {
    SampleServer.skipUnless(Files.exists(AGENT), "cal.jar is not built (mvn verify does)");
  }

  /** A JVM that does not live long enough for C2; more may be added. */
  public static List<String> command(String... words) {
    return command(List.of(words));
  }

  /** The same. */
  public static List<String> command(List<String> words) {
    List<String> command =
        new ArrayList<>(List.of(JAVA, "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    command.addAll(words);
    return command;
  }

  /** Has all JVMs of a command do without C2, of which each tells standard error in a line. */
  static void makeQuick(ProcessBuilder builder) {
    builder.environment().put("JDK_JAVA_OPTIONS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC");
  }

  /** Compiles sources, or all sources of folders. */
  static void compile(Path classes, Path... sources) throws IOException {
    compileWith(System.getProperty("java.class.path"), classes, sources);
  }

  /** The same with a class path. */
  static void compileWith(String classPath, Path classes, Path... sources) throws IOException {
    List<String> options =
        new ArrayList<>(List.of("-g", "-proc:none", "-cp", classPath, "-d", classes.toString()));
    for (Path source : sources) {
      try (Stream<Path> files = Files.walk(source)) {
        files.map(Path::toString).filter(file -> file.endsWith(".java")).forEach(options::add);
      }
    }
    String[] words = options.toArray(String[]::new);
    assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, words))
        .as("javac %s", Arrays.toString(sources))
        .isZero();
  }

  static String freePort() {
    try (ServerSocket socket = new ServerSocket(0)) {
      return String.valueOf(socket.getLocalPort());
    } catch (IOException e) {
      throw new AssertionError("no port is free", e);
    }
  }
}
