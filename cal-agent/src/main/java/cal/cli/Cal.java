package cal.cli;

import cal.agent.binding.DeclaredSettings;
import cal.agent.top.SwitchCommand;
import cal.agent.top.TopCommand;
import cal.core.internal.support.Nearest;
import cal.weave.check.CheckCommand;
import cal.weave.verify.VerifyCommand;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IExitCodeGenerator;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The command line. Exit status 0 is success, 1 that something was found or went wrong, 2 a mistake
 * in the arguments or a server that did not start, told in one sentence. Not thread-safe.
 */
@Command(
    mixinStandardHelpOptions = true,
    version = "CAL 0.1.0",
    synopsisSubcommandLabel = "COMMAND",
    description = {
      "One plain, sequential server; its concurrency chosen by one word.",
      "The server is woven once; --model says how it runs."
    },
    footerHeading = "%nExamples:%n")
public final class Cal implements Runnable {
  private static final List<String> EXAMPLES =
      List.of(
          "  ${ROOT-COMMAND-NAME} models                  the models, and when to choose each",
          "  ${ROOT-COMMAND-NAME} new my-server           a server of your own to begin with",
          "  ${ROOT-COMMAND-NAME} run --model virtual --config cal.yaml -- -jar server.jar",
          "  ${ROOT-COMMAND-NAME} advise --load 'wrk http://localhost:8080/' -- -jar server.jar",
          "  ${ROOT-COMMAND-NAME} doctor --config cal.yaml -- -jar server.jar",
          "  ${ROOT-COMMAND-NAME} check server.jar --spawn 'boolean server.Connection.serve()'",
          "  ${ROOT-COMMAND-NAME} verify --config cal.yaml server.jar    can it deadlock?",
          "  ${ROOT-COMMAND-NAME} top --pid 4711    the stages of a running server",
          "  ${ROOT-COMMAND-NAME} switch --pid 4711 --model reactive",
          "  ${ROOT-COMMAND-NAME} COMMAND --help    the options of a command");

  @Spec private CommandSpec spec;

  private Cal() {}

  /**
   * Runs a command; returns where a server goes on in threads of its own.
   *
   * @param arguments the command and its options
   */
  public static void main(String[] arguments) {
    int status = commandLine().execute(asked(arguments));
    if (status != 0) {
      System.exit(status);
    }
  }

  /** {@code help run} is {@code run --help}. */
  static String[] asked(String... arguments) {
    List<String> words = new ArrayList<>(List.of(arguments));
    if (!words.isEmpty() && words.getFirst().equals("help")) {
      words.removeFirst();
      words.add("--help");
    }
    return words.toArray(String[]::new);
  }

  /** All commands that there are: those of this jar, and of each {@link CommandSet}. */
  public static CommandLine commandLine() {
    CommandLine line = new CommandLine(new Cal());
    line.setCommandName(System.getProperty("program", "java -jar cal.jar"));
    List<String> examples = new ArrayList<>();
    for (CommandSet set : ServiceLoader.load(CommandSet.class, Cal.class.getClassLoader())) {
      set.commands().forEach(line::addSubcommand);
      examples.addAll(set.examples());
    }
    for (Object command :
        List.of(
            new ModelsCommand(),
            new NewCommand(),
            new RunCommand(),
            new AdviseCommand(),
            new NodeCommand(),
            new DoctorCommand(),
            new CheckCommand(DeclaredSettings::require),
            new VerifyCommand(DeclaredSettings::require),
            new TopCommand(),
            new SwitchCommand())) {
      line.addSubcommand(command);
    }
    examples.addAll(EXAMPLES);
    line.getCommandSpec().usageMessage().footer(examples.toArray(String[]::new));
    line.setUsageHelpWidth(100);
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.setParameterExceptionHandler((mistake, arguments) -> explain(mistake));
    line.setExecutionExceptionHandler(
        (failure, command, result) -> {
          if (failure instanceof IExitCodeGenerator known) {
            command.getErr().println("cal: " + failure.getMessage());
            return known.getExitCode();
          }
          throw failure;
        });
    return line;
  }

  private static int explain(ParameterException mistake) {
    CommandLine command = mistake.getCommandLine();
    PrintWriter err = command.getErr();
    String name = command.getCommandSpec().qualifiedName();
    String sentence = mistake.getMessage().strip().replaceAll("\\s*\\R\\s*", ", ");
    err.println(
        "cal: " + sentence + hint(mistake, name) + " (" + name + " --help lists the options)");
    return CommandLine.ExitCode.USAGE;
  }

  /**
   * Options of {@code java} are told from those of a command by where they stand. Some commands are
   * the repository's.
   */
  private static String hint(ParameterException mistake, String name) {
    if (!(mistake instanceof UnmatchedArgumentException unknown)) {
      return "";
    }
    CommandSpec spec = mistake.getCommandLine().getCommandSpec();
    String words = String.join(" ", unknown.getUnmatched());
    String first = unknown.getUnmatched().getFirst();
    if (spec.parent() == null && CommandSet.OF_REPOSITORY.contains(first)) {
      return "; that command needs the sources of CAL: write ./cal " + words + " in their folder";
    }
    if (spec.parent() == null && !unknown.isUnknownOption()) {
      return "; did you mean " + Nearest.to(first, spec.subcommands().keySet()) + "?";
    }
    boolean takesJava =
        spec.positionalParameters().stream()
            .anyMatch(each -> each.paramLabel().equals(ServerOptions.JAVA_ARGUMENT));
    if (!(takesJava && first.matches("-[^-].+"))) {
      Optional<String> meant =
          Nearest.misspelt(first.replaceFirst("=.*", ""), spec.optionsMap().keySet());
      if (meant.isPresent()) {
        return "; did you mean " + meant.get() + "?";
      }
    }
    return takesJava
        ? "; write what java is given after --: " + name + " ... -- " + words + " ..."
        : "";
  }

  /** Without a command: teaches by example. */
  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }
}
