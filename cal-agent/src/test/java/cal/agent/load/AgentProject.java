package cal.agent.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cal.agent.binding.Bindings;
import cal.agent.binding.Request;
import cal.agent.path.ClassPath;
import cal.agent.weaving.PreMainWeaver;
import cal.core.contract.Ajc;
import cal.core.contract.AjcProject;
import cal.core.contract.ChildJvm;
import cal.core.contract.ChildJvm.Outcome;
import cal.core.spi.ConfigurationException;
import cal.weave.CaptureRecord;
import cal.weave.GeneratedAspects;
import cal.weave.binding.BindingFile;
import cal.weave.support.WeaveException;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/**
 * A server that is compiled without CAL in a temporary folder, and JVMs with the agent that start
 * it. The agent's jar is a manifest that names what the tests' class path has.
 */
final class AgentProject {
  /** Serves three steps, and says on what kind of thread. */
  static final String SERVER =
      """
      package app;
      public class Server {
        public static void main(String[] args) { new Server().run(); System.out.println("main"); }
        void run() { Step step = new Step(); while (step.next(1)) ; }
      }
      class Step {
        int steps;
        boolean next(int by) {
          System.out.println("virtual " + Thread.currentThread().isVirtual());
          steps += by;
          return steps < 3;
        }
      }
      """;

  static final String STAGES =
      """
      stages:
        step:
          spawn: boolean app.Step.next(int)
      """;

  private final Path folder;
  private final Path classes;

  AgentProject(Path folder) {
    this.folder = folder;
    classes = folder.resolve("classes");
  }

  private String classPath() {
    return classes + File.pathSeparator + System.getProperty("java.class.path");
  }

  /** Compiles plain Java. */
  AgentProject compile(String name, String source) {
    Path file = write("src/" + name + ".java", source);
    String[] options = {"-g", "-cp", classPath(), "-d", classes.toString(), file.toString()};
    int status = ToolProvider.getSystemJavaCompiler().run(null, null, null, options);
    assertThat(status).as("javac").isZero();
    return this;
  }

  /** Compiles aspects into a folder of their own, listed as ajc does. */
  Path compileBinding(String source) {
    Path bindings = folder.resolve("bindings");
    Path file = write("aspects/Binding.aj", source);
    List<String> errors =
        Ajc.run(
            "-outxml",
            "-classpath",
            classPath(),
            "-aspectpath",
            entry("cal-core"),
            "-d",
            bindings.toString(),
            file.toString());
    assertThat(errors).as("ajc").isEmpty();
    return bindings;
  }

  /** Weaves the classes by aspects, and records it, as a build does. */
  Path weave(String source) {
    Path woven = folder.resolve("woven");
    List<String> errors =
        Ajc.run(
            "-inpath",
            classes.toString(),
            "-classpath",
            System.getProperty("java.class.path"),
            "-aspectpath",
            entry("cal-core"),
            "-d",
            woven.toString(),
            write("aspects/Binding.aj", source).toString());
    assertThat(errors).as("ajc").isEmpty();
    CaptureRecord.main(new String[] {woven.toString()});
    return woven;
  }

  /**
   * Weaves the classes here by a file of bindings, as the agent does before {@code main}.
   *
   * @return the record
   */
  List<String> weaveHere(String file) throws IOException {
    ClassPath classPath = ClassPath.of(classes.toString(), Path.of("no-such.jar"));
    Request request =
        new Request(Optional.empty(), List.of(), List.of(), Optional.empty(), Optional.empty());
    try (URLClassLoader loader =
        new URLClassLoader(
            new URL[] {classes.toUri().toURL()}, AgentProject.class.getClassLoader())) {
      BindingFile declared = BindingFile.parse("cal.yaml", file);
      Bindings bindings = Bindings.of(request, declared, classPath);
      return PreMainWeaver.weave(bindings, Map.of(), classPath, loader).weaving().record();
    }
  }

  /** Builds a source by a file of bindings, as a build without the agent does. */
  static AjcProject built(Path folder, String bindings, String name, String source)
      throws IOException {
    Path file = Files.writeString(folder.resolve("cal.yaml"), bindings);
    GeneratedAspects.write(file, folder.resolve("src"), folder.resolve("woven"));
    return new AjcProject(folder).source(name, source).build();
  }

  /** Asserts that the agent would end the process before {@code main}, with such a sentence. */
  void assertRefused(String file, String sentence) {
    assertThatThrownBy(() -> weaveHere(file))
        .isInstanceOfAny(ConfigurationException.class, WeaveException.class)
        .message()
        .contains(sentence)
        .satisfies(message -> assertThat(message.lines()).hasSize(1));
  }

  /** Asserts that a JVM has ended before {@code main}, with a sentence alone. */
  static void assertStopped(Outcome outcome, String sentence) {
    assertThat(outcome.err()).isEqualTo("cal: " + sentence + "\n");
    assertThat(outcome.out()).as("nothing has run").isEmpty();
    assertThat(outcome.status()).isEqualTo(2);
  }

  static String entry(String module) {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(one -> one.contains("/" + module + "/") && !one.contains("test"))
        .findFirst()
        .orElseThrow();
  }

  Path write(String name, String text) {
    try {
      Path file = folder.resolve(name);
      Files.createDirectories(file.getParent());
      return Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Path classes() {
    return classes;
  }

  /** Runs {@code app.Server} with the agent and settings, such as {@code cal.model=virtual}. */
  Outcome run(List<Path> more, String... settings) throws Exception {
    List<String> options = new ArrayList<>(List.of("-javaagent:" + agent()));
    for (String setting : settings) {
      options.add("-D" + setting);
    }
    String classPath =
        more.stream()
            .map(path -> File.pathSeparator + path)
            .collect(Collectors.joining("", classes.toString(), ""));
    options.addAll(List.of("-cp", classPath, "app.Server"));
    return java(options);
  }

  /** Runs the server by a file of bindings. */
  Outcome runDeclared(String bindings, String... settings) throws Exception {
    List<String> all = new ArrayList<>(List.of(settings));
    all.add("cal.config=" + write("cal.yaml", bindings));
    return run(List.of(), all.toArray(String[]::new));
  }

  Outcome java(List<String> options) {
    return ChildJvm.run(folder, options);
  }

  /** Made once: other tests of the project may start from the jar now. */
  synchronized Path agent() throws IOException {
    Path made = folder.resolve("agent.jar");
    return Files.exists(made) ? made : jar("agent.jar", "cal.agent.Entry", null, testedClassPath());
  }

  /** The agent with its own classes in its jar, so that it keeps what it weaves. */
  Path keepingAgent() throws IOException {
    Path own = Path.of(entry("cal-agent"));
    return jar("keeping.jar", "cal.agent.Entry", own, testedClassPath());
  }

  private static String testedClassPath() {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(one -> !one.contains("test-classes"))
        .map(one -> Path.of(one).toUri().toString())
        .collect(Collectors.joining(" "));
  }

  /** A jar of an agent; the folder of its classes and its class path may be null. */
  Path jar(String name, String premain, Path packed, String classPath) throws IOException {
    Path jar = folder.resolve(name);
    Manifest manifest = new Manifest();
    Attributes main = manifest.getMainAttributes();
    main.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    main.putValue("Premain-Class", premain);
    main.putValue("Can-Redefine-Classes", "true");
    if (classPath != null) {
      main.put(Attributes.Name.CLASS_PATH, classPath);
    }
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file, manifest)) {
      if (packed != null) {
        pack(packed, out);
      }
    }
    return jar;
  }

  private static void pack(Path classes, JarOutputStream out) throws IOException {
    try (Stream<Path> files = Files.walk(classes)) {
      for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
        String name = classes.relativize(file).toString();
        if (!name.equals("META-INF/MANIFEST.MF")) {
          out.putNextEntry(new JarEntry(name));
          out.write(Files.readAllBytes(file));
        }
      }
    }
  }
}
