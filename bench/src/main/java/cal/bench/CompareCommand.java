package cal.bench;

import cal.bench.baseline.HandWritten;
import cal.bench.load.Workload;
import cal.sample.upload.Main;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Measures woven models against the same models written by hand. Not thread-safe. */
@Command(
    name = "compare",
    mixinStandardHelpOptions = true,
    description = {
      "Measures each woven model against the same model written by hand, in turns,",
      "servers and clients on separate cores, and writes comparison.json and comparison.md."
    },
    footer = {"", "Exit status: 0 if every model reaches 0.98 of its twin in CPU time, 1 if not."})
final class CompareCommand implements Callable<Integer> {
  private static final Pattern UPLOAD = Pattern.compile("upload-(\\d{1,7})(k?)");

  @Spec private CommandSpec spec;

  @Option(
      names = "--models",
      split = ",",
      paramLabel = "MODEL",
      defaultValue = "thread,thread-pool,executor,executor-pool,virtual",
      description = "separated by commas; default: ${DEFAULT-VALUE}")
  private List<String> models;

  @Option(
      names = "--services",
      split = ",",
      paramLabel = "SERVICE",
      defaultValue = "upload-80k,upload-64,factor",
      description = "factor, upload-BYTES or upload-KILOBYTESk; default: ${DEFAULT-VALUE}")
  private List<String> services;

  @Option(
      names = "--clients",
      split = ",",
      paramLabel = "N",
      defaultValue = "10,100,1000",
      description = "long sessions at once; default: ${DEFAULT-VALUE}")
  private List<Integer> clients;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "15",
      description = "turns of each server; default: ${DEFAULT-VALUE}")
  private int rounds;

  @Option(
      names = "--forks",
      paramLabel = "N",
      defaultValue = "3",
      description =
          "fresh JVMs of each server that the rounds are shared between; "
              + "default: ${DEFAULT-VALUE}")
  private int forks;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      defaultValue = "1",
      description = "of a turn; default: ${DEFAULT-VALUE}")
  private double seconds;

  @Option(
      names = "--warmup",
      paramLabel = "S",
      defaultValue = "4",
      description = "seconds of load on each fresh JVM before; default: ${DEFAULT-VALUE}")
  private double warmUp;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      defaultValue = "bench/results",
      description = "where the files go; default: ${DEFAULT-VALUE}")
  private Path out;

  @Option(
      names = "--baseline",
      paramLabel = "JAR",
      description = "the unwoven server; default: the one of the build")
  private Path baseline;

  private final Progress progress = Progress.onStandardError();
  private boolean pinned;

  @Override
  public Integer call() throws IOException, InterruptedException {
    validate();
    pinned = Cores.takeTheClients();
    if (!pinned) {
      progress.milestone("cal: no taskset here, so servers and clients share the cores");
    }
    ComparisonReport report = new ComparisonReport(out, pinned);
    for (String service : services) {
      for (int count : clients) {
        for (String model : models) {
          report.add(compare(model, service, count, Comparison.TWIN));
        }
        report.add(compare(models.getFirst(), service, count, Comparison.ITSELF));
      }
    }
    progress.clear();
    spec.commandLine().getOut().println(Files.readString(out.resolve("comparison.md")));
    return report.met() ? 0 : 1;
  }

  private void validate() {
    services.forEach(this::workload);
    clients.forEach(count -> Options.clients(spec, count));
    if (forks < 1 || rounds < forks) {
      throw Options.mistake(
          spec, "--rounds=" + rounds + " --forks=" + forks + ": each fork needs a round");
    }
    if (!Files.isReadable(baseline())) {
      throw Options.mistake(
          spec, "no " + baseline() + "; build it by 'mvn package' or name it by --baseline");
    }
  }

  private Comparison compare(String model, String service, int count, String other)
      throws IOException, InterruptedException {
    Contest contest =
        new Contest(
            workload(service),
            count,
            Options.seconds(spec, "--warmup", warmUp),
            Options.seconds(spec, "--seconds", seconds));
    List<Comparison.Turns> turns = new ArrayList<>();
    String name = "%s, %,d clients, %s against %s".formatted(service, count, model, other);
    for (int fork = 0; fork < forks; fork++) {
      progress.now(name + ", servers %d of %d".formatted(fork + 1, forks));
      List<String> woven = woven(model, service);
      int share = rounds * (fork + 1) / forks - rounds * fork / forks;
      turns.addAll(
          contest.run(woven, other.equals(Comparison.TWIN) ? twin(model, service) : woven, share));
    }
    Comparison comparison = Comparison.of(model, service, count, other, contest.errors(), turns);
    progress.milestone(
        name + ": CPU " + comparison.cpu() + ", throughput " + comparison.throughput());
    return comparison;
  }

  private Workload workload(String service) {
    Matcher upload = UPLOAD.matcher(service);
    try {
      if (service.equals("factor")) {
        return Workload.factor();
      }
      if (upload.matches()) {
        int unit = upload.group(2).isEmpty() ? 1 : 1024;
        return Workload.upload(Integer.parseInt(upload.group(1)) * unit);
      }
    } catch (IllegalArgumentException mistake) {
      throw Options.mistake(spec, "--services=" + service + ": " + mistake.getMessage());
    }
    throw Options.mistake(
        spec, "--services=" + service + " is neither factor nor like upload-64 or upload-80k");
  }

  private List<String> woven(String model, String service) {
    List<String> command = server(System.getProperty("java.class.path"));
    command.addAll(List.of("-Dcal.model=" + model, Main.class.getName()));
    if (service.equals("factor")) {
      command.addAll(List.of("factor", "--port", "0"));
    } else {
      command.addAll(List.of("upload", "--port", "0", "--store", "memory"));
    }
    return command;
  }

  private List<String> twin(String model, String service) {
    List<String> command =
        server(baseline() + File.pathSeparator + System.getProperty("java.class.path"));
    String protocol = service.equals("factor") ? "factor" : "upload";
    command.addAll(List.of(HandWritten.class.getName(), protocol, "--model", model, "--port", "0"));
    return command;
  }

  /** Both run with the same heap, of a fixed size, and the same collector. */
  private List<String> server(String classPath) {
    List<String> command = new ArrayList<>(pinned ? Cores.servers() : List.of());
    command.addAll(ServerProcess.java(classPath));
    command.addAll(List.of("-Xms512m", "-Xmx512m", "-XX:+UseSerialGC"));
    return command;
  }

  private Path baseline() {
    if (baseline != null) {
      return baseline;
    }
    try {
      Path own = Path.of(Cal.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      return own.resolveSibling("baseline").resolve("sample-upload-server-unwoven.jar");
    } catch (URISyntaxException e) {
      throw new IllegalStateException("where this program is", e);
    }
  }
}
