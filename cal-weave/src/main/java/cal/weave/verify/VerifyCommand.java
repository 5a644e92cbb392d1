package cal.weave.verify;

import cal.weave.binding.BindingFile;
import cal.weave.calls.CallContexts;
import cal.weave.calls.CallGraph;
import cal.weave.calls.Captured;
import cal.weave.calls.Captured.Role;
import cal.weave.check.Artifacts;
import cal.weave.code.Program;
import cal.weave.record.DeclaredAspect;
import cal.weave.support.WeaveException;
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
import picocli.CommandLine.ParameterException;
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
      "Exit status: 0 if there is no deadlock, 1 if there is one, 2 for a mistake."
    })
public final class VerifyCommand implements Callable<Integer> {
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
    try {
      return verify();
    } catch (WeaveException wrong) {
      throw new ParameterException(spec.commandLine(), wrong.getMessage(), wrong);
    }
  }

  private int verify() {
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
    List<DeclaredAspect> aspects = new ArrayList<>(declared.aspects());
    artifacts.records().values().forEach(lines -> lines.forEach(line -> add(line, aspects)));
    settings.accept(new BindingFile(aspects, all, List.of(), Set.of(), Map.of()), Path.of("--set"));
    return verify(artifacts, declared, all);
  }

  /** Adds an aspect of a record, by its name alone. */
  private static void add(String line, List<DeclaredAspect> aspects) {
    String[] words = line.strip().split(" ", 3);
    boolean regions = words[0].equals("regions");
    if (regions || words[0].equals("binding")) {
      Map<String, String> pointcuts = regions ? Map.of(DeclaredAspect.REGION, "") : Map.of();
      aspects.add(new DeclaredAspect(words[1], "", pointcuts, false, Map.of()));
    }
  }

  private int verify(Artifacts artifacts, BindingFile declared, Map<String, String> all) {
    Program program = artifacts.program();
    Captured captured = new Captured();
    artifacts.capture(captured);
    if (captured.isEmpty()) {
      throw new WeaveException(
          "nothing says what is captured, so nothing was searched: give woven classes with their"
              + " record (META-INF/cal/captures), or a file of bindings (--config cal.yaml)");
    }
    captured.requireMatches(program);
    Bindings bindings = new Bindings(program);
    artifacts.lines().values().forEach(bindings::addRecord);
    bindings.addFile(declared);
    CallGraph graph = new CallGraph(program, captured);
    CallContexts contexts = CallContexts.from(graph, graph.procedures(Role.SPAWN, Role.HAND_OFF));
    Verification verification = new Verification(graph, contexts, bindings, all);
    if (promela != null) {
      write(Promela.of(verification.model()));
    }
    if (!verification.outcome().complete()) {
      throw new WeaveException(
          "more than %d states, so nothing is known; verify fewer classes, or give other stages"
                  .formatted(Search.MOST)
              + " model=sequential by --set cal.stage.STAGE.model");
    }
    List<String> lines = new ArrayList<>(List.of(verification.stages()));
    lines.addAll(verification.lines());
    lines.addAll(Omissions.of(graph, contexts, verification.model()));
    PrintWriter out = spec.commandLine().getOut();
    lines.forEach(out::println);
    out.flush();
    return verification.outcome().isDeadlock() ? 1 : 0;
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
