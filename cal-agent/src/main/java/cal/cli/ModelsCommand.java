package cal.cli;

import cal.core.internal.settings.Models;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The command {@code models}. Not thread-safe. */
@Command(
    name = "models",
    mixinStandardHelpOptions = true,
    description = "Lists the models, and when to choose each.")
final class ModelsCommand implements Callable<Integer> {
  private static final String PLAIN = "sequential";

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    Models models = Models.of(ModelsCommand.class.getClassLoader());
    Map<String, String> lines = new LinkedHashMap<>();
    models.all().stream()
        .sorted(Comparator.comparing(model -> !model.name().equals(PLAIN)))
        .forEach(model -> lines.put(model.name(), model.whenToChoose()));
    models
        .absent()
        .forEach(
            (name, artifact) -> lines.put(name, "in org.calaspects:" + artifact + ", not here"));
    int width = lines.keySet().stream().mapToInt(String::length).max().orElse(0);
    lines.forEach(
        (name, when) ->
            spec.commandLine().getOut().println(("%-" + width + "s  %s").formatted(name, when)));
    return 0;
  }
}
