package cal.maven;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.maven.plugin.MojoFailureException;

/**
 * A weaving: ajc, and then the record. The output changes when both have succeeded, and nothing
 * runs where nothing has changed. For one thread.
 */
final class Weaving {
  /** The settings of an artifact. */
  static final String SETTINGS = "cal.properties";

  /** The record, in a folder of woven classes. */
  static final String RECORD = "META-INF/cal/captures";

  private static final Pattern MODEL = Pattern.compile("(?m)^\\s*cal\\.model\\s*[=:].*\\R?");

  private final CalMojo goal;
  private final WeavingPlan plan;
  private final Jdk jdk;
  private final Path made;

  /** Types of signatures that ajc has not found. */
  private final Set<String> unknown = new LinkedHashSet<>();

  private final Path cut;

  /**
   * Does nothing yet.
   *
   * @param goal for tools and log
   */
  Weaving(CalMojo goal, WeavingPlan plan) throws MojoFailureException {
    this.goal = goal;
    this.plan = plan;
    this.jdk = goal.jdk();
    this.made = plan.memory().resolve("made");
    this.cut = plan.memory().resolve("cut");
  }

  /**
   * Weaves.
   *
   * @throws MojoFailureException with the mistakes of the sources, or a pointcut without a match
   */
  void run() throws IOException, MojoFailureException {
    boolean declared = hasNoAspects(plan.aspects());
    if (declared && !Files.exists(plan.config())) {
      throw new MojoFailureException(
          "nothing says what is captured: write aspects in "
              + plan.aspects()
              + ", or signatures in "
              + plan.config()
              + plan.elsewhere());
    }
    if (plan.record() && plan.aspectPath().isEmpty()) {
      throw new MojoFailureException(
          "cal-core is not on the class path; depend on org.calaspects:cal-core, or on a module"
              + " with a model");
    }
    PlainFiles files = new PlainFiles(plan.classes(), plan.output(), plan.memory());
    String inputs = inputs(files, declared);
    if (files.isOf(inputs)) {
      goal.getLog().info("nothing to weave: all classes are up to date");
      return;
    }
    plan.requireCompiled(files.folder());
    delete(made);
    delete(cut);
    Files.createDirectories(made);
    List<Path> plain = new ArrayList<>(List.of(files.folder()));
    plain.addAll(plan.inpath());
    Path aspects = declared ? declared(plain) : plan.aspects();
    List<Path> classPath = new ArrayList<>(plan.classPath());
    classPath.add(made); // has the classes that are not to be woven
    weave(aspects, List.of("-inpath", joined(cut(plain).stream())), classPath, made);
    if (plan.finisher() != null) {
      List<String> program = List.of(plan.finisher().toString(), made.toString());
      requireSuccess(jdk.run(plan.folder(), program), plan.finisher() + ": ");
    }
    if (plan.record()) {
      record(declared ? plan.config() : plan.aspects());
    }
    addOthers(files.folder());
    if (plan.record() && Files.exists(made.resolve(SETTINGS))) {
      requireSettings(declared ? plan.config().toString() : SETTINGS);
    }
    files.replaceBy(made, inputs);
    delete(made);
    delete(cut);
  }

  static boolean hasNoAspects(Path folder) throws IOException {
    return PlainFiles.files(folder).stream()
        .noneMatch(file -> file.toString().endsWith(".aj") || file.toString().endsWith(".java"));
  }

  /** Names, sizes and times of jars; the content of all else. */
  private String inputs(PlainFiles files, boolean declared) throws IOException {
    StringBuilder text = new StringBuilder(files.refresh().toString());
    text.append(jdk.home()).append(plan.arguments()).append(plan.record()).append(plan.model());
    text.append(
        declared
            ? new String(Files.readAllBytes(plan.config()), StandardCharsets.ISO_8859_1)
            : PlainFiles.sums(plan.aspects()).toString());
    List<Path> all = new ArrayList<>(plan.classPath());
    all.addAll(plan.inpath());
    all.addAll(plan.aspectPath());
    goal.tools().forEach(all::add);
    if (plan.finisher() != null) {
      all.add(plan.finisher());
    }
    for (String argument : plan.arguments()) {
      if (argument.startsWith("@")) {
        all.add(plan.folder().resolve(argument.substring(1)));
      }
    }
    for (Path one : all) {
      text.append(one);
      if (Files.isDirectory(one)) {
        text.append(PlainFiles.sums(one));
      } else if (Files.exists(one)) {
        text.append(Files.size(one)).append(Files.getLastModifiedTime(one));
      }
    }
    return PlainFiles.sum(text.toString());
  }

  /**
   * Makes aspects of a file of bindings, changed copies of plain classes whose loops or monitors
   * the file names, and the file's settings beside the woven classes.
   */
  private Path declared(List<Path> plain) throws MojoFailureException, IOException {
    Path aspects = plan.memory().resolve("declared");
    Jdk.Run run =
        jdk.run(
            plan.folder(),
            List.of(
                "-cp",
                joined(goal.tools()),
                "cal.weave.GeneratedAspects",
                plan.config().toString(),
                aspects.toString(),
                made.toString(),
                cut.toString(),
                joined(plan.classPath().stream()),
                joined(plain.stream())));
    requireSuccess(run, "");
    if (Files.exists(made.resolve(SETTINGS)) && Files.exists(plain.get(0).resolve(SETTINGS))) {
      throw new MojoFailureException(
          plan.config() + " has settings, and so has " + SETTINGS + "; keep them in one of both");
    }
    return aspects;
  }

  /** The folders and jars to weave, each changed where there is a changed copy. */
  private List<Path> cut(List<Path> plain) {
    List<Path> all = new ArrayList<>();
    for (int i = 0; i < plain.size(); i++) {
      Path folder = cut.resolve(String.valueOf(i));
      Path jar = cut.resolve(i + ".jar");
      all.add(Files.exists(folder) ? folder : Files.exists(jar) ? jar : plain.get(i));
    }
    return all;
  }

  /**
   * Compiles the aspects alone, listed for an agent, as for a weaving at load time.
   *
   * @param plain the classes of the server
   * @return the folder of compiled aspects
   */
  Path aspectsAlone(Path plain) throws IOException, MojoFailureException {
    Path folder = plan.memory().resolve("aspects");
    delete(folder);
    List<Path> classPath = new ArrayList<>(List.of(plain));
    classPath.addAll(plan.inpath());
    classPath.addAll(plan.classPath());
    weave(plan.aspects(), List.of("-outxml", "-Xlint:ignore"), classPath, folder);
    return folder;
  }

  private void weave(Path aspects, List<String> more, List<Path> classPath, Path output)
      throws IOException, MojoFailureException {
    List<String> arguments = new ArrayList<>(List.of("-cp", goal.ajc().toString()));
    arguments.add("org.aspectj.tools.ajc.Main");
    arguments.addAll(List.of("--release", String.valueOf(Jdk.NEEDED), "-parameters", "-g"));
    arguments.addAll(plan.arguments());
    arguments.addAll(more);
    arguments.addAll(List.of("-classpath", joined(classPath.stream())));
    if (!plan.aspectPath().isEmpty()) {
      arguments.addAll(List.of("-aspectpath", joined(plan.aspectPath().stream())));
    }
    arguments.addAll(List.of("-sourceroots", aspects.toString(), "-d", output.toString()));
    Jdk.Run run = jdk.run(plan.folder(), arguments);
    AjcMessages messages = AjcMessages.of(run.lines(), plan.folder(), plan.roots());
    messages.warnings().forEach(goal.getLog()::warn);
    unknown.addAll(messages.unknownTypes());
    messages.errors().forEach(goal.getLog()::error);
    if (!messages.errors().isEmpty()) {
      int others = messages.errors().size() - 1;
      throw new MojoFailureException(
          messages.errors().get(0) + (others > 0 ? " (and " + others + " more, see above)" : ""));
    }
    requireSuccess(run, "");
  }

  static String joined(Stream<Path> paths) {
    return paths.map(Path::toString).collect(Collectors.joining(File.pathSeparator));
  }

  /** A mistake in a setting ends the build, rather than each start. */
  private void requireSettings(String origin) throws IOException, MojoFailureException {
    String classPath = joined(Stream.concat(Stream.of(made), plan.classPath().stream()));
    String program = "cal.core.internal.start.ArtifactSettings";
    requireSuccess(jdk.run(plan.folder(), List.of("-cp", classPath, program, origin)), "");
  }

  private void record(Path binding) throws IOException, MojoFailureException {
    String classPath =
        joined(Stream.of(goal.tools(), Stream.of(made), plan.classPath().stream()).flatMap(s -> s));
    Jdk.Run run =
        jdk.run(
            plan.folder(),
            List.of("-cp", classPath, "cal.weave.CaptureRecord", made.toString(), cut.toString()));
    String place = PointcutPlace.of(String.join("\n", run.lines()), binding);
    if (run.status() != 0 && !unknown.isEmpty()) {
      throw new MojoFailureException(
          said(run, place)
              + "; no type is named "
              + String.join(", ", unknown)
              + ": write each in full, with its package, such as java.util.List");
    }
    requireSuccess(run, place);
    long points =
        Files.readAllLines(made.resolve(RECORD)).stream()
            .filter(line -> line.matches("  (spawn|handoff|instantiation) .*"))
            .count();
    goal.getLog().info(points + (points == 1 ? " call is captured" : " calls are captured"));
    if (!binding.equals(plan.config()) && Files.exists(plan.config())) {
      goal.getLog().info(plan.config() + " is not woven, since " + binding + " has aspects");
    }
  }

  /** A failing tool has said why. */
  private static void requireSuccess(Jdk.Run run, String place) throws MojoFailureException {
    if (run.status() != 0) {
      throw new MojoFailureException(said(run, place));
    }
  }

  private static String said(Jdk.Run run, String place) {
    return place + String.join("\n", run.lines()).replaceFirst("^cal: ", "");
  }

  /** The settings, and all but classes where the woven files have a folder of their own. */
  private void addOthers(Path plain) throws IOException {
    for (Path file : PlainFiles.files(plain)) {
      String name = plain.relativize(file).toString();
      if (!name.endsWith(".class") && !Files.exists(made.resolve(name))) {
        PlainFiles.copy(plain, made, name);
      }
    }
    if (plan.model() != null) {
      putModel(made.resolve(SETTINGS), plan.model());
    }
  }

  /** In the encoding of files of properties, whichever the others of the project have. */
  static void putModel(Path settings, String model) throws IOException {
    String all =
        Files.exists(settings) ? Files.readString(settings, StandardCharsets.ISO_8859_1) : "";
    String others = MODEL.matcher(all).replaceAll("");
    Files.writeString(settings, others + "cal.model=" + model + "\n", StandardCharsets.ISO_8859_1);
  }

  private static void delete(Path folder) throws IOException {
    if (Files.exists(folder)) {
      try (Stream<Path> all = Files.walk(folder)) {
        for (Path one : all.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(one);
        }
      }
    }
  }
}
