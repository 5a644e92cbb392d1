package cal.cli;

import cal.agent.advise.Advice;
import cal.agent.advise.AdvicePage;
import cal.agent.advise.AdviceTable;
import cal.agent.advise.Trials;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code advise}: the model that suits a server and a load. Not thread-safe. */
@Command(
    name = "advise",
    mixinStandardHelpOptions = true,
    description = {
      "Runs a server under each model, in turns, with a load of yours, and tells which one suits.",
      "It measures from outside: CPU time, steps a second, memory, what was refused or failed.",
      "A model that is clearly worse goes out early. Of models that need the same, within 2%, the",
      "first of --models is advised.",
      "The load is a command of the shell, begun again when it ends.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  ${ROOT-COMMAND-NAME} advise --load 'wrk -d 60 -c 100 http://localhost:8080/'"
          + " --config cal.yaml -- -jar server.jar",
      "  ${ROOT-COMMAND-NAME} advise --load ./load.sh --models virtual,reactive"
          + " --write cal.properties --html advice.html -- -jar server.jar"
    })
final class AdviseCommand implements Callable<Integer> {
  @Mixin private final ServerOptions server = new ServerOptions();

  @Option(
      names = "--load",
      paramLabel = "COMMAND",
      required = true,
      description = "a command of the shell that asks the server for what its users do")
  private String load;

  @Option(
      names = "--minutes",
      paramLabel = "N",
      defaultValue = "3",
      description = "for all of it; default: ${DEFAULT-VALUE}")
  private double minutes;

  @Option(
      names = "--models",
      split = ",",
      paramLabel = "MODEL",
      defaultValue = "virtual,thread,thread-pool,reactive,reactive-pool",
      description = "which ones, the simplest first; default: ${DEFAULT-VALUE}")
  private List<String> models;

  @Option(
      names = "--write",
      paramLabel = "FILE",
      description = "where to write the model that is advised, as cal.properties")
  private Path properties;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description = "where to write a page with a picture")
  private Path page;

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (!(minutes > 0 && minutes <= 600)) {
      throw server.mistake("--minutes=" + minutes + " must be more than 0, and at most 600");
    }
    if (properties != null && Files.exists(properties)) {
      throw server.mistake("--write " + properties + " exists; name another file");
    }
    PrintWriter out = server.out();
    Advice advice = trials().run(out::println);
    out.println();
    out.print(AdviceTable.of(advice));
    out.println();
    advice.sentences().forEach(out::println);
    if (properties != null) {
      Files.writeString(properties, "cal.model=" + advice.model() + "\n");
    }
    if (page != null) {
      Files.writeString(page, AdvicePage.of(advice, load));
    }
    return ExitCode.OK;
  }

  private Trials trials() {
    try {
      Duration time = Duration.ofMillis((long) (minutes * 60_000));
      return new Trials(models, server::commandUnder, load, time);
    } catch (IllegalArgumentException tooLittle) {
      throw server.mistake("--minutes=" + minutes + ": " + tooLittle.getMessage());
    }
  }
}
