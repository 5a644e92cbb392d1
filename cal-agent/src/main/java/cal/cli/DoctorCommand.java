package cal.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * The command {@code doctor}: becomes the {@code java} of a server; its agent explains the start,
 * and ends before {@code main}. Not thread-safe.
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
      "  ${ROOT-COMMAND-NAME} doctor --config cal.yaml -- -jar server.jar",
      "  ${ROOT-COMMAND-NAME} doctor --json --model reactive -- -cp server.jar:bindings.jar"
          + " com.acme.Main"
    })
final class DoctorCommand implements Callable<Integer> {
  @Mixin private final ServerOptions server = new ServerOptions();

  @Option(names = "--json", description = "for programs")
  private boolean json;

  @Override
  public Integer call() {
    return server.become("-Dcal.doctor=" + (json ? "json" : "people"));
  }
}
