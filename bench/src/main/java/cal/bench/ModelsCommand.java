package cal.bench;

import cal.core.internal.settings.Models;
import cal.core.spi.ConcurrencyModel;
import java.util.Comparator;
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
  private static final String PLAIN = "sequential";

  @Spec private CommandSpec spec;

  /** Every model, the one without concurrency first, then by name. */
  static List<ConcurrencyModel> all() {
    return Models.of(ModelsCommand.class.getClassLoader()).all().stream()
        .sorted(
            Comparator.comparing((ConcurrencyModel model) -> !model.name().equals(PLAIN))
                .thenComparing(ConcurrencyModel::name))
        .toList();
  }

  @Override
  public Integer call() {
    List<ConcurrencyModel> models = all();
    int width = models.stream().mapToInt(model -> model.name().length()).max().orElse(0);
    for (ConcurrencyModel model : models) {
      spec.commandLine()
          .getOut()
          .println(("%-" + width + "s  %s").formatted(model.name(), model.whenToChoose()));
    }
    return 0;
  }
}
