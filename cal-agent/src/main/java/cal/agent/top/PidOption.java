package cal.agent.top;

import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** The option for the running server. Not thread-safe. */
final class PidOption {
  @Spec(Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--pid",
      paramLabel = "PID",
      required = true,
      description = "the server's process, as jps lists it")
  private long pid;

  long pid() {
    return pid;
  }

  /** Names a mistake in a sentence; returns the exit status. */
  int complain(String sentence) {
    spec.commandLine().getErr().println("cal: " + sentence.replaceAll("\\s*\\R\\s*", " "));
    return ExitCode.USAGE;
  }
}
