package cal.bench.kind;

import cal.bench.experiment.Kind;
import cal.bench.experiment.Parameters;
import cal.bench.experiment.Plan;
import cal.bench.experiment.Scale;
import cal.bench.server.Jvms;
import cal.bench.server.NamedServer;
import cal.bench.server.Services;
import cal.bench.tournament.Cases;
import cal.bench.tournament.Offer;
import cal.bench.tournament.Schedule;
import cal.bench.tournament.Turns;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * Servers against a baseline: for each service, kind of sessions, number of cores and of clients,
 * all in turns; in several contests, where a file has some. Stateless.
 */
final class GridKind implements Kind {
  private static final String CONTESTS = "contests";
  private static final List<String> SESSIONS = List.of("long", "short");
  private static final double SLOT_SECONDS = 0.5;

  /** At the smallest scale, so that some ask in a slot. */
  private static final int VISITORS = 20;

  @Override
  public Plan plan(Parameters parameters, Scale scale) {
    boolean smoke = scale == Scale.SMOKE;
    Schedule schedule = Schedule.of(parameters, scale, SLOT_SECONDS);
    Turns turns = Turns.of(parameters, smoke);
    Offer offer = Offer.of(parameters, turns);
    String heap = Jvms.heap(parameters, "512m");
    List<Contest> contests = new ArrayList<>();
    List<Parameters> variants = parameters.variants(CONTESTS);
    for (Parameters variant : smoke && !turns.alone() ? variants.subList(0, 1) : variants) {
      contests.add(contest(variant, turns, smoke));
    }
    Set<String> names = new HashSet<>();
    for (Parameters variant : variants) {
      variant.requireAllAsked(Set.of());
      if (!names.add(variant.text("name", ""))) {
        throw variant.mistake("name", variant.text("name") + " is there twice; name it otherwise");
      }
    }
    if (turns.alone()) {
      requireOneProcess(parameters, contests);
    }
    return new GridPlan(
        contests, schedule, turns, offer, heap, smoke ? Jvms.FAST_START : List.of());
  }

  /** A server that lives through contests is one process, with the services of all of them. */
  private static void requireOneProcess(Parameters parameters, List<Contest> contests) {
    List<NamedServer> servers = new ArrayList<>(List.of(contests.getFirst().baseline()));
    servers.addAll(contests.getFirst().others());
    if (contests.stream().anyMatch(contest -> !contest.hasTheServersOf(contests.getFirst()))) {
      throw parameters.mistake(
          CONTESTS, "servers that live alone are the same in all contests; name them above");
    }
    if (contests.stream().map(one -> one.load().bandwidth() > 0).distinct().count() > 1) {
      throw parameters.mistake(CONTESTS, "all contests have a bandwidth, or none; write 100000");
    }
    requireSame(parameters, "loops", contests, Contest::loops);
    requireSame(parameters, "store", contests, one -> one.load().store());
    requireSame(parameters, "behind", contests, one -> one.load().behind());
    if (servers.getFirst().isAdaptive()) {
      throw parameters.mistake(
          "baseline", "the baseline is to be a model that stays; name adaptive under servers");
    }
    if (contests.stream().flatMap(Contest::services).distinct().count() > 1) {
      if (!contests.getFirst().load().store().isEmpty()) {
        throw parameters.mistake("store", "a store is for one service; leave store or factor out");
      }
      for (NamedServer server : servers) {
        if (!server.isModel() || contests.stream().anyMatch(contest -> !contest.isOfUploads())) {
          throw parameters.mistake(
              "servers",
              server.name()
                  + " cannot have all services in one process; name models, and upload-64"
                  + " or factor");
        }
      }
    }
  }

  private static void requireSame(
      Parameters parameters, String key, List<Contest> contests, Function<Contest, ?> value) {
    List<?> values = contests.stream().map(value).distinct().toList();
    if (values.size() > 1) {
      throw parameters.mistake(
          key,
          "%s differs between contests (%s); servers that live alone start once: write %s above"
              .formatted(key, values, key));
    }
  }

  /** At the smallest scale its first case, with one server beside the baseline. */
  private static Contest contest(Parameters parameters, Turns turns, boolean smoke) {
    String name = parameters.has(CONTESTS) ? parameters.text("name") : "";
    NamedServer baseline = NamedServer.baseline(parameters);
    List<NamedServer> named = NamedServer.of(parameters);
    List<NamedServer> all = new ArrayList<>(List.of(baseline));
    all.addAll(named);
    List<String> services = parameters.texts("services", List.of("upload-80k"));
    services.forEach(service -> Services.of(parameters, "services", service, all));
    List<String> sessions = parameters.texts("sessions", List.of("long"));
    for (String word : sessions) {
      if (!SESSIONS.contains(word)) {
        throw parameters.mistake("sessions", "sessions=" + word + " is none of long, short");
      }
    }
    List<Integer> cores = parameters.wholes("cores", List.of(1), 1, 2);
    List<Integer> clients =
        parameters.wholes(
            "clients",
            List.of(10, 100, 1000),
            1,
            turns.alone() ? GridPlan.MOST_ALONE : GridPlan.MOST_CLIENTS);
    ContestLoad load = ContestLoad.of(parameters, smoke);
    if (load.bandwidth() > 0 && !services.stream().allMatch(Services::isWeb)) {
      throw parameters.mistake("bandwidth", "web servers alone have one; name web-visits, or such");
    }
    List<Map<String, String>> cases =
        Cases.of(
            Map.entry(Contest.LABEL, List.of(name)),
            Map.entry(GridPlan.SERVICE, services),
            Map.entry(GridPlan.SESSIONS, sessions),
            Map.entry(GridPlan.CORES, cores),
            Map.entry(
                GridPlan.CLIENTS,
                smoke ? List.of(load.isThinking() && turns.alone() ? VISITORS : 2) : clients));
    if (name.isEmpty()) {
      cases.forEach(labels -> labels.remove(Contest.LABEL));
    }
    int loops = parameters.whole("loops", 2, 1, 64);
    return Contest.of(baseline, named, cases, load, loops, smoke);
  }
}
