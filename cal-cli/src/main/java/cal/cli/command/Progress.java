package cal.cli.command;

import java.io.PrintStream;

/**
 * The progress, on standard error: on a terminal one line that is written over, elsewhere only the
 * lines that are worth keeping. Confined to one thread.
 */
public final class Progress {
  /** Set by the script that starts the JVM: it can tell what standard error is. */
  private static final String TERMINAL = "bench.terminal";

  private static final String CLEAR_LINE = "\r\u001b[K";

  private final PrintStream err;
  private final boolean terminal;

  Progress(PrintStream err, boolean terminal) {
    this.err = err;
    this.terminal = terminal;
  }

  /** One that shows what it is told on standard error. */
  public static Progress onStandardError() {
    return new Progress(System.err, Boolean.getBoolean(TERMINAL));
  }

  /** Shows what goes on now; nothing where it could not be written over. */
  public void now(String what) {
    if (terminal) {
      err.print(CLEAR_LINE + what);
      err.flush();
    }
  }

  /** Shows a line that stays where lines cannot be written over. */
  public void milestone(String what) {
    if (terminal) {
      now(what);
    } else {
      err.println(what);
    }
  }

  /** Leaves the line that is written over where it is. */
  public void keep() {
    if (terminal) {
      err.println();
    }
  }

  /** Takes away the line that is written over. */
  public void clear() {
    now("");
  }
}
