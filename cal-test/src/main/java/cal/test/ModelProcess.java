package cal.test;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * A JVM for a test under a model. Immutable; each {@link #run} is another JVM.
 *
 * @param model the model's name
 * @param test the unique id of the test
 * @param how the annotation of the test
 * @param tests settings of the model for tests
 */
record ModelProcess(String model, String test, UnderEveryModel how, List<String> tests) {
  /** System properties of the JVM or the build, not passed on. */
  private static final Pattern OWN =
      Pattern.compile(
          "(java|sun|jdk|os|user|file|path|line|native|stdin|stdout|stderr|awt|surefire|cal)\\..*"
              + "|basedir|localRepository");

  /** A test is over before the better compiler would pay. */
  private static final List<String> QUICK =
      List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto");

  /**
   * Runs the test.
   *
   * @throws Throwable the test's failure, with the model in the message; {@link AssertionError} if
   *     the JVM ended without an outcome, or not in time
   */
  void run() throws Throwable {
    Path folder = Files.createTempDirectory("under-" + model + "-");
    try {
      run(folder);
    } finally {
      for (String name : List.of("arguments", "said", "outcome")) {
        Files.deleteIfExists(folder.resolve(name));
      }
      Files.deleteIfExists(folder);
    }
  }

  private void run(Path folder) throws Throwable {
    Path said = folder.resolve("said");
    Path outcome = folder.resolve("outcome");
    Path arguments = Files.write(folder.resolve("arguments"), arguments(outcome));
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "@" + arguments)
            .redirectErrorStream(true)
            .redirectOutput(said.toFile())
            .start();
    boolean ended = false;
    try {
      ended = process.waitFor(how.timeoutSeconds(), TimeUnit.SECONDS);
    } finally {
      process.destroyForcibly().waitFor();
    }
    String text = Files.readString(said);
    System.out.print(text);
    if (!ended) {
      throw new AssertionError(
          "under "
              + model
              + " the test has not ended after timeoutSeconds="
              + how.timeoutSeconds()
              + ": "
              + text);
    }
    if (!Files.exists(outcome)) {
      throw new AssertionError(
          "under "
              + model
              + " the JVM of the test ended with exit status "
              + process.exitValue()
              + " and without an outcome: "
              + text);
    }
    Outcome.read(outcome).rethrow(model);
  }

  /** A file of arguments, since a class path may be longer than a command line. */
  private List<String> arguments(Path outcome) {
    List<String> arguments = new ArrayList<>(QUICK);
    arguments.add("--add-opens=java.base/java.lang=ALL-UNNAMED");
    arguments.add("--add-exports=java.base/sun.nio.ch=ALL-UNNAMED");
    arguments.add("--enable-native-access=ALL-UNNAMED");
    System.getProperties().stringPropertyNames().stream()
        .filter(name -> !OWN.matcher(name).matches())
        .sorted()
        .forEach(name -> arguments.add("-D" + name + "=" + System.getProperty(name)));
    // An activity that a test leaves running is not worth a wait; a test that drains says how long.
    arguments.add("-Dcal.shutdown-timeout=1s");
    arguments.add("-Dcal.model=" + model);
    tests.forEach(setting -> arguments.add("-D" + setting));
    for (String setting : how.settings()) {
      arguments.add("-D" + setting);
    }
    arguments.addAll(List.of(how.java()));
    arguments.addAll(List.of("-cp", System.getProperty("java.class.path")));
    arguments.addAll(List.of(TestProcess.class.getName(), test, outcome.toString()));
    return arguments.stream().map(ModelProcess::quoted).toList();
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
