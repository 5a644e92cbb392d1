package cal.agent.top;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command {@code top}: the stages of a running server. Not thread-safe. */
@Command(
    name = "top",
    mixinStandardHelpOptions = true,
    description = {
      "Shows the stages of a running server, again and again until it ends: what runs in each,"
          + " what",
      "waits, and the steps that end a second.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  ${ROOT-COMMAND-NAME} top --pid 4711",
      "  ${ROOT-COMMAND-NAME} top --pid 4711 --once                one table, of one second",
      "  ${ROOT-COMMAND-NAME} top --pid 4711 --json                one look, for programs"
    })
public final class TopCommand implements Callable<Integer> {
  /** The terminal's control sequence for: begin at the top, clear all below. */
  private static final String HOME = "\u001b[H\u001b[J";

  private static final double NANOS = 1e9;

  @Spec private CommandSpec spec;

  @Mixin private PidOption process;

  @Option(names = "--once", description = "one table, and no more")
  private boolean once;

  @Option(names = "--json", description = "one look, for programs")
  private boolean json;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      defaultValue = "1",
      description = "between two looks; default: ${DEFAULT-VALUE}")
  private double seconds;

  /** Made by picocli. */
  public TopCommand() {}

  @Override
  public Integer call() throws InterruptedException {
    if (!(seconds >= 0.1 && seconds <= 3600)) {
      throw new ParameterException(
          spec.commandLine(), "--seconds=" + seconds + " must be 0.1 to 3600");
    }
    try (RunningServer server = RunningServer.of(process.pid())) {
      show(server);
      return ExitCode.OK;
    } catch (Unreachable reason) {
      return process.complain(reason.getMessage());
    } catch (IOException gone) {
      int mistake = process.complain("process " + process.pid() + " has ended");
      return once || json ? mistake : ExitCode.OK;
    }
  }

  /** JDK 25 has a console only on a terminal, unless told otherwise. */
  @SuppressWarnings("SystemConsoleNull")
  private static boolean onTerminal() {
    return System.console() != null && System.console().isTerminal();
  }

  /** Returns where a single table was asked for. Rates take two looks, some time apart. */
  private void show(RunningServer server) throws IOException, InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    StageTable before = server.look();
    if (json) {
      out.println(before.json(process.pid()));
      return;
    }
    long then = System.nanoTime();
    String begin = onTerminal() && !once ? HOME : "";
    if (!once) {
      show(begin + before.text(List.of(), 1), out);
    }
    do {
      Thread.sleep((long) (seconds * 1000));
      StageTable table = server.look();
      long now = System.nanoTime();
      show(begin + table.text(before.stages(), (now - then) / NANOS), out);
      before = table;
      then = now;
    } while (!once);
  }

  private static void show(String table, PrintWriter out) {
    out.print(table);
    out.flush();
  }
}
