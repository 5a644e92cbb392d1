package framework;

import cal.core.contract.SpeakingJvm;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** A server in a JVM of its own, adopted or bound by the agent; ended when it is closed. */
final class FrameworkProcess extends SpeakingJvm {
  private static final Path LIB = Path.of("target", "lib").toAbsolutePath();

  private FrameworkProcess(List<String> arguments, Path err) throws IOException {
    super(arguments, err);
  }

  /**
   * Starts a server.
   *
   * @param folder where its standard error and its woven classes are kept
   * @param server what java is given to run it
   */
  static FrameworkProcess start(Path folder, String adopt, String model, List<String> server)
      throws IOException {
    return startBy(folder, "-Dcal.adopt=" + adopt, model, server);
  }

  /** The same, by any option that says what the agent takes over. */
  static FrameworkProcess startBy(Path folder, String option, String model, List<String> server)
      throws IOException {
    List<String> all = new ArrayList<>();
    all.add("-javaagent:" + LIB.resolve("cal.jar"));
    all.add(option);
    all.add("-Dcal.model=" + model);
    all.add("-Dcal.cache=" + folder.resolve("woven"));
    all.add("-Dcal.reactive.slow-step=0ms"); // on a busy machine each step may be one
    all.addAll(server);
    return unwoven(folder, all);
  }

  /** Starts a server as it comes. */
  static FrameworkProcess unwoven(Path folder, List<String> server) throws IOException {
    return new FrameworkProcess(server, Files.createTempFile(folder, "err", ".txt"));
  }

  /** A class of this folder, with the libraries of Maven's class path. */
  static List<String> main(Class<?> main, int port) {
    String libraries =
        entries()
            .filter(entry -> main != TomcatMain.class || !entry.contains("tomcat"))
            .collect(Collectors.joining(File.pathSeparator));
    String tomcat = main == TomcatMain.class ? LIB.resolve("tomcat.jar") + File.pathSeparator : "";
    return List.of("-cp", tomcat + libraries, main.getName(), String.valueOf(port));
  }

  /** What a server may need: the agent brings the library. */
  static java.util.stream.Stream<String> entries() {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(entry -> !entry.matches(".*(cal-core|aspectj|junit|assertj|jqwik|surefire).*"));
  }

  /** What CAL has said. */
  List<String> said() throws IOException {
    return err().lines().filter(line -> line.startsWith("cal: ")).toList();
  }

  /** Writes a line to its standard input. */
  void say(String line) throws IOException {
    process.outputWriter().append(line).append('\n').flush();
  }

  /** SIGTERM. */
  void terminate() {
    process.toHandle().destroy(); // which closes no stream
  }
}
