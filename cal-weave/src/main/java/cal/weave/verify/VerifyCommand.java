package cal.weave.verify;

import cal.weave.binding.BindingFile;
import cal.weave.calls.CallContexts;
import cal.weave.calls.CallGraph;
import cal.weave.calls.Captured;
import cal.weave.check.Artifacts;
import cal.weave.check.BlindSpots;
import cal.weave.code.Program;
import cal.weave.record.DeclaredAspect;
import cal.weave.support.Sentences;
import cal.weave.support.WeaveException;
import cal.weave.verify.model.Bindings;
import cal.weave.verify.model.Budget;
import cal.weave.verify.model.Flows;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.BiConsumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * The command {@code verify}: whether stages, guards and waits can deadlock. Reads class files,
 * runs nothing of them. Not thread-safe.
 */
@Command(
    name = "verify",
    mixinStandardHelpOptions = true,
    description = {
      "Searches a server's stages, critical regions and waits for deadlocks under its settings,"
          + " and",
      "names the shortest way into one, and the setting that removes it. docs/check.md says what",
      "the search leaves out.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  ${ROOT-COMMAND-NAME} verify target/woven --model thread-pool",
      "  ${ROOT-COMMAND-NAME} verify target/classes --config cal.yaml \\",
      "      --set cal.stage.store.model=executor-pool",
      "",
      "Exit status: 0 if there is no deadlock, 1 if there is one, 2 for a mistake or a search that",
      "was given up."
    })
public final class VerifyCommand implements Callable<Integer> {
  private static final long MOST_SECONDS = 60;

  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "PATH",
      arity = "1..*",
      description = "class files, folders of them, or jars")
  private List<Path> paths;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "a file of bindings (cal.yaml), if the classes are not woven")
  private Path config;

  @Option(
      names = "--model",
      paramLabel = "MODEL",
      description = "the model of all stages: cal.model=MODEL")
  private String model;

  @Option(names = "--set", paramLabel = "KEY=VALUE", description = "another setting; repeatable")
  private Map<String, String> set = Map.of();

  @Option(
      names = "--promela",
      paramLabel = "FILE",
      description = "write the same model for Spin: spin -run -safety FILE")
  private Path promela;

  @Option(
      names = "--ordered",
      paramLabel = "TYPE",
      description = "the server enters regions of its objects in one order; repeatable")
  private List<String> ordered = List.of();

  private final BiConsumer<BindingFile, Path> settings;

  /** Leaves the settings of a file of bindings alone. */
  public VerifyCommand() {
    this((file, path) -> {});
  }

  /**
   * Makes the command.
   *
   * @param settings checks the settings of a server with some aspects, by a {@link WeaveException}
   */
  public VerifyCommand(BiConsumer<BindingFile, Path> settings) {
    this.settings = settings;
  }

  @Override
  public Integer call() {
    return Sentences.of(spec, () -> verify(MOST_SECONDS));
  }

  /**
   * Searches, for at most so many seconds.
   *
   * @return the exit status
   */
  int verify(long seconds) {
    BindingFile declared = config == null ? BindingFile.NONE : BindingFile.read(config);
    Artifacts artifacts = Artifacts.of(paths, config, declared);
    Map<String, String> all = new LinkedHashMap<>();
    artifacts.settings().forEach((key, value) -> all.put(key.toString(), value.toString()));
    all.putAll(declared.settings());
    set.forEach((key, value) -> all.put(key.startsWith("cal.") ? key : "cal." + key, value));
    if (model != null) {
      all.put("cal.model", model);
    }
    if (config != null) {
      settings.accept(declared, config);
    }
    Captured captured = new Captured();
    artifacts.capture(captured);
    List<DeclaredAspect> aspects = new ArrayList<>(declared.aspects());
    captured.bindings().keySet().forEach(type -> aspects.add(aspect(type, Map.of())));
    captured.regions().forEach(t -> aspects.add(aspect(t, Map.of(DeclaredAspect.REGION, ""))));
    settings.accept(new BindingFile(aspects, all, List.of(), Set.of(), Map.of()), Path.of("--set"));
    return verify(artifacts.programWithJdk(), captured, declared, all, new Budget(seconds));
  }

  /** An aspect of a record, by its name alone. */
  private static DeclaredAspect aspect(String type, Map<String, String> pointcuts) {
    return new DeclaredAspect(type, "", pointcuts, false, Map.of());
  }

  private int verify(
      Program program,
      Captured captured,
      BindingFile declared,
      Map<String, String> all,
      Budget budget) {
    captured.requireSome("searched", "");
    captured.requireMatches(program);
    Bindings bindings = new Bindings(program, captured, declared, all);
    CallGraph graph = new CallGraph(program, captured);
    CallContexts contexts = CallContexts.from(graph, Flows.roots(graph));
    Verification verification =
        new Verification(graph, contexts, bindings, all, Set.copyOf(ordered), budget);
    requireGuards(verification.flows().objects().all());
    if (promela != null) {
      write(Promela.of(verification.model()));
    }
    verification.requireEnd();
    List<String> lines = new ArrayList<>(List.of(verification.stages()));
    lines.addAll(verification.lines());
    lines.add(Omissions.of(graph, contexts, verification));
    lines.add(verification.bounds());
    lines.add("not seen: " + BlindSpots.in(graph, contexts));
    PrintWriter out = spec.commandLine().getOut();
    lines.forEach(out::println);
    out.flush();
    return verification.outcome().isDeadlock() ? 1 : 0;
  }

  private void requireGuards(Set<String> guards) {
    for (String type : ordered) {
      if (!guards.contains(type)) {
        throw new WeaveException(
            "--ordered %s has no region of its objects; those that have are %s"
                .formatted(type, guards.isEmpty() ? "none" : String.join(", ", guards)));
      }
    }
  }

  private void write(String text) {
    try {
      Files.writeString(promela, text);
    } catch (IOException failure) {
      throw new WeaveException(
          promela + " cannot be written: " + failure + "; name a file in a folder that exists",
          failure);
    }
  }
}
