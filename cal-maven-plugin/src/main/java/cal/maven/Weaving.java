package cal.maven;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugin.logging.Log;

/**
 * Weaves classes in place, and records what was captured; does nothing where nothing has changed.
 *
 * @param goal for what it says, and that it may name its tools
 * @param jdk runs ajc and the record
 * @param classes the folder of the classes, which are woven there
 * @param aspects the folder of sources in AspectJ; perhaps there is none
 * @param config a file of signatures; perhaps there is none
 * @param classPath what the classes need, themselves not among it
 */
record Weaving(
    CalMojo goal, Jdk jdk, Path classes, Path aspects, Path config, List<String> classPath) {

  void run() throws IOException, MojoFailureException {
    List<Path> sources = sources();
    boolean declared = Files.exists(config);
    if (sources.isEmpty() && !declared) {
      throw new MojoFailureException(
          "nothing says what is captured: write aspects in "
              + aspects
              + ", or signatures in "
              + config);
    }
    Path build = Path.of(goal.project.getBuild().getDirectory());
    PlainClasses plain = new PlainClasses(classes, build.resolve("plain-" + classes.getFileName()));
    plain.collect();
    String key = key(sources, plain);
    if (plain.isWoven(key)) {
      log().info("nothing to weave: all classes are up to date");
      return;
    }
    plain.restore();
    boolean done = false;
    try {
      Path generated = build.resolve("generated-sources/cal-" + classes.getFileName());
      if (declared) {
        generate(generated);
      }
      weave(sources, declared ? generated : null);
      record();
      plain.woven(key);
      done = true;
    } finally {
      if (!done) {
        plain.restore();
      }
    }
  }

  private Log log() {
    return goal.getLog();
  }

  private List<Path> sources() throws IOException {
    if (!Files.isDirectory(aspects)) {
      return List.of();
    }
    try (Stream<Path> all = Files.walk(aspects)) {
      return all.filter(file -> file.toString().matches(".*\\.(aj|java)")).sorted().toList();
    }
  }

  private String key(List<Path> sources, PlainClasses plain) throws IOException {
    List<String> inputs = new ArrayList<>(plain.hashes());
    inputs.add(jdk.java().toString());
    for (Path source : sources) {
      inputs.add(source + " " + PlainClasses.hash(source));
    }
    if (Files.exists(config)) {
      inputs.add(config + " " + PlainClasses.hash(config));
    }
    for (String entry : classPath) {
      File file = new File(entry);
      inputs.add(entry + " " + file.length() + " " + file.lastModified());
    }
    return PlainClasses.hash(String.join("\n", inputs).getBytes(StandardCharsets.UTF_8));
  }

  private void generate(Path folder) throws IOException, MojoFailureException {
    Jdk.Outcome outcome =
        jdk.run(
            goal.folder(),
            CalMojo.program(
                goal.tool("cal-agent"),
                "cal.agent.load.GeneratedAspects",
                List.of(config.toString(), folder.toString(), classes.toString())));
    require(outcome, config + " cannot be woven");
  }

  private void weave(List<Path> sources, Path generated) throws IOException, MojoFailureException {
    List<String> arguments = new ArrayList<>();
    arguments.addAll(List.of("--release", String.valueOf(Jdk.NEEDED), "-parameters", "-g"));
    arguments.addAll(List.of("-classpath", path(classPath)));
    arguments.addAll(List.of("-inpath", classes.toString(), "-d", classes.toString()));
    arguments.addAll(List.of("-aspectpath", core()));
    sources.forEach(source -> arguments.add(source.toString()));
    if (generated != null) {
      try (Stream<Path> all = Files.walk(generated)) {
        all.filter(file -> file.toString().endsWith(".aj"))
            .sorted()
            .forEach(file -> arguments.add(file.toString()));
      }
    }
    String tools = goal.tool("aspectjtools");
    Jdk.Outcome outcome =
        jdk.run(goal.folder(), CalMojo.program(tools, "org.aspectj.tools.ajc.Main", arguments));
    outcome.said().stream()
        .filter(line -> line.contains("[warning]"))
        .forEach(line -> log().warn(line));
    require(outcome, "ajc has found a mistake");
  }

  private String core() throws MojoFailureException {
    return classPath.stream()
        .filter(entry -> entry.replace('\\', '/').matches(".*/cal-core(-[^/]*\\.jar|/target/.*)"))
        .findFirst()
        .orElseThrow(
            () ->
                new MojoFailureException(
                    "cal-core is not on the class path; depend on org.calaspects:cal-core, or on a"
                        + " module with a model"));
  }

  private void record() throws IOException, MojoFailureException {
    List<String> all = new ArrayList<>(List.of(classes.toString()));
    all.addAll(classPath);
    List<String> folder = List.of(classes.toString());
    Jdk.Outcome outcome =
        jdk.run(goal.folder(), CalMojo.program(path(all), "cal.core.CaptureRecord", folder));
    require(outcome, "the record cannot be written");
    long points =
        Files.readAllLines(classes.resolve("META-INF/cal/captures")).stream()
            .filter(line -> line.matches("  (spawn|handoff|instantiation) .*"))
            .count();
    log().info(points + (points == 1 ? " call is captured" : " calls are captured"));
  }

  /** A tool that fails has said where and why. */
  private void require(Jdk.Outcome outcome, String what) throws MojoFailureException {
    if (outcome.status() != 0) {
      outcome.said().forEach(line -> log().error(line));
      String first =
          Jdk.first(outcome.said(), "[error]")
              .or(() -> Jdk.first(outcome.said(), "cal: "))
              .orElse("see above");
      throw new MojoFailureException(what + ": " + first.replaceFirst("^cal: ", ""));
    }
  }

  private static String path(List<String> entries) {
    return String.join(File.pathSeparator, entries);
  }
}
