package cal.cli.command;

import cal.cli.server.OrbServers;
import cal.cli.server.WebServers;
import cal.core.CalRuntime;
import cal.core.spi.ConfigurationException;
import cal.sample.upload.Main;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs a sample server in this process, under a model. Not thread-safe. */
@Command(
    name = "serve",
    mixinStandardHelpOptions = true,
    description = {
      "Runs a sample server under a model, until SIGTERM or Ctrl-C drains it.",
      "Prints \"listening on HOST:PORT\" when clients may come."
    })
final class ServeCommand implements Callable<Integer> {
  private static final String MODEL = "cal.model";

  @Spec private CommandSpec spec;

  @Parameters(index = "0", paramLabel = "upload|factor|orb|web", description = "the service")
  private Served service;

  @Parameters(
      index = "1..*",
      paramLabel = "-- OPTION",
      description =
          "more options of the web server; './cal serve web --port 0 -- --help' lists them")
  private List<String> more = new ArrayList<>();

  @Option(names = "--port", required = true, description = "where to listen; 0 takes a free one")
  private int port;

  @Option(
      names = "--host",
      defaultValue = "127.0.0.1",
      description = "where to listen; default: ${DEFAULT-VALUE}")
  private String host;

  @Option(
      names = "--model",
      paramLabel = "MODEL",
      description = {
        "which model runs it (./cal models lists them); default: as configured;",
        "none is the ORB as it is, not woven"
      })
  private String model;

  @Option(
      names = "--strategy",
      paramLabel = "STRATEGY",
      description = {
        "how the web server runs, in the place of --model, in the words of JAWS:",
        "${COMPLETION-CANDIDATES}"
      })
  private Strategy strategy;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "a setting of CAL, as cal.max-in-flight=1000; may be repeated")
  private Map<String, String> settings = new LinkedHashMap<>();

  @Option(
      names = "--tuned",
      description = "more threads and longer queues for the ORB itself, with --model none")
  private boolean tuned;

  @Option(
      names = "--store",
      description = {
        "memory, h2:PATH, files:DIR, jdbc:URL or relay:HOST:PORT, another upload server; before it",
        "what each frame takes, as compute:10ms:, wait:10ms: or disk:10ms:; default: h2: in a",
        "fresh temporary folder, memory for the ORB"
      })
  private String store;

  @Option(names = "--root", description = "the folder whose files the web server serves")
  private String root;

  @Option(
      names = "--read-timeout",
      paramLabel = "TIME",
      description = "for the rest of a request that has begun, as 500ms; default: 30s")
  private String readTimeout;

  /** The concurrency strategies of JAWS, as models of stages; null for the server of a proactor. */
  private enum Strategy {
    THREAD_PER_REQUEST("reactive", "thread"),
    THREAD_PER_SESSION("thread", null),
    THREAD_POOL("thread-pool", null),
    REACTIVE("reactive", null),
    PROACTIVE(null, null);

    private final String model;
    private final String ofRequests;

    Strategy(String model, String ofRequests) {
      this.model = model;
      this.ofRequests = ofRequests;
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /** The sample servers. */
  private enum Served {
    UPLOAD,
    FACTOR,
    ORB,
    WEB
  }

  @Override
  public Integer call() throws ReflectiveOperationException {
    settings.forEach(this::set);
    boolean stock = OrbServers.STOCK.equals(model);
    if (service != Served.ORB && (stock || tuned)) {
      throw Options.mistake(spec, "--model=none and --tuned are for the ORB alone");
    }
    if (model != null && !stock) {
      set(MODEL, model);
    }
    if (service != Served.WEB && (root != null || strategy != null || !more.isEmpty())) {
      throw Options.mistake(
          spec, "--root, --strategy and further options are for the web server alone");
    }
    if (service == Served.ORB) {
      serveOrb(stock);
      return 0;
    }
    if (service == Served.WEB) {
      serveWeb();
      return 0;
    }
    requireWoven(Main.class.getClassLoader());
    Main.main(arguments().toArray(String[]::new));
    return 0;
  }

  /** In a class loader of its own, since this program has the upload sample's binding. */
  private void serveOrb(boolean stock) throws ReflectiveOperationException {
    if (!OrbServers.areBuilt()) {
      throw Options.mistake(spec, "the servers of the ORB are not built; 'mvn package' does it");
    }
    if (readTimeout != null) {
      throw Options.mistake(spec, "--read-timeout is not for the ORB");
    }
    ClassLoader loader = OrbServers.loader(stock);
    if (!stock) {
      requireWoven(loader);
    }
    List<String> arguments = new ArrayList<>(arguments());
    arguments.removeFirst();
    if (tuned) {
      arguments.add("--tuned");
    }
    run(OrbServers.MAIN, loader, arguments);
  }

  private void serveWeb() throws ReflectiveOperationException {
    if (!WebServers.isBuilt()) {
      throw Options.mistake(spec, "the web server is not built; 'mvn package' does it");
    }
    if (store != null || readTimeout != null) {
      throw Options.mistake(spec, "--store and --read-timeout are not for the web server");
    }
    if (strategy != null) {
      follow(strategy);
    }
    boolean proactive = strategy == Strategy.PROACTIVE;
    for (String key : settings.keySet()) {
      if (proactive && !key.startsWith("cal.proactor.")) {
        throw Options.mistake(
            spec, "--strategy proactive has settings of cal.proactor alone; leave " + key + " out");
      }
    }
    ClassLoader loader = proactive ? WebServers.plainLoader() : WebServers.loader();
    if (!proactive) {
      requireWoven(loader);
    }
    List<String> arguments = new ArrayList<>(arguments());
    arguments.removeFirst();
    if (root != null) {
      arguments.addAll(List.of("--root", root));
    }
    arguments.addAll(more);
    run(proactive ? WebServers.PROACTIVE : WebServers.MAIN, loader, arguments);
  }

  private void follow(Strategy chosen) {
    if (model != null) {
      throw Options.mistake(spec, "--strategy chooses a model; leave --model=" + model + " out");
    }
    if (chosen.model != null) {
      set(MODEL, chosen.model);
    }
    if (chosen.ofRequests != null) {
      set("cal.stage.request.model", chosen.ofRequests);
    }
  }

  private static void run(String main, ClassLoader loader, List<String> arguments)
      throws ReflectiveOperationException {
    Thread.currentThread().setContextClassLoader(loader);
    Class.forName(main, true, loader)
        .getMethod("main", String[].class)
        .invoke(null, (Object) arguments.toArray(String[]::new));
  }

  private void requireWoven(ClassLoader loader) {
    try {
      CalRuntime.requireWoven(loader);
    } catch (ConfigurationException notWoven) {
      throw Options.mistake(spec, notWoven.getMessage());
    }
  }

  private void set(String key, String value) {
    Options.setting(spec, key, value);
    System.setProperty(key, value);
  }

  private List<String> arguments() {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                service.name().toLowerCase(Locale.ROOT),
                "--host",
                host,
                "--port",
                String.valueOf(port)));
    if (store != null) {
      arguments.addAll(List.of("--store", store));
    }
    if (readTimeout != null) {
      arguments.addAll(List.of("--read-timeout", readTimeout));
    }
    return arguments;
  }
}
