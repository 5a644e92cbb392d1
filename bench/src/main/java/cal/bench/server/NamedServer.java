package cal.bench.server;

import cal.bench.adopted.AdoptedServer;
import cal.bench.baseline.HandWritten;
import cal.bench.experiment.Parameters;
import cal.cli.server.Installed;
import cal.core.spi.ConcurrencyModel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A server by its name in files of experiments. Immutable.
 *
 * @param name of the row and the line
 * @param runs the kind: a model of CAL, {@code adaptive}, or a model for each of two stages, {@code
 *     reactive+virtual}; {@code vanilla}, a thread a connection in plain Java; a model's name and
 *     {@code -by-hand}, the twin; a peer such as {@code nio}; {@code jacorb}, the unchanged ORB; a
 *     web server such as {@code nginx}, or {@code proactive}
 * @param settings of the model, by key
 * @param options more words of the command line, for the web sample
 */
public record NamedServer(
    String name, String runs, Map<String, String> settings, List<String> options) {
  /** The paper's baseline: a thread a connection, in vanilla Java. */
  public static final String VANILLA = "vanilla";

  /** The model of a single event loop; beside this model, everybody has one loop. */
  private static final String ONE_LOOP = "reactive";

  /** The web server over a proactor. */
  private static final String PROACTIVE = "proactive";

  /** The name for the model that suits the load, whichever. */
  private static final String ADAPTIVE = "adaptive";

  private static final Duration PATIENCE = Duration.ofHours(1);
  private static final String BY_HAND = "-by-hand";
  private static final String STOCK_ORB = "jacorb";

  /** A foreign program, as it comes. */
  private static final String STOCK = "stock";

  private static final List<String> TWINS =
      List.of("thread", "thread-pool", "executor", "executor-pool", "virtual");

  /** A server without options. */
  public NamedServer(String name, String runs, Map<String, String> settings) {
    this(name, runs, settings, List.of());
  }

  /**
   * The list {@code servers} of a file: a word is both name and server; or {name, runs, set,
   * options}.
   */
  public static List<NamedServer> of(Parameters parameters) {
    List<NamedServer> servers = of(parameters, "servers");
    if (servers.isEmpty()) {
      throw parameters.mistake("servers", "there are no servers; write servers: [virtual, thread]");
    }
    return servers;
  }

  /**
   * The server of comparison, present on this machine or not; {@code vanilla} if a file names none.
   */
  public static NamedServer baseline(Parameters parameters) {
    if (!parameters.has("baseline")) {
      return new NamedServer(VANILLA, VANILLA, Map.of());
    }
    List<NamedServer> named = of(parameters, "baseline");
    if (named.size() != 1) {
      throw parameters.mistake(
          "baseline", "there are %d baselines; name one".formatted(named.size()));
    }
    return named.getFirst();
  }

  private static List<NamedServer> of(Parameters parameters, String key) {
    List<NamedServer> servers = new ArrayList<>();
    for (Parameters part : parameters.parts(key, "name")) {
      String name = part.text("name");
      NamedServer server =
          new NamedServer(
              name, part.text("runs", name), part.words("set"), part.texts("options", List.of()));
      part.requireAllAsked(Set.of());
      String mistake = server.mistake();
      if (mistake != null) {
        throw part.mistake(part.has("runs") ? "runs" : "name", mistake);
      }
      servers.add(server);
    }
    return servers;
  }

  /** The reason why the server is unknown, with the remedy; null if known. */
  private String mistake() {
    List<String> models = models();
    List<String> known = new ArrayList<>(List.of(VANILLA));
    known.addAll(models);
    TWINS.forEach(model -> known.add(model + BY_HAND));
    known.addAll(HandWritten.PEERS);
    known.addAll(List.of(STOCK_ORB, STOCK));
    known.addAll(WebPeers.ALL);
    known.add(PROACTIVE);
    boolean two = runs.contains("+");
    List<String> parts = List.of(runs.split("\\+", 2));
    if (WebPeers.ALL.contains(runs)) {
      return WebPeers.mistake(runs, settings);
    }
    if (isHandWritten() && !settings.isEmpty()) {
      return runs + " has no settings; leave set out";
    }
    return (two ? models : known).containsAll(parts)
        ? null
        : runs + " is no server; there are " + String.join(", ", known);
  }

  private static List<String> models() {
    return Stream.concat(
            Installed.models().stream().map(ConcurrencyModel::name), Stream.of(ADAPTIVE))
        .toList();
  }

  /** Whether the server is a sample under a model, or under a suiting model. */
  public boolean isModel() {
    return models().contains(runs) && options.isEmpty();
  }

  /** Whether the model follows the load. */
  public boolean isAdaptive() {
    return runs.equals(ADAPTIVE);
  }

  /** The command of the server. */
  public List<String> command(Jvms jvms, String service, int loops, List<String> moreFlags) {
    List<String> flags = flags(moreFlags);
    boolean oneLoop = runs.split("\\+", 2)[0].equals(ONE_LOOP);
    if (WebPeers.ALL.contains(runs)) {
      return WebPeers.command(jvms, this);
    }
    if (Services.isAdopted(service)) {
      String model = runs.equals(STOCK) ? null : runs;
      return jvms.javaOfOthers(AdoptedServer.of(service).words(model, flags));
    }
    ServerCommands commands = new ServerCommands(jvms, service, oneLoop ? 1 : loops, flags);
    if (runs.equals(STOCK_ORB)) {
      return commands.stockOrb();
    }
    if (Services.isOrb(service)) {
      return commands.orb(runs);
    }
    if (Services.isWeb(service)) {
      List<String> command = runs.equals(PROACTIVE) ? commands.proactive() : commands.web(runs);
      command.addAll(options);
      return command;
    }
    if (isHandWritten()) {
      String twin = runs.equals(VANILLA) ? "thread" : runs.replaceFirst(BY_HAND + "$", "");
      return commands.byHand(twin);
    }
    return commands.model(runs);
  }

  private List<String> flags(List<String> more) {
    List<String> flags = new ArrayList<>(more);
    settings.forEach((setting, value) -> flags.add("-D" + setting + "=" + value));
    return flags;
  }

  /** The command of the upload sample, woven when loaded: its file names what it refuses. */
  public List<String> declaredCommand(Jvms jvms, String service, List<String> moreFlags) {
    return new ServerCommands(jvms, service, 1, flags(moreFlags)).declared(runs);
  }

  /** The command of a server with both services of the upload sample in one process. */
  public List<String> everyCommand(Jvms jvms, int loops, List<String> moreFlags) {
    return new ServerCommands(jvms, Services.FACTOR, loops, flags(moreFlags)).every(runs);
  }

  /**
   * The same, for a server with an hour's wait for the rest of a request, and without refusals of
   * long waits: clocks run on in a held server, and no client is to be parted from. JacORB waits
   * for ever.
   */
  public List<String> patientCommand(Jvms jvms, String service, int loops, List<String> moreFlags) {
    if (WebPeers.ALL.contains(runs)) {
      return WebPeers.patientCommand(jvms, this, PATIENCE);
    }
    List<String> flags = new ArrayList<>(moreFlags);
    flags.addFirst(ServerCommands.REFUSES_NOBODY); // an experiment may say otherwise
    List<String> command = new ArrayList<>(command(jvms, service, loops, flags));
    if (isHandWritten()) {
      command.addAll(List.of("--read-timeout-ms", String.valueOf(PATIENCE.toMillis())));
    } else if (Services.isWeb(service)) {
      command.addAll(List.of("--idle-timeout", String.valueOf(PATIENCE.toMillis())));
    } else if (!Services.isOrb(service) && !Services.isAdopted(service)) {
      command.addAll(List.of("--read-timeout", PATIENCE.toSeconds() + "s"));
    }
    return command;
  }

  private boolean isHandWritten() {
    return runs.equals(VANILLA) || runs.endsWith(BY_HAND) || HandWritten.PEERS.contains(runs);
  }

  /** The reason against a start on this machine, with the remedy; empty if none. */
  public Optional<String> missing() {
    return WebPeers.missing(runs);
  }

  /** The configuration, in Markdown; empty if evident from the name. */
  public Optional<String> configuration() {
    return WebPeers.ALL.contains(runs)
        ? Optional.of(WebPeers.configuration(runs))
        : Optional.empty();
  }

  /** Whether clients can ask for a service: ORBs have objects, web servers files, peers uploads. */
  public boolean serves(String service) {
    if (Services.isAdopted(service)) {
      return runs.equals(STOCK) || models().contains(runs);
    }
    if (Services.isWeb(service)) {
      return models().contains(runs)
          || runs.equals(PROACTIVE)
          || (WebPeers.ALL.contains(runs) && options.isEmpty());
    }
    if (!options.isEmpty() || WebPeers.ALL.contains(runs) || runs.equals(PROACTIVE)) {
      return false;
    }
    if (Services.isOrb(service)) {
      return !isHandWritten() && !runs.equals(STOCK);
    }
    boolean uploadsAlone = HandWritten.UPLOADING.contains(runs);
    return !List.of(STOCK_ORB, STOCK).contains(runs)
        && !runs.contains("+")
        && !(uploadsAlone && service.equals(Services.FACTOR));
  }
}
