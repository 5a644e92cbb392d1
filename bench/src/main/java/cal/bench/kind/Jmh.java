package cal.bench.kind;

import cal.cli.process.Child;
import cal.cli.server.ServerProcess;
import cal.cli.support.BuildLayout;
import cal.cli.support.Failure;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Runs the benchmarks that stand among the test classes, in JVMs of their own. Stateless. */
final class Jmh {
  private static final String CPU = "cal.bench.micro.CpuProfiler";

  private Jmh() {}

  /**
   * Runs JMH to its end.
   *
   * @param place what to put before its command; may be empty
   * @param properties of its JVMs, each {@code -Dname=value}
   * @return a result a benchmark, as JMH writes it
   */
  static List<JsonNode> run(List<String> place, List<String> properties, List<String> arguments)
      throws IOException, InterruptedException {
    Path file = Files.createTempFile("jmh", ".json");
    try {
      List<String> command = new ArrayList<>(place);
      command.addAll(ServerProcess.java(classPath()));
      command.addAll(properties);
      command.add("-Djmh.ignoreLock=true"); // the lock is of the machine: builds beside each other
      command.add("org.openjdk.jmh.Main");
      command.addAll(
          List.of("-prof", CPU, "-prof", "gc", "-foe", "true", "-rf", "json", "-rff", "" + file));
      command.addAll(arguments);
      finish(command);
      List<JsonNode> results = new ArrayList<>();
      new ObjectMapper().readTree(file.toFile()).forEach(results::add);
      return results;
    } finally {
      Files.delete(file);
    }
  }

  /** As JMH reads a time. */
  static String millis(Duration time) {
    return Math.max(1, time.toMillis()) + "ms";
  }

  static String name(JsonNode result) {
    return result.get("benchmark").asText().replaceFirst(".*\\.", "");
  }

  /** In nanoseconds, of all threads. */
  static double cpuPerCall(JsonNode result) {
    return result.at("/secondaryMetrics/cpu.norm/score").asDouble();
  }

  static double bytesPerCall(JsonNode result) {
    return result.at("/secondaryMetrics/gc.alloc.rate.norm/score").asDouble();
  }

  private static String classPath() {
    Path target = BuildLayout.built();
    Path classes = target.resolve("test-classes");
    Path services = target.resolveSibling("src/test/jmh");
    if (!Files.isDirectory(classes.resolve("cal/bench/micro")) || !Files.isDirectory(services)) {
      throw new Failure(2, "no benchmarks in " + classes + "; build them by 'mvn package'");
    }
    String own = System.getProperty("java.class.path");
    return String.join(File.pathSeparator, "" + services, "" + classes, own);
  }

  private static void finish(List<String> command) throws IOException, InterruptedException {
    try (Child child = Child.start(new ProcessBuilder(command).redirectErrorStream(true))) {
      Process jmh = child.process();
      String said = new String(jmh.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (jmh.waitFor() != 0) {
        throw new Failure(1, "JMH failed:\n" + said.strip());
      }
    }
  }
}
