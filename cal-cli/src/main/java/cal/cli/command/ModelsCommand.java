package cal.cli.command;

import cal.cli.server.Installed;
import cal.core.spi.ConcurrencyModel;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Lists the models on the class path. Not thread-safe. */
@Command(
    name = "models",
    mixinStandardHelpOptions = true,
    description = "Lists the models on the class path, and when to choose each.")
final class ModelsCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    List<ConcurrencyModel> models = Installed.all();
    int width = models.stream().mapToInt(model -> model.name().length()).max().orElse(0);
    for (ConcurrencyModel model : models) {
      spec.commandLine()
          .getOut()
          .println(("%-" + width + "s  %s").formatted(model.name(), model.whenToChoose()));
    }
    return 0;
  }
}
