package cal.core.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** JVMs of a short life that tests start, to end them again. */
public final class ChildJvm {
  /** The option of a JVM that event loops need. */
  public static final String OPEN = "--add-opens=java.base/java.lang=ALL-UNNAMED";

  private static final long DEADLINE_SECONDS = 120;

  private ChildJvm() {}

  /**
   * A JVM that runs a class of this class path, and writes its standard error where this one does.
   *
   * @param options options of the JVM
   * @param main the class
   * @param arguments its arguments
   * @return the JVM, to be started
   */
  public static ProcessBuilder of(List<String> options, Class<?> main, String... arguments) {
    List<String> all = new ArrayList<>(options);
    all.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    all.addAll(List.of(arguments));
    return new ProcessBuilder(command(all)).redirectError(ProcessBuilder.Redirect.INHERIT);
  }

  /**
   * The command of a JVM that does not live long enough for C2.
   *
   * @param arguments options of the JVM, a main class and its arguments
   * @return a list that may be added to
   */
  public static List<String> command(List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    command.addAll(arguments);
    return command;
  }

  /**
   * How a JVM ended.
   *
   * @param status its exit status
   * @param out its standard output
   * @param err its standard error
   */
  public record Outcome(int status, String out, String err) {}

  /**
   * Runs a JVM to its end.
   *
   * @param folder where it keeps what it says, while it runs
   * @param arguments options of the JVM, a main class and its arguments
   * @return how it ended
   */
  public static Outcome run(Path folder, List<String> arguments) {
    try {
      Path out = Files.createTempFile(folder, "out", ".txt");
      Path err = Files.createTempFile(folder, "err", ".txt");
      Process child =
          new ProcessBuilder(command(arguments))
              .redirectOutput(out.toFile())
              .redirectError(err.toFile())
              .start();
      int status = status(child, () -> arguments + "\n" + text(err));
      return new Outcome(status, text(out), text(err));
    } catch (IOException e) {
      throw new AssertionError("cannot run " + arguments, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted while running " + arguments, e);
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new AssertionError("cannot read " + file, e);
    }
  }

  /**
   * Waits for the end of a process, and ends it where it does not within minutes.
   *
   * @param child the process
   * @return its exit status
   */
  public static int status(Process child) throws InterruptedException {
    return status(child, () -> "process " + child.pid());
  }

  private static int status(Process child, Supplier<String> what) throws InterruptedException {
    boolean ended = child.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS);
    if (!ended) {
      child.destroyForcibly().waitFor();
    }
    assertThat(ended)
        .as("ended within %s s: %s", DEADLINE_SECONDS, ended ? "" : what.get())
        .isTrue();
    return child.exitValue();
  }
}
