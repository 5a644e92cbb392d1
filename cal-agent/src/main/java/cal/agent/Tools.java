package cal.agent;

import cal.agent.check.CheckCommand;
import cal.agent.top.TopCommand;
import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * The command line of the agent's jar. Exit status 0 is success, 1 that something was found, 2 a
 * mistake, told in one sentence. Not thread-safe.
 */
@Command(
    name = "./cal",
    mixinStandardHelpOptions = true,
    version = "CAL 0.1.0",
    synopsisSubcommandLabel = "COMMAND",
    description = "Runs and explains servers that are woven at load time.",
    subcommands = {RunCommand.class, DoctorCommand.class, CheckCommand.class, TopCommand.class})
public final class Tools implements Runnable {
  @Spec private CommandSpec spec;

  private Tools() {}

  /**
   * Runs a command.
   *
   * @param arguments the command and its options
   */
  public static void main(String[] arguments) {
    System.exit(commandLine().execute(arguments));
  }

  static CommandLine commandLine() {
    CommandLine line = new CommandLine(new Tools());
    line.setUsageHelpWidth(100);
    line.setParameterExceptionHandler((mistake, arguments) -> explain(mistake));
    return line;
  }

  private static int explain(ParameterException mistake) {
    CommandLine command = mistake.getCommandLine();
    PrintWriter err = command.getErr();
    String name = command.getCommandSpec().qualifiedName();
    String sentence = mistake.getMessage().strip().replaceAll("\\s*\\R\\s*", ", ");
    err.println("cal: " + sentence + " (" + name + " --help lists the options)");
    return CommandLine.ExitCode.USAGE;
  }

  /** Without a command: says what there is. */
  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }
}
