package cal.cli.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A process that outlives this process in no case, with its children. Where {@code setpriv} knows
 * {@code --pdeathsig}, on Linux, the process itself ends even after a kill of this process
 * (SIGKILL), and also while stopped (SIGSTOP). Thread-safe.
 */
public final class Child implements AutoCloseable {
  private static final List<String> MORTAL = List.of("setpriv", "--pdeathsig", "KILL");

  /**
   * Starts all children: Linux takes the end of the starting thread for the end of the parent, so
   * this thread has to last as long as this process.
   */
  private static final ExecutorService PARENT =
      Executors.newSingleThreadExecutor(
          Thread.ofPlatform().daemon().name("starts-processes").factory());

  private final Process process;
  private final Thread killer;

  private Child(Process process) {
    this.process = process;
    killer = new Thread(this::kill, "kill-child");
    Runtime.getRuntime().addShutdownHook(killer);
  }

  /** Whether this machine can, asked once. */
  private static final class Mortality {
    static final boolean IS_KNOWN = isKnown();

    private Mortality() {}

    private static boolean isKnown() {
      List<String> trial = new ArrayList<>(MORTAL);
      trial.add("true");
      try {
        return new ProcessBuilder(trial)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor()
            == 0;
      } catch (IOException noSuchTool) {
        return false;
      } catch (InterruptedException stop) {
        Thread.currentThread().interrupt();
        return false;
      }
    }
  }

  /** Starts a program; waits, even if interrupted, no longer than the start. */
  public static Child start(ProcessBuilder program) throws IOException {
    try {
      return CompletableFuture.supplyAsync(() -> startHere(program), PARENT).join();
    } catch (CompletionException failed) {
      if (failed.getCause() instanceof UncheckedIOException failure) {
        throw failure.getCause();
      }
      throw failed;
    }
  }

  private static Child startHere(ProcessBuilder program) {
    if (Mortality.IS_KNOWN) {
      List<String> command = new ArrayList<>(MORTAL);
      command.addAll(program.command());
      program.command(command);
    }
    try {
      return new Child(program.start());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public Process process() {
    return process;
  }

  private void kill() {
    List<ProcessHandle> started = process.descendants().toList();
    process.toHandle().destroyForcibly();
    started.forEach(ProcessHandle::destroyForcibly);
  }

  /** Kills the running process. Idempotent. */
  @Override
  public void close() {
    kill();
    try {
      Runtime.getRuntime().removeShutdownHook(killer);
    } catch (IllegalStateException shuttingDown) {
      return; // and the hook does its work
    }
  }
}
