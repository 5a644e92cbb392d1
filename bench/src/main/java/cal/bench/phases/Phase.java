package cal.bench.phases;

import cal.bench.experiment.Parameters;
import cal.bench.server.NamedServer;
import cal.bench.server.Services;
import cal.cli.load.LoadSpec;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A load that lasts for a while. Immutable.
 *
 * @param name of its case
 * @param service the service that its clients ask for
 * @param clients in a closed loop
 * @param idle connections beside them that had an answer each, and ask for nothing more
 */
record Phase(String name, String service, int clients, int idle) {
  private static final int MOST_IDLE = 10_000;

  /** The list {@code phases} of a file, in its order. */
  static List<Phase> of(Parameters parameters, List<NamedServer> servers) {
    List<Phase> phases = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (Parameters part : parameters.parts("phases", null)) {
      Phase phase =
          new Phase(
              part.text("name"),
              Services.of(part, "service", part.text("service", "upload-64"), servers),
              part.whole("clients", 10, 1, LoadSpec.MAX_CLIENTS),
              part.whole("idle", 0, 0, MOST_IDLE));
      part.requireAllAsked(Set.of());
      if (Services.isOrb(phase.service) || Services.isWeb(phase.service)) {
        throw part.mistake(
            "service", phase.service + " is not of the upload sample; write upload-64 or factor");
      }
      if (!names.add(phase.name)) {
        throw part.mistake("name", phase.name + " is there twice; name it otherwise");
      }
      phases.add(phase);
    }
    if (phases.isEmpty()) {
      throw parameters.mistake(
          "phases", "there are no phases; write phases: [{name: busy, service: factor}]");
    }
    return phases;
  }

  /** With two clients at most and few idle connections. */
  Phase small() {
    return new Phase(name, service, Math.min(clients, 2), Math.min(idle, 20));
  }
}
