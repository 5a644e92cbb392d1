package cal.weave.check;

import cal.weave.binding.BindingFile;
import cal.weave.calls.Captured;
import cal.weave.calls.Captured.Role;
import cal.weave.code.Program;
import cal.weave.loop.Loops;
import cal.weave.monitor.MonitorRegions;
import cal.weave.record.Readers;
import cal.weave.support.MethodPattern;
import cal.weave.support.Sentences;
import cal.weave.support.WeaveException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.BiConsumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * The command {@code check}: whether classes are concurrency-aware. Reads class files, runs nothing
 * of them. Not thread-safe.
 */
@Command(
    name = "check",
    mixinStandardHelpOptions = true,
    description = {
      "Checks by its classes whether a server is concurrency-aware: activities end and owe their",
      "caller nothing (1), callers leave alone what activities use (2), what activities share is",
      "written in critical regions, and nothing synchronizes by itself (3), regions hand nothing",
      "off (4), calls for a cluster travel (6). docs/check.md explains each rule by an example.",
      "",
      "What is captured is said by the binding, where the classes are woven, by a file of"
          + " bindings,",
      "or by patterns:",
      "RESULT TYPE.METHOD(PARAMETERS), with * in names, .. for packages and parameters, and + for",
      "methods of subtypes.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  ${ROOT-COMMAND-NAME} check target/woven                   a woven server: its binding says"
          + " what to check",
      "  ${ROOT-COMMAND-NAME} check target/classes --config cal.yaml",
      "  ${ROOT-COMMAND-NAME} check --loops target/classes        loops that may be cut into steps",
      "  ${ROOT-COMMAND-NAME} check server.jar --spawn 'boolean server.Connection.serve()'",
      "  ${ROOT-COMMAND-NAME} check target/classes --spawn 'void server.Worker+.run()' \\",
      "      --hand-off 'int server.Store.store(..)' --region 'void server.Totals.count(..)'",
      "",
      "Exit status: 0 if nothing was found, 1 if something was, 2 for a mistake."
    })
public final class CheckCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "PATH",
      arity = "1..*",
      description = "class files, folders of them, or jars")
  private List<Path> paths;

  @Option(
      names = "--spawn",
      paramLabel = "PATTERN",
      description = "methods whose calls are spawned; repeatable")
  private List<String> spawned = List.of();

  @Option(
      names = "--hand-off",
      paramLabel = "PATTERN",
      description = "methods whose calls are handed off; repeatable")
  private List<String> handedOff = List.of();

  @Option(
      names = "--cluster",
      paramLabel = "PATTERN",
      description = "methods whose calls are handed off to a cluster, so that they must travel")
  private List<String> clustered = List.of();

  @Option(
      names = "--region",
      paramLabel = "PATTERN",
      description = "methods that are critical regions; repeatable")
  private List<String> regions = List.of();

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "a file of bindings (cal.yaml), whose signatures say what is captured")
  private Path config;

  @Option(
      names = "--loops",
      description = "write the lines of a file of bindings that cut loops into steps")
  private boolean loops;

  private final BiConsumer<BindingFile, Path> settings;

  /** Leaves the settings of a file of bindings alone. */
  public CheckCommand() {
    this((file, path) -> {});
  }

  /**
   * Makes the command.
   *
   * @param settings checks the settings of a file of bindings, by a {@link WeaveException}
   */
  public CheckCommand(BiConsumer<BindingFile, Path> settings) {
    this.settings = settings;
  }

  @Override
  public Integer call() {
    return Sentences.of(spec, this::check);
  }

  private int check() {
    Artifacts artifacts = Artifacts.of(paths, config, declared());
    Program program = artifacts.program();
    if (loops) {
      print(CutProposals.of(program, artifacts.files()));
      return 0;
    }
    Report report = Report.of(program, captured(artifacts, program));
    print(report.lines());
    print(told(artifacts));
    return report.findings().isEmpty() ? 0 : 1;
  }

  /** How loops are cut, and the doubts about monitors. */
  private static List<String> told(Artifacts artifacts) {
    List<String> lines = new ArrayList<>(artifacts.changes());
    artifacts.records().values().forEach(lines::addAll);
    List<String> told = new ArrayList<>();
    for (String line : lines) {
      if (line.startsWith(Loops.CUT)) {
        told.add("loop: " + line.split(" ", 3)[2]);
      } else if (line.startsWith(MonitorRegions.REMARK)) {
        told.add("monitors: " + line.substring(MonitorRegions.REMARK.length()));
      }
    }
    return told;
  }

  private void print(List<String> lines) {
    PrintWriter out = spec.commandLine().getOut();
    lines.forEach(out::println);
    out.flush();
  }

  private BindingFile declared() {
    if (config == null) {
      return BindingFile.NONE;
    }
    BindingFile file = BindingFile.read(config);
    settings.accept(file, config);
    return file;
  }

  private Captured captured(Artifacts artifacts, Program program) {
    Captured captured = new Captured();
    spawned.forEach(text -> captured.add(Role.SPAWN, MethodPattern.inFull(text)));
    handedOff.forEach(text -> captured.add(Role.HAND_OFF, MethodPattern.inFull(text)));
    for (String text : clustered) {
      captured.add(Role.HAND_OFF, MethodPattern.inFull(text));
      captured.add(Role.CLUSTER, MethodPattern.inFull(text));
    }
    regions.forEach(text -> captured.add(Role.REGION, MethodPattern.inFull(text)));
    artifacts.capture(captured);
    if (captured.isEmpty()) {
      print(Candidates.of(program).lines());
    }
    captured.requireSome("checked", ", or --spawn 'boolean server.Connection.serve()'");
    captured.requireMatches(program);
    BindingFile file = artifacts.declared();
    Readers.require(file.aspects(), file.settings(), program);
    return captured;
  }
}
