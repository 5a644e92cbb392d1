package cal.agent.top;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command {@code switch}: other models and limits for a running server. Not thread-safe. */
@Command(
    name = "switch",
    mixinStandardHelpOptions = true,
    description = {
      "Gives the stages of a running server another model, or other limits, without an end to it:",
      "what is new runs under it at once, what runs goes over with its next step.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  ${ROOT-COMMAND-NAME} switch --pid 4711 --model reactive",
      "  ${ROOT-COMMAND-NAME} switch --pid 4711 --stage store --model thread-pool"
          + " --set cal.thread-pool.size=8",
      "  ${ROOT-COMMAND-NAME} switch --pid 4711 --stage store --set cal.max-in-flight=20",
      "  ${ROOT-COMMAND-NAME} switch --pid 4711 --set cal.max-in-flight=2000"
    })
public final class SwitchCommand implements Callable<Integer> {
  private static final String PREFIX = "cal.";
  private static final String OF_STAGE = "cal.stage.";

  @Spec private CommandSpec spec;

  @Mixin private PidOption process;

  @Option(
      names = "--stage",
      paramLabel = "STAGE",
      description = "which stage; default: all that have no model, or value, of their own")
  private String stage;

  @Option(names = "--model", paramLabel = "MODEL", description = "which model runs it from now on")
  private String model;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "a setting of CAL, as cal.max-in-flight=1000; may be repeated")
  private Map<String, String> settings = new LinkedHashMap<>();

  /** Made by picocli. */
  public SwitchCommand() {}

  @Override
  public Integer call() {
    List<String> changes = changes();
    try (RunningServer server = RunningServer.of(process.pid())) {
      List<String> lines = server.change(changes);
      lines.forEach(spec.commandLine().getOut()::println);
      if (lines.isEmpty()) {
        spec.commandLine()
            .getOut()
            .println("no stage changes by this: " + String.join(", ", changes));
      }
      return ExitCode.OK;
    } catch (Unreachable reason) {
      return process.complain(reason.getMessage());
    } catch (IOException gone) {
      return process.complain(
          "process " + process.pid() + " has ended, or does not answer: " + gone.getMessage());
    }
  }

  private List<String> changes() {
    List<String> changes = new ArrayList<>();
    settings.forEach((key, value) -> changes.add(ofStage(key) + "=" + value));
    if (model != null) {
      changes.add(ofStage(PREFIX + "model") + "=" + model);
    }
    if (changes.isEmpty()) {
      throw new ParameterException(
          spec.commandLine(), "nothing is to change; give --model, or --set");
    }
    return changes;
  }

  /** The key for the chosen stage. */
  private String ofStage(String key) {
    return stage == null || !key.startsWith(PREFIX) || key.startsWith(OF_STAGE)
        ? key
        : OF_STAGE + stage + "." + key.substring(PREFIX.length());
  }
}
