package cal.schedules;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A stress test under many schedules, as it is or with a twin, in a JVM of its own: a failure may
 * leave threads that hang for good.
 *
 * @param java the command of an instrumented Java
 * @param subject the test
 * @param twin its number; -1 for none
 * @param folder for the output
 */
record Run(List<String> java, Subject subject, int twin, Path folder) implements Callable<Boolean> {
  private static final long MINUTES = 2;

  /** Whether the test is right, or its twin is found. */
  @Override
  public Boolean call() throws IOException, InterruptedException {
    Path own = Files.createDirectories(folder.resolve(subject + (twin < 0 ? "" : "-" + twin)));
    Path out = own.resolve("out.txt");
    List<String> command = new ArrayList<>(java);
    command.addAll(List.of("-XX:+UseSerialGC", "--add-opens=java.base/java.lang=ALL-UNNAMED"));
    command.add("-Dmodels=thread-pool,executor-pool,jcsp-pool"); // Fray knows no virtual threads
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(Exploration.class.getName(), subject.toString(), String.valueOf(twin)));
    long start = System.nanoTime();
    Process process =
        new ProcessBuilder(command)
            .directory(own.toFile())
            .redirectErrorStream(true)
            .redirectOutput(out.toFile())
            .start();
    boolean ends = process.waitFor(MINUTES, TimeUnit.MINUTES);
    process.destroyForcibly().waitFor();
    int status = ends ? process.exitValue() : -1;
    boolean good = status == (twin < 0 ? 0 : Exploration.FOUND);
    System.out.printf(
        "%s%s: %s, %d ms%n",
        good ? "" : "UNEXPECTED, see " + out + ": ",
        twin < 0 ? subject : subject + ", " + subject.twins().get(twin),
        status == 0 ? "right" : status == Exploration.FOUND ? found(out) : "status " + status,
        TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start));
    return good;
  }

  /** The first words of Fray about the failure. */
  private static String found(Path out) throws IOException {
    try (Stream<String> lines = Files.lines(out)) {
      return lines
          .filter(line -> line.contains("Error:"))
          .map(line -> line.replaceFirst(".*Error:", "found"))
          .findFirst()
          .orElse("ended without a word");
    }
  }
}
