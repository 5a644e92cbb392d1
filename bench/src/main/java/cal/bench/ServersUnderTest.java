package cal.bench;

import cal.bench.baseline.HandWritten;
import cal.bench.experiment.Parameters;
import cal.bench.load.Workload;
import cal.core.spi.ConcurrencyModel;
import cal.sample.upload.Main;
import java.io.File;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/**
 * How the servers that are measured are started: woven ones under a model, hand-written ones, all
 * with the same heap and the same collector. A mixin of commands; not thread-safe.
 */
final class ServersUnderTest {
  /** The hand-written server of the same model. */
  static final String TWIN = "twin";

  /** The same model, woven when the server was built, against which load-time weaving is set. */
  static final String BUILT = "built";

  /** The model of one event loop; beside it, everybody has one. */
  static final String ONE_LOOP = "reactive";

  /** Sizes of heaps that files of experiments may name. */
  static final List<String> HEAPS = List.of("64m", "128m", "256m", "512m", "1g", "2g");

  private static final Pattern UPLOAD = Pattern.compile("upload-(\\d{1,7})(k?)");
  private static final Pattern SIZE = Pattern.compile("\\d{1,6}[mg]");

  @Option(
      names = "--heap",
      paramLabel = "SIZE",
      description = "of each server, as 512m or 2g; default: 512m")
  private String heap = "512m";

  @Option(
      names = "--server-cores",
      paramLabel = "1|2",
      description = "core 0, or cores 0 and 1, which the clients are on; default: 1")
  private int cores = 1;

  @Option(
      names = "--baseline",
      paramLabel = "JAR",
      description = "the unwoven server; default: the one of the build")
  private Path baseline;

  private boolean pinned;

  /** With the defaults, or the options of a command. */
  ServersUnderTest() {}

  /** The same servers with another heap, on one core or two. */
  ServersUnderTest with(String otherHeap, int otherCores) {
    ServersUnderTest others = new ServersUnderTest();
    others.heap = otherHeap;
    others.cores = otherCores;
    others.baseline = baseline;
    others.pinned = pinned;
    return others;
  }

  /** Checks the options; to be called before anything is started. */
  void validate(CommandSpec spec) {
    if (!SIZE.matcher(heap).matches()) {
      throw Options.mistake(spec, "--heap=" + heap + " is no size like 512m or 2g");
    }
    if (cores < 1 || cores > 2) {
      throw Options.mistake(spec, "--server-cores=" + cores + " must be 1 or 2");
    }
    if (!Files.isReadable(baseline())) {
      throw Options.mistake(
          spec, "no " + baseline() + "; build it by 'mvn package' or name it by --baseline");
    }
  }

  /** Moves this process to the clients' core. */
  void pin(Progress progress) throws InterruptedException {
    pinned = Cores.takeTheClients();
    if (!pinned) {
      progress.milestone("cal: no taskset here, so servers and clients share the cores");
    }
  }

  /** Where servers and clients run, in words. */
  String place() {
    String servers = cores == 1 ? "core 0" : "cores 0 and 1";
    return pinned ? "servers to " + servers + ", clients to core 1" : "no";
  }

  /** Whether servers and clients have cores of their own, in words. */
  String pinned() {
    return pinned ? "servers to core 0 (or 0 and 1), clients to core 1" : "no";
  }

  String heap() {
    return heap;
  }

  /** JacORB as it is, and with more threads and longer queues: opponents of the ORB's models. */
  static final List<String> STOCK_ORBS = List.of(OrbServers.STOCK, OrbServers.TUNED);

  private static final String ORB = "orb-";

  /** Whether a service is one of the ORB's objects. */
  static boolean isOrb(String service) {
    return service.startsWith(ORB);
  }

  /** Checks names of servers: models of CAL, or peers. */
  static void requireKnown(CommandSpec spec, String option, List<String> names, String... more) {
    List<String> known = new ArrayList<>(List.of(more));
    ModelsCommand.all().stream().map(ConcurrencyModel::name).forEach(known::add);
    known.addAll(HandWritten.PEERS);
    known.addAll(STOCK_ORBS);
    for (String name : names) {
      if (!known.containsAll(List.of(name.split("\\+", 2)))) {
        throw Options.mistake(
            spec, option + "=" + name + " is none of " + String.join(", ", known));
      }
    }
  }

  /**
   * What clients ask a service for: {@code factor}, {@code upload-64}, {@code upload-80k}; with
   * {@code orb-} before it, the ORB's objects.
   */
  static Workload workload(CommandSpec spec, String option, String service) {
    try {
      return workload(service);
    } catch (IllegalArgumentException mistake) {
      throw Options.mistake(spec, option + "=" + mistake.getMessage());
    }
  }

  /** Refuses a service that there is not, as a mistake in a file. */
  static void requireService(Parameters parameters, String key, String service) {
    try {
      workload(service);
    } catch (IllegalArgumentException mistake) {
      throw parameters.mistake(key, mistake.getMessage());
    }
  }

  /**
   * The same.
   *
   * @throws IllegalArgumentException if there is no such service, in a sentence that begins with it
   */
  static Workload workload(String service) {
    boolean orb = isOrb(service);
    String request = orb ? service.substring(ORB.length()) : service;
    Matcher upload = UPLOAD.matcher(request);
    if (request.equals("factor")) {
      return orb ? Workload.orbFactor() : Workload.factor();
    }
    if (!upload.matches()) {
      throw new IllegalArgumentException(
          service + " is neither factor nor like upload-64 or upload-80k");
    }
    long size = Long.parseLong(upload.group(1)) * (upload.group(2).isEmpty() ? 1 : 1024);
    if (size > Workload.MAX_SIZE) {
      throw new IllegalArgumentException(
          "%s: size=%d must be 0 to %d bytes".formatted(service, size, Workload.MAX_SIZE));
    }
    return orb ? Workload.orbUpload((int) size) : Workload.upload((int) size);
  }

  /**
   * The command of a server.
   *
   * @param name a model of CAL, or a peer; for the ORB, one of {@link #STOCK_ORBS}, or two models,
   *     {@code connection+request}
   * @param service {@code factor}, or what begins with {@code upload}, or either with {@code orb-}
   * @param loops how many event loops, where it has a number of them
   * @param flags more flags of its JVM
   */
  List<String> command(String name, String service, int loops, String... flags) {
    if (isOrb(service)) {
      return orb(name, loops, flags);
    }
    if (HandWritten.PEERS.contains(name)) {
      return handWritten(name, service, loops, flags);
    }
    List<String> command = java(System.getProperty("java.class.path"), flags);
    command.addAll(sample(name, service, loops));
    return command;
  }

  private List<String> orb(String name, int loops, String... flags) {
    boolean stock = STOCK_ORBS.contains(name);
    List<String> command = java(OrbServers.classPathText(stock), flags);
    if (!stock) {
      String[] models = name.split("\\+", 2);
      command.add("-Dcal.model=" + models[0]);
      command.add("-Dcal.stage.request.model=" + models[models.length - 1]);
      command.add("-Dcal.reactive-pool.loops=" + loops);
    }
    command.addAll(List.of(OrbServers.MAIN, "--port", "0"));
    if (name.equals(OrbServers.TUNED)) {
      command.add("--tuned");
    }
    return command;
  }

  /** The command of the sample's upload server with any store. */
  List<String> upload(String model, String store, List<String> flags) {
    return upload(pinned ? Cores.servers(cores) : List.of(), model, store, flags);
  }

  /** The same, on the clients' core. */
  List<String> uploadBesideClients(String model, String store, List<String> flags) {
    return upload(pinned ? Cores.clients() : List.of(), model, store, flags);
  }

  private List<String> upload(List<String> place, String model, String store, List<String> flags) {
    List<String> command = new ArrayList<>(place);
    command.addAll(jvm(System.getProperty("java.class.path"), flags));
    command.addAll(
        List.of(
            "-Dcal.model=" + model,
            Main.class.getName(),
            "upload",
            "--port",
            "0",
            "--store",
            store));
    return command;
  }

  /** The command of a woven server whose classes were built plain, and are woven by the agent. */
  List<String> wovenAtLoadTime(String model, String service, int loops, String... flags) {
    Path house = House.root();
    List<String> command =
        java(
            baseline() + File.pathSeparator + House.libraries("picocli", "h2", "HikariCP", "slf4j"),
            "-javaagent:" + house.resolve("cal-agent/target/cal.jar"),
            "-Dcal.config=" + house.resolve("sample-upload-server/cal.yaml"));
    command.addAll(List.of(flags));
    command.addAll(sample(model, service, loops));
    return command;
  }

  private static List<String> sample(String model, String service, int loops) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "-Dcal.model=" + model,
                "-Dcal.reactive-pool.loops=" + loops,
                Main.class.getName(),
                protocol(service),
                "--port",
                "0"));
    if (!service.equals("factor")) {
      arguments.addAll(List.of("--store", "memory"));
    }
    return arguments;
  }

  /** The command of a hand-written server: a peer, or the twin of a model. */
  List<String> handWritten(String model, String service, int loops, String... flags) {
    List<String> command =
        java(baseline() + File.pathSeparator + System.getProperty("java.class.path"), flags);
    command.add(HandWritten.class.getName());
    command.addAll(List.of(protocol(service), "--model", model, "--port", "0"));
    command.addAll(List.of("--loops", String.valueOf(loops)));
    return command;
  }

  /**
   * The command of any other program: what follows the flags, class path and main class among it.
   */
  List<String> command(List<String> program) {
    List<String> command = new ArrayList<>(pinned ? Cores.servers(cores) : List.of());
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xms" + heap, "-Xmx" + heap, "-XX:+UseSerialGC"));
    command.addAll(program);
    return command;
  }

  private static String protocol(String service) {
    return service.equals("factor") ? "factor" : "upload";
  }

  /** All get the same flags, whoever needs them. */
  private List<String> java(String classPath, String... flags) {
    List<String> command = new ArrayList<>(pinned ? Cores.servers(cores) : List.of());
    command.addAll(jvm(classPath, List.of(flags)));
    return command;
  }

  private List<String> jvm(String classPath, List<String> flags) {
    List<String> command = ServerProcess.java(classPath);
    command.addAll(
        List.of(
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow",
            "-Xms" + heap,
            "-Xmx" + heap,
            "-XX:+UseSerialGC"));
    command.addAll(flags);
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
