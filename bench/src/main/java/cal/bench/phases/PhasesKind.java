package cal.bench.phases;

import cal.bench.experiment.Kind;
import cal.bench.experiment.Parameters;
import cal.bench.experiment.Plan;
import cal.bench.experiment.Scale;
import cal.bench.server.Jvms;
import cal.bench.server.NamedServer;
import cal.bench.tournament.Schedule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Servers that live through a list of loads, one after the other: a time after each change they are
 * measured. Those that follow the load are set beside the best and the worst of those that do not.
 * Stateless.
 */
public final class PhasesKind implements Kind {
  private static final Duration SMOKE_SETTLE = Duration.ofMillis(50);

  @Override
  public Plan plan(Parameters parameters, Scale scale) {
    NamedServer baseline = NamedServer.baseline(parameters);
    List<NamedServer> others = NamedServer.of(parameters);
    List<NamedServer> all = new ArrayList<>(List.of(baseline));
    all.addAll(others);
    for (NamedServer server : all) {
      if (!server.isModel() || server.runs().equals("sequential")) {
        throw parameters.mistake(
            server.equals(baseline) ? "baseline" : "servers",
            server.runs() + " cannot serve all phases side by side; name a model, as virtual");
      }
    }
    if (baseline.isAdaptive()) {
      throw parameters.mistake(
          "baseline", "the baseline is to be a model that stays; name adaptive under servers");
    }
    List<Phase> phases = Phase.of(parameters, all);
    Schedule schedule = Schedule.of(parameters, scale, 1.5);
    Duration settle = parameters.seconds("settle", 2);
    Jvms jvms = new Jvms(Jvms.heap(parameters, "512m"), parameters.whole("cores", 1, 1, 2));
    int loops = parameters.whole("loops", 1, 1, 64);
    if (scale == Scale.SMOKE) {
      return new PhasesPlan(
          List.of(baseline, others.getLast()),
          phases.stream().map(Phase::small).toList(),
          new Schedule(1, 1, schedule.slot(), schedule.warmUp()),
          SMOKE_SETTLE,
          jvms,
          loops,
          Jvms.FAST_START);
    }
    return new PhasesPlan(all, phases, schedule, settle, jvms, loops, List.of());
  }
}
