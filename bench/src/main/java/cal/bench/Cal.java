package cal.bench;

import cal.agent.DoctorCommand;
import cal.agent.RunCommand;
import cal.agent.check.CheckCommand;
import cal.agent.top.TopCommand;
import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * The command line. Exit status 0 is success, 1 that what was asked for went wrong, 2 a mistake in
 * the arguments or a server that did not start, told in one sentence. Not thread-safe.
 */
@Command(
    name = "./cal",
    mixinStandardHelpOptions = true,
    version = "CAL 0.1.0",
    synopsisSubcommandLabel = "COMMAND",
    description = {
      "One plain, sequential server; its concurrency chosen by one word.",
      "The server is woven once; --model says how it runs."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  ./cal demo                                    every model, side by side, in a minute",
      "  ./cal models                                  which models there are, and when to choose",
      "  ./cal serve upload --port 4000 --model virtual --store memory",
      "  ./cal load upload --port 4000 --clients 100 --seconds 5 --sessions long",
      "  ./cal serve factor --port 4001 --model thread-pool --set cal.thread-pool.size=8",
      "  ./cal serve orb --port 4002 --model reactive  an ORB that nobody here wrote",
      "  ./cal load orb --port 4002 --call factorize --clients 1000",
      "  ./cal bench peers --quick                     an experiment; ./cal bench lists them",
      "  ./cal run --model virtual --config cal.yaml -- -jar server.jar",
      "  ./cal doctor --config cal.yaml -- -jar server.jar",
      "  ./cal check server.jar --spawn 'boolean server.Connection.serve()'",
      "  ./cal top --pid 4711                          the stages of a running server",
      "  ./cal COMMAND --help                          the options of a command"
    },
    subcommands = {
      DemoCommand.class,
      ServeCommand.class,
      LoadCommand.class,
      ModelsCommand.class,
      BenchCommand.class,
      RunCommand.class,
      DoctorCommand.class,
      CheckCommand.class,
      TopCommand.class
    })
public final class Cal implements Runnable {
  @Spec private CommandSpec spec;

  private Cal() {}

  /**
   * Runs a command; returns where a server goes on in threads of its own.
   *
   * @param arguments the command and its options
   */
  public static void main(String[] arguments) {
    int status = commandLine().execute(arguments);
    if (status != 0) {
      System.exit(status);
    }
  }

  static CommandLine commandLine() {
    CommandLine line = new CommandLine(new Cal());
    line.setUsageHelpWidth(100);
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.setParameterExceptionHandler((mistake, arguments) -> explain(mistake));
    line.setExecutionExceptionHandler(
        (failure, command, result) -> {
          if (failure instanceof Failure known) {
            command.getErr().println("cal: " + known.getMessage());
            return known.status();
          }
          throw failure;
        });
    return line;
  }

  private static int explain(ParameterException mistake) {
    CommandLine command = mistake.getCommandLine();
    PrintWriter err = command.getErr();
    String name = command.getCommandSpec().qualifiedName();
    err.println("cal: " + mistake.getMessage() + " (" + name + " --help lists the options)");
    return CommandLine.ExitCode.USAGE;
  }

  /** Without a command: teaches by example. */
  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }
}
