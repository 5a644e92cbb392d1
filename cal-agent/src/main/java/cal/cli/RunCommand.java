package cal.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command {@code run}: becomes the {@code java} of a server. Not thread-safe. */
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
      "  ${ROOT-COMMAND-NAME} run --model virtual -- -jar server.jar    with bindings in the jar",
      "  ${ROOT-COMMAND-NAME} run --model reactive --config cal.yaml -- -cp server.jar"
          + " com.acme.Main --port 80"
    })
final class RunCommand implements Callable<Integer> {
  @Mixin private final ServerOptions server = new ServerOptions();

  @Override
  public Integer call() {
    return server.become();
  }
}
