package cal.bench.cli;

import cal.bench.experiment.Cell;
import cal.bench.experiment.Experiment;
import cal.bench.experiment.Kind;
import cal.bench.experiment.Listener;
import cal.bench.experiment.MalformedExperiment;
import cal.bench.experiment.Scale;
import cal.bench.experiment.Study;
import cal.bench.experiment.report.Results;
import cal.bench.experiment.report.Run;
import cal.bench.kind.Kinds;
import cal.bench.process.Cores;
import cal.bench.process.Machine;
import cal.bench.server.Jvms;
import cal.bench.server.ServerCommands;
import cal.cli.command.Progress;
import cal.cli.support.BuildLayout;
import cal.cli.support.Failure;
import com.sun.management.UnixOperatingSystemMXBean;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Lists experiments, and runs them. Not thread-safe. */
@Command(
    name = "bench",
    mixinStandardHelpOptions = true,
    description = {
      "Runs experiments, each a small file, in JVMs of their own, and writes what they found:",
      "JSON, Markdown, pictures, and one HTML file. Without a name, lists them.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  ./cal bench                                   the experiments, and how long they take",
      "  ./cal bench peers --quick                     one of them",
      "  ./cal bench all --quick                       all of them, in thirteen minutes",
      "  ./cal bench twins --with clients=100          with another value of a parameter",
      "  ./cal bench peers --with rounds=3 --with 'servers=[virtual, netty-epoll]'",
      "  ./cal bench mine.yaml --full --out mine       your own, see docs/benchmarks.md",
      "  ./cal bench peers --out two --against one     beside the record in the folder one",
      "",
      "After Ctrl-C, what was done is kept; the same command goes on.",
      "Exit status: 0; 1 if a goal is missed or cannot be told, if a case differs from the record",
      "before, or if an experiment has failed; 2 for a mistake, or where something is not built."
    })
final class BenchCommand implements Callable<Integer> {
  private static final String ALL = "all";

  /** Files that this process opens beside its clients' sockets: jars, selectors, pipes. */
  private static final int OTHER_FILES = 200;

  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "EXPERIMENT",
      arity = "0..*",
      description = "the name of an experiment, a file of your own, or all")
  private List<String> names = List.of();

  @Option(names = "--quick", description = "a minute or so, to look; the default")
  private boolean quick;

  @Option(names = "--full", description = "for the record")
  private boolean full;

  @Option(names = "--smoke", description = "seconds, to see that it runs")
  private boolean smoke;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description =
          "where to write; default: bench/results if --full, else or --with, bench/target/results")
  private Path out;

  @Option(
      names = "--with",
      paramLabel = "KEY=VALUE",
      description = "a parameter for this run alone, as clients=[10,100]; may be repeated")
  private Map<String, String> parameters = new LinkedHashMap<>();

  @Option(
      names = "--against",
      paramLabel = "DIR",
      description =
          "a record of the same experiment to compare with: its folder, or that which holds it")
  private Path against;

  private final Map<String, Kind> kinds = Kinds.all();
  private final Progress progress = Progress.onStandardError();

  @Override
  public Integer call() throws IOException, InterruptedException {
    try {
      if (names.isEmpty()) {
        list();
        return 0;
      }
      return run() == 0 ? 0 : 1;
    } catch (MalformedExperiment mistake) {
      throw new Failure(2, mistake.getMessage(), mistake);
    }
  }

  private void list() {
    for (Path file : files()) {
      Experiment experiment = Experiment.read(file);
      spec.commandLine()
          .getOut()
          .printf(
              "%-18s quick %s, full %s%n  %s%n",
              experiment.name(),
              Run.words(experiment.study(kinds, Scale.QUICK).estimate()),
              Run.words(experiment.study(kinds, Scale.FULL).estimate()),
              experiment.question());
    }
  }

  /** How many goals were missed, or cannot be told. */
  private long run() throws IOException, InterruptedException {
    if (Stream.of(smoke, quick, full).filter(chosen -> chosen).count() > 1) {
      throw new ParameterException(
          spec.commandLine(), "--smoke, --quick and --full exclude each other; choose one");
    }
    Scale scale = full ? Scale.FULL : smoke ? Scale.SMOKE : Scale.QUICK;
    List<Study> studies = new ArrayList<>();
    for (Path file : chosen()) {
      Experiment experiment = Experiment.read(file).with(parameters);
      for (Scale each : Scale.values()) { // a mistake for one scale is told at any
        experiment.study(kinds, each);
      }
      studies.add(experiment.study(kinds, scale));
    }
    Map<String, Results> records = records(studies); // what is wrong there is told before hours
    ServerCommands.requireBuilt();
    studies.forEach(study -> requireFiles(study, freeFiles()));
    Map<String, String> machine = Machine.facts(); // before this process is left with one core
    if (!Cores.takeTheClients()) {
      progress.milestone("cal: no taskset here, so servers and clients share the cores");
    }
    machine.put("pinned", Cores.place());
    machine.put("collector", Jvms.COLLECTOR);
    boolean forTheRecord = scale == Scale.FULL && parameters.isEmpty();
    Path folder = out == null ? defaultFolder(forTheRecord) : out;
    Duration all = studies.stream().map(Study::estimate).reduce(Duration.ZERO, Duration::plus);
    progress.milestone("cal: about " + Run.words(all));
    return measure(studies, records, machine, folder);
  }

  /** Of several, one that fails ends none of the others. */
  private long measure(
      List<Study> studies, Map<String, Results> records, Map<String, String> machine, Path folder)
      throws IOException, InterruptedException {
    PrintWriter err = spec.commandLine().getErr();
    Map<String, Failure> failed = new LinkedHashMap<>();
    long missed = 0;
    for (Study study : studies) {
      String name = study.experiment().name();
      try {
        Run run = new Run(study, machine, folder, new Told(progress));
        if (against != null) {
          compare(run, records.get(name));
        }
        Run.Report report = run.call();
        missed += report.missed();
        progress.keep();
        spec.commandLine().getOut().println(report.markdown());
        err.println("cal: wrote " + folder.resolve(name).resolve("report.html"));
      } catch (Failure failure) {
        progress.clear();
        if (studies.size() == 1) {
          throw failure;
        }
        err.println("cal: %s: %s".formatted(name, failure.getMessage()));
        failed.put(name, failure);
      }
    }
    if (!failed.isEmpty()) {
      throw new Failure(
          failed.values().iterator().next().status(),
          "%d of %d experiments failed: %s"
              .formatted(failed.size(), studies.size(), String.join(", ", failed.keySet())));
    }
    return missed;
  }

  /** The records that studies are to be compared with, by their names. */
  private Map<String, Results> records(List<Study> studies) {
    Map<String, Results> records = new HashMap<>();
    if (against != null) {
      for (Study study : studies) {
        Path within = against.resolve(study.experiment().name());
        records.put(
            study.experiment().name(),
            Run.record(study, Files.isDirectory(within) ? within : against));
      }
    }
    return records;
  }

  private void compare(Run run, Results record) {
    run.compareWith(record);
    String commit = record.machine().get("commit");
    if (!Machine.isInHistory(BuildLayout.root(), commit)) {
      progress.milestone(
          "cal: %s is of %s, which is no commit of this repository's history"
              .formatted(against, commit));
    }
  }

  /** How many connections this process may open. */
  private static long freeFiles() {
    return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system
        ? system.getMaxFileDescriptorCount() - OTHER_FILES
        : Long.MAX_VALUE;
  }

  /** The one place that asks how many connections this process may open. */
  static void requireFiles(Study study, long free) {
    for (Map<String, String> labels : study.plan().cases()) {
      long needed = study.plan().connections(labels);
      if (needed > free) {
        throw new Failure(
            2,
            "%s (%s) has %,d connections, more than the %,d files that this process may open;"
                    .formatted(study.experiment().name(), Cell.name(labels), needed, free)
                + " raise the limit (ulimit -n), or leave the case out of the file");
      }
    }
  }

  private List<Path> chosen() {
    List<Path> files = new ArrayList<>();
    for (String name : names) {
      if (name.equals(ALL)) {
        files.addAll(files());
      } else if (name.endsWith(Experiment.SUFFIX) || name.contains("/")) {
        files.add(Path.of(name));
      } else {
        files.add(folder().resolve(name + Experiment.SUFFIX));
      }
    }
    return files;
  }

  /** The experiments of this house. */
  static List<Path> files() {
    try (Stream<Path> files = Files.list(folder())) {
      return files.filter(file -> file.toString().endsWith(Experiment.SUFFIX)).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path folder() {
    return BuildLayout.root().resolve("bench/experiments");
  }

  /** A short run does not replace what is for the record. */
  private static Path defaultFolder(boolean forTheRecord) {
    Path bench = BuildLayout.root().resolve("bench");
    return bench.resolve(forTheRecord ? "results" : "target/results");
  }

  /** Shows what an experiment tells. */
  private record Told(Progress progress) implements Listener {
    @Override
    public void now(String what) {
      progress.now(what);
    }

    @Override
    public void milestone(String what) {
      progress.milestone(what);
    }
  }
}
