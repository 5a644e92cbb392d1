package cal.bench.layered;

import cal.bench.experiment.Kind;
import cal.bench.experiment.Parameters;
import cal.bench.experiment.Plan;
import cal.bench.experiment.Scale;
import cal.bench.server.Jvms;
import cal.bench.tournament.Cases;
import cal.bench.tournament.Schedule;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * The ACE study of threaded servers: a mid-level server in front of a low-level one, under several
 * models, with clients that think. Stateless.
 */
public final class LayeredKind implements Kind {
  private static final int MOST_CLIENTS = 10_000;

  @Override
  public Plan plan(Parameters parameters, Scale scale) {
    List<Integer> services = parameters.wholes("service_ms", List.of(10), 1, 10_000);
    List<Integer> messages = parameters.wholes("message_bytes", List.of(4), 0, 1 << 20);
    List<Integer> clients = parameters.wholes("clients", List.of(1, 25), 1, MOST_CLIENTS);
    LayeredPlan.Work work =
        new LayeredPlan.Work(
            parameters.one("mid", "compute", List.of("compute", "wait")),
            parameters.one("low", "disk", List.of("disk", "wait")),
            Duration.ofMillis(parameters.whole("think_ms", 100, 1, 60_000)));
    LayeredPlan.Pace pace =
        new LayeredPlan.Pace(
            Schedule.jvms(parameters, scale),
            parameters.whole("rounds", 3, 1, 100),
            parameters.seconds("seconds", 3),
            parameters.whole("answers", 100, 1, 100_000));
    List<MidLevel> mids = MidLevel.of(parameters, "servers");
    if (mids.isEmpty()) {
      throw parameters.mistake(
          "servers", "there are no servers; write servers: [{name: NAME, model: MODEL}]");
    }
    String baseline =
        parameters.one(
            "baseline", mids.getFirst().name(), mids.stream().map(MidLevel::name).toList());
    String published = parameters.text("published", "");
    List<String> flags = List.of();
    List<Map<String, String>> cases = cases(services, messages, clients);
    if (scale == Scale.SMOKE) {
      cases = cases(List.of(2), messages.subList(0, 1), List.of(2));
      mids = mids.stream().filter(mid -> mid.name().equals(baseline)).toList();
      pace = new LayeredPlan.Pace(1, 1, Duration.ofMillis(300), 1);
      flags = Jvms.FAST_START;
    }
    return new LayeredPlan(mids, baseline, cases, work, pace, published, flags);
  }

  private static List<Map<String, String>> cases(
      List<Integer> services, List<Integer> messages, List<Integer> clients) {
    return Cases.of(
        Map.entry(LayeredPlan.SERVICE, services),
        Map.entry(LayeredPlan.MESSAGE, messages),
        Map.entry(LayeredPlan.CLIENTS, clients));
  }
}
