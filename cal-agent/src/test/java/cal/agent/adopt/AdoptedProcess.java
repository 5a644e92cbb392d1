package cal.agent.adopt;

import cal.core.contract.SpeakingJvm;
import cal.testing.FolderJar;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.Manifest;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A program in a JVM of its own whose threads the agent adopts; ended when it is closed. */
final class AdoptedProcess extends SpeakingJvm {
  private static final Pattern NEEDED =
      Pattern.compile(
          ".*/(cal-[^/]*/target/.*|(aspectjweaver|snakeyaml|jcsp|nanohttpd|h2|MockFtp|slf4j)[^/]*)");

  private static final String CLASSES = "/cal-agent/target/classes";

  private static final Path AGENT = agent();

  private AdoptedProcess(List<String> arguments, Path err) throws IOException {
    super(arguments, err);
  }

  /**
   * Starts a program.
   *
   * @param folder where its standard error goes
   * @param options of the JVM: what is adopted, and under which model
   */
  static AdoptedProcess start(Path folder, List<String> options, String main, String... arguments)
      throws IOException {
    List<String> all = new ArrayList<>();
    all.add("-javaagent:" + AGENT);
    all.add("-Dcal.reactive.slow-step=0ms"); // on a busy machine each step may be one
    all.addAll(options);
    all.addAll(List.of("-cp", classPath(), main));
    all.addAll(Arrays.asList(arguments));
    Path err = folder.resolve("err.txt");
    return new AdoptedProcess(all, err);
  }

  /** A jar of this module's classes: an agent that is none keeps nothing of its weaving. */
  private static Path agent() {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().putValue("Premain-Class", "cal.agent.Entry");
    manifest.getMainAttributes().putValue("Can-Redefine-Classes", "true");
    Path classes =
        Path.of(entries().filter(one -> one.endsWith(CLASSES)).findFirst().orElseThrow());
    return FolderJar.of(classes, "adopted-agent.jar", manifest);
  }

  private static Stream<String> entries() {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator));
  }

  /**
   * The jars that the servers need, and the agent besides its own: each JVM looks into all of them.
   */
  private static String classPath() {
    return entries()
        .filter(entry -> NEEDED.matcher(entry).matches() && !entry.endsWith(CLASSES))
        .collect(Collectors.joining(File.pathSeparator));
  }

  /** All that is left of standard output, to its end. */
  List<String> rest() {
    return out.lines().toList();
  }

  long pid() {
    return process.pid();
  }

  /** Ends standard input, upon which the program stops its server and returns from main. */
  int stop() throws IOException, InterruptedException {
    process.getOutputStream().close();
    return status();
  }
}
