package cal.bench.kind;

import cal.bench.server.Jvms;
import cal.bench.server.NamedServer;
import cal.bench.server.ServerCommands;
import cal.bench.tournament.Layers;
import java.util.ArrayList;
import java.util.List;

/**
 * How the servers of a contest are started. Immutable.
 *
 * @param services that one JVM of a server has
 * @param alone whether servers live alone, with their own limits of time
 * @param flags more flags of each JVM
 */
record ServerStarts(
    Contest contest, Jvms jvms, List<String> services, boolean alone, List<String> flags) {
  /** Whether a server has a listener for each service. */
  boolean isOfEvery() {
    return services.size() > 1;
  }

  /** How a server is started. */
  Layers.Starting of(NamedServer server) {
    String store = contest.load().store();
    String behind = contest.load().behind();
    if (isOfEvery()) {
      return () -> Layers.start(server.everyCommand(jvms, contest.loops(), flags));
    }
    List<String> command = command(server);
    if (behind.isEmpty()) {
      List<String> own = store.isEmpty() ? command : withStore(command, store + ":memory");
      return () -> Layers.start(own);
    }
    List<String> last =
        ServerCommands.upload(
            jvms.javaBesideClients(System.getProperty("java.class.path"), flags),
            "thread",
            behind + ":memory");
    return () -> Layers.start(port -> withStore(command, store + ":relay:127.0.0.1:" + port), last);
  }

  private List<String> command(NamedServer server) {
    String service = services.getFirst();
    return alone
        ? server.command(jvms, service, contest.loops(), flags)
        : server.patientCommand(jvms, service, contest.loops(), flags);
  }

  private static List<String> withStore(List<String> command, String store) {
    List<String> words = new ArrayList<>(command);
    words.replaceAll(word -> word.equals(ServerCommands.MEMORY) ? store : word);
    return words;
  }
}
