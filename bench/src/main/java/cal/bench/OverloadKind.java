package cal.bench;

import cal.bench.experiment.Kind;
import cal.bench.experiment.Parameters;
import cal.bench.experiment.Plan;
import cal.bench.experiment.Scale;
import cal.core.spi.WhenFull;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** More requests than a server can answer, in an open loop, under each full-policy. Stateless. */
final class OverloadKind implements Kind {
  private static final List<String> POLICIES =
      Stream.of(WhenFull.values())
          .map(policy -> policy.name().toLowerCase(Locale.ROOT).replace('_', '-'))
          .toList();

  private final ServersUnderTest servers;

  OverloadKind(ServersUnderTest servers) {
    this.servers = servers;
  }

  @Override
  public String name() {
    return "overload";
  }

  @Override
  public Plan plan(Parameters parameters, Scale scale) {
    String service = parameters.text("service", "factor");
    List<String> policies = parameters.texts("policies", POLICIES);
    List<Double> loads = parameters.numbers("loads", List.of(0.5, 0.9, 1.2, 2.0), 0.1, 10);
    OverloadPlan.Limits limits =
        new OverloadPlan.Limits(
            parameters.whole("max_in_flight", 64, 1, 16_384),
            parameters.whole("clients", 4000, 1, 20_000),
            parameters.seconds("timeout", 2));
    OverloadPlan.Pace pace =
        new OverloadPlan.Pace(
            parameters.whole("rounds", 3, 1, 1000),
            parameters.seconds("warmup", WarmUp.MOST),
            parameters.seconds("look", 1),
            parameters.seconds("calm", 1.5),
            parameters.seconds("seconds", 4),
            parameters.seconds("recovery", 6));
    List<NamedServer> named = NamedServer.of(parameters, "servers");
    check(parameters, service, policies, named);
    List<String> flags = List.of();
    List<Map<String, String>> cases = cases(policies, loads);
    if (scale == Scale.SMOKE) {
      Duration half = Duration.ofMillis(500);
      Duration one = Duration.ofSeconds(1);
      pace = new OverloadPlan.Pace(1, Duration.ofMillis(50), half, half, half, one);
      limits = new OverloadPlan.Limits(limits.inFlight(), limits.clients(), half);
      named = named.subList(0, 1);
      cases = cases.subList(cases.size() - 1, cases.size());
      flags = EachServer.FAST_START;
    }
    return new OverloadPlan(servers, service, named, cases, limits, pace, flags);
  }

  private static void check(
      Parameters parameters, String service, List<String> policies, List<NamedServer> named) {
    if (named.isEmpty()) {
      throw parameters.mistake("servers", "there are no servers; write servers: [virtual, thread]");
    }
    for (String policy : policies) {
      if (!POLICIES.contains(policy)) {
        throw parameters.mistake(
            "policies", "policies=" + policy + " is none of " + String.join(", ", POLICIES));
      }
    }
    ServersUnderTest.requireService(parameters, "service", service);
    named.forEach(server -> server.requireServes(service, parameters, "servers"));
  }

  private static List<Map<String, String>> cases(List<String> policies, List<Double> loads) {
    List<Map<String, String>> cases = new ArrayList<>();
    for (String policy : policies) {
      for (double load : loads) {
        Map<String, String> labels = new LinkedHashMap<>();
        labels.put(OverloadPlan.POLICY, policy);
        labels.put(OverloadPlan.LOAD, String.valueOf(load));
        cases.add(labels);
      }
    }
    return cases;
  }
}
