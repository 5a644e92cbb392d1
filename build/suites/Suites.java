import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Runs test suites of other projects with their threads and executors adopted, and compares with
 * the limits that are known: {@code build/suites/run}. A test that fails without CAL is left out.
 *
 * <p>A file is a test where it has a {@code main} and the tag {@code @test} of jtreg, or where its
 * name ends in {@code Test} and it has methods of JUnit 3. Each runs in a JVM of its own. Tests of
 * other kinds, such as TestNG's, are passed over.
 */
public final class Suites {
  private static final Pattern MAIN = Pattern.compile("\\bstatic\\s+void\\s+main\\s*\\(");
  private static final Pattern EXECUTORS =
      Pattern.compile("Executors\\.new|\\bnew (Scheduled)?ThreadPoolExecutor\\(");
  private static final String ALONE = "without CAL";
  private static final int AT_A_TIME = 2;

  /** What is known to fail: a model, a test, each by a regular expression, and the reason. */
  private record Limit(Pattern model, Pattern test, String why) {
    static Limit of(String line) {
      String[] parts = line.strip().split("\\s+", 3);
      return new Limit(Pattern.compile(parts[0]), Pattern.compile(parts[1]), parts[2]);
    }

    boolean covers(String ofModel, String name) {
      return model.matcher(ofModel).matches() && test.matcher(name).matches();
    }
  }

  /** A class with its tests, compiled. */
  private record Suite(String name, String kind, Path classes, boolean makesExecutors) {}

  private final Path agent;
  private final Path work;
  private final String libraries;
  private final long seconds;
  private final Path java = Path.of(System.getProperty("java.home"), "bin", "java");

  private Suites(Map<String, String> options) throws IOException {
    agent = Path.of(options.get("agent")).toAbsolutePath();
    libraries = options.get("libraries");
    seconds = Long.parseLong(options.getOrDefault("seconds", "120"));
    work = Files.createTempDirectory("suites");
  }

  public static void main(String[] arguments) throws Exception {
    Map<String, String> options = new TreeMap<>();
    for (String argument : arguments) {
      String[] option = argument.split("=", 2);
      options.put(option[0], option[1]);
    }
    List<Limit> limits =
        Files.readAllLines(Path.of(options.get("limits"))).stream()
            .filter(line -> !line.isBlank() && !line.startsWith("#"))
            .map(Limit::of)
            .toList();
    Pattern only = Pattern.compile(options.getOrDefault("only", ".*"));
    Suites suites = new Suites(options);
    List<Suite> found = suites.compiled(Path.of(options.get("folder")), only);
    List<String> models = Arrays.asList(options.get("models").split(","));
    System.exit(suites.hold(found, models, limits) ? 0 : 1);
  }

  /** Compiles each test, with what it needs of its folder. */
  private List<Suite> compiled(Path folder, Pattern only) throws Exception {
    List<Path> sources;
    try (Stream<Path> files = Files.walk(folder)) {
      sources = files.filter(file -> file.toString().endsWith(".java")).sorted().toList();
    }
    List<Suite> suites = new ArrayList<>();
    for (Path source : sources) {
      String text = Files.readString(source, StandardCharsets.ISO_8859_1);
      String name = source.getFileName().toString().replace(".java", "");
      boolean junit = name.endsWith("Test") && text.contains("public void test");
      boolean jtreg = text.contains("@test") && MAIN.matcher(text).find();
      if ((junit || jtreg) && only.matcher(name).matches()) {
        Path classes = work.resolve(source.getParent().getFileName() + "-" + name);
        if (compile(source, classes)) {
          boolean executors = EXECUTORS.matcher(text).find();
          suites.add(new Suite(name, junit ? "junit" : "main", classes, executors));
        } else {
          System.out.println("is not compiled: " + source);
        }
      }
    }
    return suites;
  }

  private boolean compile(Path source, Path to) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(java.resolveSibling("javac").toString());
    command.addAll(List.of("-nowarn", "-proc:none", "-encoding", "ISO-8859-1", "-cp", libraries));
    command.addAll(List.of("-sourcepath", source.getParent().toString(), "-d", to.toString()));
    command.add(Path.of("build", "suites", "Launcher.java").toString());
    command.add(source.toString());
    return new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(work.resolve("javac.txt").toFile())
            .start()
            .waitFor()
        == 0;
  }

  /** Whether nothing fails but what is known; prints the rest. */
  private boolean hold(List<Suite> suites, List<String> models, List<Limit> limits)
      throws Exception {
    Map<String, Set<String>> alone = failures(suites, ALONE);
    boolean hold = true;
    for (String model : models) {
      int known = 0;
      int unknown = 0;
      for (Map.Entry<String, Set<String>> suite : failures(suites, model).entrySet()) {
        for (String failure : suite.getValue()) {
          String test = failure.split(" ", 2)[0];
          if (alone.get(suite.getKey()).stream().anyMatch(one -> one.startsWith(test + " "))) {
            continue;
          }
          if (limits.stream().anyMatch(limit -> limit.covers(model, test))) {
            known++;
          } else {
            unknown++;
            System.out.println(model + " " + failure);
          }
        }
      }
      System.out.println(model + ": " + known + " known limits, " + unknown + " other failures");
      hold &= unknown == 0;
    }
    return hold;
  }

  private Map<String, Set<String>> failures(List<Suite> suites, String model) throws Exception {
    Map<String, Set<String>> failures = new TreeMap<>();
    try (ExecutorService side = Executors.newFixedThreadPool(AT_A_TIME)) {
      Map<String, Future<Set<String>>> runs = new TreeMap<>();
      for (Suite suite : suites) {
        runs.put(suite.classes.toString(), side.submit(() -> failures(suite, model)));
      }
      for (Map.Entry<String, Future<Set<String>>> run : runs.entrySet()) {
        failures.put(run.getKey(), run.getValue().get());
      }
    }
    if (model.equals(ALONE)) {
      long failed = failures.values().stream().mapToLong(Set::size).sum();
      System.out.println(suites.size() + " files, " + failed + " failures without CAL");
    }
    return failures;
  }

  private Set<String> failures(Suite suite, String model) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(java.toString());
    command.add("--enable-native-access=ALL-UNNAMED");
    if (!model.equals(ALONE)) {
      String classes = classesOf(suite);
      command.add("-javaagent:" + agent);
      command.add("-Dcal.model=" + model);
      command.add(
          "-Dcal.adopt=threads:"
              + classes
              + (suite.makesExecutors() ? ";executors:" + classes : ""));
      command.add("-Dcal.cache=" + work.resolve("woven"));
    }
    command.add("-cp");
    command.add(suite.classes() + File.pathSeparator + libraries);
    command.addAll(List.of("Launcher", suite.kind(), suite.name()));
    Path out = work.resolve(suite.classes().getFileName() + "." + model.replace(' ', '-') + ".txt");
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(out.toFile())
            .directory(suite.classes().toFile())
            .start();
    boolean ended = process.waitFor(seconds, TimeUnit.SECONDS);
    process.destroyForcibly().waitFor();
    Set<String> failed = new TreeSet<>();
    try (Stream<String> lines = Files.lines(out, StandardCharsets.ISO_8859_1)) {
      lines
          .filter(line -> line.startsWith("FAILED "))
          .forEach(line -> failed.add(suite.name() + "." + line.substring("FAILED ".length())));
    }
    if (!ended) {
      failed.add(suite.name() + " has not ended after " + seconds + " s: " + out);
    } else if (process.exitValue() != 0 && failed.isEmpty()) {
      failed.add(suite.name() + " ended with status " + process.exitValue() + ": " + out);
    }
    return failed;
  }

  /** All classes of a test, but nested ones: the pattern of a class means these as well. */
  private static String classesOf(Suite suite) {
    try (Stream<Path> files = Files.walk(suite.classes())) {
      return files
          .map(file -> suite.classes().relativize(file).toString())
          .filter(file -> file.endsWith(".class") && !file.contains("$"))
          .map(file -> file.replace(".class", "").replace('/', '.'))
          .collect(Collectors.joining(","));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
