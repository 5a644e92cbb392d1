package cal.cli;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/**
 * The command {@code run}: prints the arguments of {@code java}, quoted for a shell. The script
 * {@code ./cal} becomes that java, so that streams, signals and the exit status are the server's
 * own, as no child process would make them. Not thread-safe.
 */
@Command(
    name = "run",
    mixinStandardHelpOptions = true,
    description = {
      "Runs a server that was built without CAL, woven at load time, under a model.",
      "This process becomes the server's: its streams, signals and exit status are the server's.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  ./cal run --model virtual -- -jar server.jar         with bindings in the jar",
      "  ./cal run --model reactive --config cal.yaml -- -cp server.jar com.acme.Main --port 80"
    })
final class RunCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private final ServerOptions server = new ServerOptions();

  @Override
  public Integer call() {
    if (!server.hasServer()) {
      throw server.mistake("no server is named; after -- write what java is given");
    }
    spec.commandLine().getOut().println(quoted(server.java()));
    return ServerOptions.BECOME;
  }

  static String quoted(List<String> words) {
    return words.stream()
        .map(word -> "'" + word.replace("'", "'\\''") + "'")
        .collect(Collectors.joining(" "));
  }
}
