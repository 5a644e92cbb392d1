package cal.bench.overload;

import cal.bench.experiment.Figure;
import cal.bench.experiment.Kind;
import cal.bench.experiment.Parameters;
import cal.bench.experiment.Plan;
import cal.bench.experiment.Scale;
import cal.bench.server.Jvms;
import cal.bench.server.NamedServer;
import cal.bench.server.Services;
import cal.bench.tournament.Cases;
import cal.bench.tournament.Schedule;
import cal.bench.tournament.SlotFigures;
import cal.cli.server.WarmUp;
import cal.core.spi.WhenFull;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * More requests than a server can answer, in an open loop: under each full-policy, and as a server
 * is that nobody has configured. Stateless.
 */
public final class OverloadKind implements Kind {
  static final List<Figure> FIGURES =
      Figure.table(
          """
          offered_per_second
          answers_per_second
          answered_share      | of offered    | right answers, in parts of the offered  | 2 | none
          urgent_share        | of urgent     | the same of urgent clients              | 2 | none
          cpu_seconds_per_1000_answers
          cpu_index
          p50_ms              | p50 ms        | median latency of what was answered, ms | 1 | low
          p99_ms
          refused_per_second  | refused/s     | refused, a second                       | 0 | low
          timeouts_per_second | gave up/s     | without answer in time, a second        | 0 | low
          recovery_s          | recovery s    | until it has recovered, s               | 1 | low
          calm_p99_ms         | p99 ms before | 99th percentile before, ms              | 1 | low
          capacity_per_second
          peak_rss_mb
          threads             | threads       | threads after the load                  | 0 | none
          context_switches_per_answer
          generator_cpu_percent
          """,
          SlotFigures.OF_CONTESTANTS);

  private static final List<String> POLICIES =
      Stream.concat(
              Stream.of(OverloadPlan.AUTO),
              Stream.of(WhenFull.values())
                  .map(policy -> policy.name().toLowerCase(Locale.ROOT).replace('_', '-')))
          .toList();

  private static final List<String> KNOWN =
      Stream.concat(POLICIES.stream(), OverloadPlan.KEEPING.stream()).toList();

  @Override
  public Plan plan(Parameters parameters, Scale scale) {
    String service = parameters.text("service", "factor");
    List<String> policies = parameters.texts("policies", POLICIES);
    for (String policy : policies) {
      if (!KNOWN.contains(policy)) {
        throw parameters.mistake(
            "policies", "policies=" + policy + " is none of " + String.join(", ", KNOWN));
      }
    }
    List<Double> loads = parameters.numbers("loads", List.of(0.5, 0.9, 1.2, 2.0), 0.1, 10);
    OverloadPlan.Limits limits =
        new OverloadPlan.Limits(
            parameters.whole("max_in_flight", 64, 1, 16_384),
            parameters.whole("clients", 4000, 1, 20_000),
            parameters.seconds("timeout", 2));
    Schedule schedule =
        new Schedule(
            Schedule.jvms(parameters, scale),
            parameters.whole("rounds", 1, 1, 1000),
            parameters.seconds("seconds", 4),
            parameters.seconds("warmup", WarmUp.MOST),
            parameters.seconds("look", 1));
    Duration calm = parameters.seconds("calm", 1.5);
    Duration recovery = parameters.seconds("recovery", 6);
    List<NamedServer> named = NamedServer.of(parameters);
    Services.of(parameters, "service", service, named);
    List<String> flags = List.of();
    List<Map<String, String>> cases =
        Cases.of(Map.entry(OverloadPlan.POLICY, policies), Map.entry(OverloadPlan.LOAD, loads));
    if (scale == Scale.SMOKE) {
      Duration half = Duration.ofMillis(500);
      schedule = new Schedule(1, 1, half, Duration.ofMillis(50), half);
      calm = half;
      recovery = Duration.ofSeconds(1);
      limits = new OverloadPlan.Limits(limits.inFlight(), limits.clients(), half);
      named = named.subList(0, 1);
      cases = cases.subList(cases.size() - 1, cases.size());
      flags = Jvms.FAST_START;
    }
    return new OverloadPlan(service, named, cases, limits, schedule, calm, recovery, flags);
  }
}
