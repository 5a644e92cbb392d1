package cal.core.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A program in a JVM of its own, which says by lines how far it is; ended when it is closed. */
public class SpeakingJvm implements AutoCloseable {
  private static final long DEADLINE_SECONDS = 120;

  /** The JVM. */
  protected final Process process;

  /** Its standard output. */
  protected final BufferedReader out;

  private final Path err;

  /**
   * Starts one.
   *
   * @param arguments options of the JVM, a main class and its arguments
   * @param err where its standard error goes
   */
  protected SpeakingJvm(List<String> arguments, Path err) throws IOException {
    this.process =
        new ProcessBuilder(ChildJvm.command(arguments)).redirectError(err.toFile()).start();
    this.err = err;
    this.out =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  /**
   * The next line that begins with a word, without that; other lines are passed over.
   *
   * @param word the word
   * @return the rest of the line
   */
  public final String line(String word) throws IOException {
    for (String line = out.readLine(); line != null; line = out.readLine()) {
      if (line.equals(word) || line.startsWith(word + " ")) {
        return line.substring(word.length()).strip();
      }
    }
    throw new AssertionError("no line " + word + "; standard error: " + err());
  }

  /**
   * What it has said on standard error.
   *
   * @return the text
   */
  public final String err() throws IOException {
    return Files.readString(err);
  }

  /**
   * Waits for its end.
   *
   * @return its exit status
   */
  public final int status() throws IOException, InterruptedException {
    assertThat(process.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS))
        .as("ends within %s s; %s", DEADLINE_SECONDS, err())
        .isTrue();
    return process.exitValue();
  }

  @Override
  public final void close() {
    process.destroyForcibly();
  }
}
