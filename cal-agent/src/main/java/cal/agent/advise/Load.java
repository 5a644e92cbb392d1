package cal.agent.advise;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The user's load: a command of the shell, begun again whenever it ends. Its words go to a file.
 * Not thread-safe.
 */
final class Load implements AutoCloseable {
  private final String command;
  private final Path words;

  private Process process;
  private long runs;

  private Load(String command, Path words) {
    this.command = command;
    this.words = words;
  }

  static Load of(String command, Path words) throws IOException {
    Load load = new Load(command, words);
    load.begin();
    return load;
  }

  private void begin() throws IOException {
    File file = words.toFile();
    process =
        new ProcessBuilder(List.of("/bin/sh", "-c", command))
            .redirectErrorStream(true)
            .redirectOutput(file)
            .start();
  }

  /**
   * Begins it again if it has ended.
   *
   * @return whether it has ended with a failure
   */
  boolean goOn() throws IOException {
    if (process.isAlive()) {
      return false;
    }
    boolean failed = process.exitValue() != 0;
    if (!failed) {
      runs++;
    }
    begin();
    return failed;
  }

  /** Runs that ended well. */
  long runs() {
    return runs;
  }

  /** The last line of what somebody wrote; empty if none. */
  static String lastLine(Path file) {
    try (Stream<String> lines = Files.lines(file)) {
      return lines.filter(line -> !line.isBlank()).reduce("", (before, line) -> line);
    } catch (IOException | UncheckedIOException unread) {
      return unread.toString();
    }
  }

  @Override
  public void close() {
    process.descendants().forEach(ProcessHandle::destroy);
    process.destroy();
  }
}
