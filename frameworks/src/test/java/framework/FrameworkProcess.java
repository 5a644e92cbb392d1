package framework;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.contract.ChildJvm;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** A server in a JVM of its own, adopted by the agent; ended when it is closed. */
final class FrameworkProcess implements AutoCloseable {
  private static final long DEADLINE_SECONDS = 120;
  private static final Path LIB = Path.of("target", "lib").toAbsolutePath();

  private final Process process;
  private final BufferedReader out;
  private final Path err;

  private FrameworkProcess(Process process, Path err) {
    this.process = process;
    this.err = err;
    this.out =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  /**
   * Starts a server.
   *
   * @param folder where its standard error and its woven classes are kept
   * @param server what java is given to run it
   */
  static FrameworkProcess start(Path folder, String adopt, String model, List<String> server)
      throws IOException {
    List<String> all = new ArrayList<>();
    all.add("-javaagent:" + LIB.resolve("cal.jar"));
    all.add("-Dcal.adopt=" + adopt);
    all.add("-Dcal.model=" + model);
    all.add("-Dcal.cache=" + folder.resolve("woven"));
    all.add("-Dcal.reactive.slow-step=0ms"); // on a busy machine each step may be one
    all.addAll(server);
    Path err = Files.createTempFile(folder, "err", ".txt");
    return new FrameworkProcess(
        new ProcessBuilder(ChildJvm.command(all)).redirectError(err.toFile()).start(), err);
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

  /** The next line that begins with a word, without that; other lines are passed over. */
  String line(String word) throws IOException {
    for (String line = out.readLine(); line != null; line = out.readLine()) {
      if (line.startsWith(word)) {
        return line.substring(word.length()).strip();
      }
    }
    throw new AssertionError("no line " + word + "; standard error: " + err());
  }

  /** What CAL has said. */
  List<String> said() throws IOException {
    return err().lines().filter(line -> line.startsWith("cal: ")).toList();
  }

  String err() throws IOException {
    return Files.readString(err);
  }

  /** SIGTERM. */
  void terminate() {
    process.toHandle().destroy(); // which closes no stream
  }

  int status() throws IOException, InterruptedException {
    assertThat(process.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS))
        .as("ends within %s s; %s", DEADLINE_SECONDS, err())
        .isTrue();
    return process.exitValue();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
