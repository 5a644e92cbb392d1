package cal.bench;

import cal.bench.experiment.Kind;
import cal.bench.experiment.Parameters;
import cal.bench.experiment.Plan;
import cal.bench.experiment.Scale;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Servers against a baseline: for each service, kind of sessions, number of cores and of clients,
 * all in turns. Stateless.
 */
final class GridKind implements Kind {
  private static final List<String> SESSIONS = List.of("long", "short");
  private static final double TURN_SECONDS = 0.5;

  private final ServersUnderTest servers;

  GridKind(ServersUnderTest servers) {
    this.servers = servers;
  }

  @Override
  public String name() {
    return "grid";
  }

  @Override
  public Plan plan(Parameters parameters, Scale scale) {
    List<String> services = parameters.texts("services", List.of("upload-80k"));
    List<String> sessions = parameters.texts("sessions", List.of("long"));
    List<Integer> cores = parameters.wholes("cores", List.of(1), 1, 2);
    List<Integer> clients =
        parameters.wholes("clients", List.of(10, 100, 1000), 1, GridPlan.MOST_CLIENTS);
    NamedServer baseline = baseline(parameters);
    List<NamedServer> others = NamedServer.of(parameters, "servers");
    check(parameters, services, sessions, baseline, others);
    GridPlan.Pace pace =
        new GridPlan.Pace(
            rounds(parameters),
            parameters.whole("forks", 1, 1, 100),
            parameters.seconds("seconds", TURN_SECONDS),
            parameters.seconds("warmup", WarmUp.MOST));
    GridPlan.Crowd crowd = crowd(parameters);
    String heap = parameters.one("heap", "512m", ServersUnderTest.HEAPS);
    int loops = parameters.whole("loops", 2, 1, 64);
    List<String> flags = List.of();
    List<Map<String, String>> cases = cases(services, sessions, cores, clients);
    if (scale == Scale.SMOKE) {
      pace = new GridPlan.Pace(2, 1, Duration.ofMillis(50), Duration.ofMillis(50));
      crowd = GridPlan.Crowd.NONE;
      others = others.subList(0, 1);
      cases = cases(services, sessions, cores, List.of(2)).subList(0, 1);
      flags = EachServer.FAST_START;
    }
    return new GridPlan(servers, baseline, others, cases, pace, crowd, heap, loops, flags);
  }

  private static int rounds(Parameters parameters) {
    return parameters.whole("rounds", TurnOptions.ROUNDS_FOR_THE_RECORD, 1, 1000);
  }

  private static GridPlan.Crowd crowd(Parameters parameters) {
    if (!parameters.has("crowd")) {
      return GridPlan.Crowd.NONE;
    }
    Parameters crowd = parameters.part("crowd");
    GridPlan.Crowd read =
        new GridPlan.Crowd(
            crowd.whole("from", 1000, 1, GridPlan.MOST_CLIENTS),
            rounds(crowd),
            crowd.seconds("seconds", TURN_SECONDS));
    crowd.requireAllAsked(Set.of());
    return read;
  }

  private static NamedServer baseline(Parameters parameters) {
    return parameters.has("baseline")
        ? NamedServer.of(parameters, "baseline").getFirst()
        : new NamedServer(NamedServer.VANILLA, NamedServer.VANILLA, Map.of());
  }

  private static void check(
      Parameters parameters,
      List<String> services,
      List<String> sessions,
      NamedServer baseline,
      List<NamedServer> others) {
    if (others.isEmpty()) {
      throw parameters.mistake("servers", "there are no servers; write servers: [virtual, thread]");
    }
    for (String word : sessions) {
      if (!SESSIONS.contains(word)) {
        throw parameters.mistake("sessions", "sessions=" + word + " is none of long, short");
      }
    }
    for (String service : services) {
      ServersUnderTest.requireService(parameters, "services", service);
      baseline.requireServes(service, parameters, "baseline");
      others.forEach(other -> other.requireServes(service, parameters, "servers"));
    }
  }

  private static List<Map<String, String>> cases(
      List<String> services, List<String> sessions, List<Integer> cores, List<Integer> clients) {
    List<Map<String, String>> cases = new ArrayList<>();
    for (String service : services) {
      for (String word : sessions) {
        for (int number : cores) {
          for (int count : clients) {
            Map<String, String> labels = new LinkedHashMap<>();
            labels.put(GridPlan.SERVICE, service);
            labels.put(GridPlan.SESSIONS, word);
            labels.put(GridPlan.CORES, String.valueOf(number));
            labels.put(GridPlan.CLIENTS, String.valueOf(count));
            cases.add(labels);
          }
        }
      }
    }
    return cases;
  }
}
