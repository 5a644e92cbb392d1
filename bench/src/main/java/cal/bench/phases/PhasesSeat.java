package cal.bench.phases;

import cal.bench.process.ContextSwitches;
import cal.bench.server.NamedServer;
import cal.bench.server.Services;
import cal.bench.tournament.Contestant;
import cal.bench.tournament.Slot;
import cal.cli.load.LoadResult;
import cal.cli.load.LoadSession;
import cal.cli.load.LoadSpec;
import cal.cli.load.Sessions;
import cal.cli.process.ProcessFigures;
import cal.cli.server.ServerProcess;
import cal.cli.server.WarmUp;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** One server, in one JVM after the other, and what it was in each phase. For one thread. */
final class PhasesSeat {
  private static final Duration DRAIN = Duration.ofSeconds(10);

  /** Ends the reason of a change that the server has made itself. */
  private static final String CHANGED = "(adaptive: ";

  private final NamedServer server;
  private final PhasesPlan plan;
  private final List<Contestant> contestants;
  private final List<List<String>> changes;

  PhasesSeat(NamedServer server, PhasesPlan plan) {
    this.server = server;
    this.plan = plan;
    contestants = Stream.generate(Contestant::new).limit(plan.phases().size()).toList();
    changes = Stream.<List<String>>generate(ArrayList::new).limit(plan.phases().size()).toList();
  }

  NamedServer server() {
    return server;
  }

  /** Its results in a phase. */
  Contestant contestant(int phase) {
    return contestants.get(phase);
  }

  /** The lines in which it has said, in a phase, that it has changed its model. */
  List<String> changes(int phase) {
    return changes.get(phase);
  }

  /** Lives through all phases, as often as there are rounds. */
  void live(int jvm) throws IOException, InterruptedException {
    try (ServerProcess process = ServerProcess.start(plan.command(server))) {
      warmUp(process);
      for (int round = 0; round < plan.schedule().rounds(); round++) {
        for (int i = 0; i < contestants.size(); i++) {
          live(plan.phases().get(i), process, jvm, contestants.get(i));
          process.takeComplaints().stream()
              .filter(line -> line.contains(CHANGED))
              .forEach(changes.get(i)::add);
        }
      }
    }
  }

  /** By few clients of each service. */
  private void warmUp(ServerProcess process) throws IOException, InterruptedException {
    List<String> services = plan.services();
    Duration each = plan.schedule().warmUp().dividedBy(services.size());
    for (String service : services) {
      WarmUp.byFew(process, load(process, service, WarmUp.FEW), each);
    }
    process.takeComplaints();
  }

  private void live(Phase phase, ServerProcess process, int jvm, Contestant contestant)
      throws IOException, InterruptedException {
    if (phase.idle() == 0) {
      measure(phase, process, jvm, contestant);
      return;
    }
    try (LoadSession idle = open(process, phase.service(), phase.idle())) {
      contestant.addErrors(idle.round(PhasesPlan.everybody(phase), DRAIN));
      measure(phase, process, jvm, contestant);
      contestant.addErrors(idle.round(PhasesPlan.everybody(phase), DRAIN));
    }
  }

  private void measure(Phase phase, ServerProcess process, int jvm, Contestant contestant)
      throws IOException, InterruptedException {
    try (LoadSession busy = open(process, phase.service(), phase.clients())) {
      busy.warmUp(plan.settle());
      Long before = ContextSwitches.now();
      LoadResult result = busy.round(plan.schedule().slot(), DRAIN);
      contestant.add(new Slot(jvm, result, ContextSwitches.since(before)));
      contestant.addErrors(result);
      contestant.addAnswers(busy.answersByClient());
      ProcessFigures figures = new ProcessFigures(process.pid());
      contestant.addThreads(figures.threads());
      contestant.addMemory(figures.peakResident());
    }
  }

  private static LoadSession open(ServerProcess process, String service, int clients)
      throws IOException, InterruptedException {
    return LoadSession.open(load(process, service, clients), OptionalLong.of(process.pid()));
  }

  private static LoadSpec load(ServerProcess process, String service, int clients) {
    return new LoadSpec(
        process.address(Services.protocol(service)),
        Services.workload(service),
        Sessions.LONG,
        clients);
  }
}
