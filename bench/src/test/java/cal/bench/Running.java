package cal.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A command that runs, and what it has said so far. */
final class Running {
  static final int MINUTES = 3;

  private final String line;
  private final Process process;
  private final StringBuilder said = new StringBuilder();

  Running(String line, Process process) {
    this.line = line;
    this.process = process;
  }

  /** Reads until a line has some text; or to the end. */
  void await(String text) throws IOException {
    CompletableFuture<Void> late = CompletableFuture.runAsync(this::end, later());
    try {
      String read;
      do {
        read = process.inputReader().readLine();
        said.append(read == null ? "" : read + "\n");
      } while (read != null && !read.contains(text));
      assertThat(read).as("%s%nsays %s within %d minutes", this, text, MINUTES).isNotNull();
    } finally {
      late.cancel(false);
    }
  }

  private static Executor later() {
    return CompletableFuture.delayedExecutor(MINUTES, TimeUnit.MINUTES);
  }

  long pid() {
    return process.pid();
  }

  /** Of one that ends by itself. */
  int status() throws InterruptedException, IOException {
    CompletableFuture<Void> late = CompletableFuture.runAsync(this::end, later());
    try {
      process.inputReader().lines().forEach(more -> said.append(more).append('\n'));
      return process.waitFor();
    } finally {
      late.cancel(false);
    }
  }

  /** With all that it has started. */
  void end() {
    List<ProcessHandle> all =
        Stream.concat(process.descendants(), Stream.of(process.toHandle())).toList();
    all.forEach(ProcessHandle::destroyForcibly);
    all.forEach(one -> one.onExit().join());
  }

  @Override
  public String toString() {
    return line + "\n" + said;
  }
}
