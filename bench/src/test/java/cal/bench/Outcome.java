package cal.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The output of a process that has ended by itself. Immutable. */
public record Outcome(int status, String out, String err) {
  /** Runs a command to its end, for a minute at most; a folder keeps its output. */
  public static Outcome of(Path folder, List<String> command) throws Exception {
    return of(folder, new ProcessBuilder(command));
  }

  /** The same of a program that is started in a certain way. */
  public static Outcome of(Path folder, ProcessBuilder program) throws Exception {
    Path out = Files.createTempFile(folder, "out", ".txt");
    Path err = Files.createTempFile(folder, "err", ".txt");
    Process process = program.redirectOutput(out.toFile()).redirectError(err.toFile()).start();
    boolean ended = process.waitFor(120, TimeUnit.SECONDS);
    process.destroyForcibly().waitFor();
    assertThat(ended).as("%s: %s", program.command(), Files.readString(err)).isTrue();
    return new Outcome(process.exitValue(), Files.readString(out), Files.readString(err));
  }
}
