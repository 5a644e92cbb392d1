package cal.simulation.internal.process;

import cal.simulation.internal.net.SimulatedProvider;
import cal.simulation.internal.run.Main;
import cal.simulation.internal.run.Order;
import cal.simulation.internal.run.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A JVM for the seeds of a program, with the system properties of this JVM. Immutable; each {@link
 * #run} is another JVM.
 *
 * @param order the work
 * @param classPath of the program and of the simulation
 * @param packages of the classes under test, with those below
 * @param java more options of the JVM
 */
public record SimulationProcess(
    Order order, String classPath, List<String> packages, List<String> java) {
  /** For the start of the JVM; it ends itself in time. */
  private static final int MORE_SECONDS = 60;

  /** System properties of the JVM, the build or CAL's settings, not passed on. */
  private static final Pattern OWN =
      Pattern.compile(
          "(java|sun|jdk|os|native|stdin|stdout|stderr|awt|surefire|cal)\\..*"
              + "|(file|path|line)\\.separator|basedir|localRepository");

  private static final Pattern COLLECTOR = Pattern.compile("-XX:\\+Use\\w+GC");

  /**
   * The same hash code for each object, or the order of hashed sets would differ; no root set of
   * virtual threads, or those of earlier seeds would be kept; no threads in the common pool.
   * Assertions, as builds have them in tests; {@code -da} takes them away.
   */
  private static final List<String> SAME =
      List.of(
          "-ea",
          "-XX:TieredStopAtLevel=1",
          "-Xshare:auto",
          "-XX:+UnlockExperimentalVMOptions",
          "-XX:hashCode=2",
          "-Djdk.trackAllThreads=false",
          "-XX:ActiveProcessorCount=2",
          "-Djava.nio.channels.spi.SelectorProvider=" + SimulatedProvider.class.getName(),
          "-Dcal.reactive.transport=nio", // CAL's loops, too, wait in selectors
          "-Djdk.virtualThreadScheduler.maxPoolSize=256", // CAL adds no carrier
          "-Djava.util.concurrent.ForkJoinPool.common.parallelism=0",
          "--finalization=disabled", // by a thread of the JVM, whose files would be real
          "--sun-misc-unsafe-memory-access=allow",
          "--add-opens=java.base/java.lang=ALL-UNNAMED",
          "--enable-native-access=ALL-UNNAMED");

  /**
   * Runs all seeds.
   *
   * @throws IllegalStateException if the JVM ends without a verdict
   */
  public Verdict run() throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("simulated-");
    try {
      return run(folder);
    } finally {
      for (String name :
          List.of("agent.jar", "arguments", "order", "said", "verdict", "verdict.part")) {
        Files.deleteIfExists(folder.resolve(name));
      }
      Files.deleteIfExists(folder);
    }
  }

  private Verdict run(Path folder) throws IOException, InterruptedException {
    AgentJar.write(folder.resolve("agent.jar"));
    order.write(folder.resolve("order"));
    Path arguments = Files.write(folder.resolve("arguments"), arguments(folder));
    Path said = folder.resolve("said");
    Path verdict = folder.resolve("verdict");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "@" + arguments)
            .redirectErrorStream(true)
            .redirectOutput(said.toFile())
            .start();
    try {
      if (!process.waitFor(order.timeoutSeconds() + MORE_SECONDS, TimeUnit.SECONDS)) {
        throw new IllegalStateException("the simulated JVM does not end: " + order);
      }
    } finally {
      process.destroyForcibly().waitFor();
    }
    if (!Files.exists(verdict)) {
      throw new IllegalStateException(
          "the simulated JVM ended with exit status %d and without a verdict: %s"
              .formatted(process.exitValue(), Files.readString(said)));
    }
    return Verdict.read(verdict);
  }

  /** A file of arguments, since a class path may be longer than a command line. */
  private List<String> arguments(Path folder) {
    List<String> arguments = new ArrayList<>(SAME);
    System.getProperties().stringPropertyNames().stream()
        .filter(name -> !OWN.matcher(name).matches())
        .sorted()
        .forEach(name -> arguments.add("-D" + name + "=" + System.getProperty(name)));
    // All that was made today, certificates for example, is valid already.
    arguments.add("-Dsimulation.date=" + LocalDate.now(ZoneOffset.UTC).plusDays(1));
    arguments.addAll(java);
    if (java.stream().noneMatch(option -> COLLECTOR.matcher(option).matches())) {
      arguments.add("-XX:+UseSerialGC");
    }
    String prefixes =
        packages.stream()
            .map(name -> name.isEmpty() ? "" : name.replace('.', '/') + "/")
            .collect(Collectors.joining(","));
    arguments.add("-javaagent:" + folder.resolve("agent.jar") + "=" + prefixes);
    arguments.addAll(List.of("-cp", classPath));
    arguments.add(Main.class.getName());
    arguments.add(folder.resolve("order").toString());
    arguments.add(folder.resolve("verdict").toString());
    return arguments.stream().map(SimulationProcess::quoted).toList();
  }

  private static String quoted(String argument) {
    String escaped =
        argument
            .replace("\\", "\\\\")
            .replace("\"", "\\\"")
            .replace("\n", "\\n")
            .replace("\r", "\\r");
    return "\"" + escaped + "\"";
  }
}
