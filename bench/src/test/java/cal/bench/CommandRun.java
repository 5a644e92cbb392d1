package cal.bench;

import cal.cli.Cal;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import picocli.CommandLine;

/** A command that was run in this process. */
public record CommandRun(int status, String out, String err) {
  private static final String ALL_CORES = "0-" + (Runtime.getRuntime().availableProcessors() - 1);

  public static CommandRun of(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine line = Cal.commandLine();
    line.setOut(new PrintWriter(out, true));
    line.setErr(new PrintWriter(err, true));
    try {
      return new CommandRun(line.execute(arguments), out.toString(), err.toString());
    } finally {
      takeAllCores();
    }
  }

  /** A measuring command keeps this process to one core, and with it all that it starts later. */
  private static void takeAllCores() {
    String pid = String.valueOf(ProcessHandle.current().pid());
    try {
      new ProcessBuilder("taskset", "-a", "-p", "-c", ALL_CORES, pid)
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start()
          .waitFor();
    } catch (IOException noSuchTool) {
      return; // and nothing was kept anywhere
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
