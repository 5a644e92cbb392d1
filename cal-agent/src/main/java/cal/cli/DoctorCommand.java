package cal.cli;

import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * The command {@code doctor}: prints the arguments of {@code java} for a JVM whose agent explains
 * what it would do, and ends before {@code main}. Not thread-safe.
 */
@Command(
    name = "doctor",
    mixinStandardHelpOptions = true,
    description = {
      "Explains what would run: what is woven and captured, what is not, and which setting comes",
      "from where. Nothing of the server is started.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  ./cal doctor --config cal.yaml -- -jar server.jar",
      "  ./cal doctor --json --model reactive -- -cp server.jar:bindings.jar com.acme.Main"
    })
final class DoctorCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private final ServerOptions server = new ServerOptions();

  @Option(names = "--json", description = "for programs")
  private boolean json;

  @Override
  public Integer call() {
    if (!server.hasServer()) {
      throw server.mistake("no server is named; after -- write what java is given");
    }
    List<String> java = server.java();
    java.add(1, "-Dcal.doctor=" + (json ? "json" : "people"));
    spec.commandLine().getOut().println(RunCommand.quoted(java));
    return ServerOptions.BECOME;
  }
}
