package cal.bench;

import cal.bench.experiment.Chart;
import cal.bench.experiment.Parameters;
import cal.bench.experiment.Scale;
import cal.bench.load.LoadSession;
import cal.bench.load.LoadSpec;
import cal.bench.load.Sessions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * What experiments have in common whose cases are a server each. Immutable.
 *
 * @param jvms how servers are started
 * @param servers which
 * @param service what is asked for
 * @param loops event loops of those that have a number of them
 * @param turns how long
 * @param flags more flags of each JVM
 */
record EachServer(
    ServersUnderTest jvms,
    List<NamedServer> servers,
    String service,
    int loops,
    Turns turns,
    List<String> flags) {
  /** Flags that start a JVM sooner. */
  static final List<String> FAST_START = List.of("-XX:TieredStopAtLevel=1");

  /** A heap whose collections give back what they have freed, so that memory says what is used. */
  static final List<String> SMALL_HEAP =
      List.of("-Xms16m", "-Xmn8m", "-XX:MinHeapFreeRatio=5", "-XX:MaxHeapFreeRatio=10");

  static EachServer of(
      Parameters parameters, Scale scale, ServersUnderTest jvms, String heap, int cores) {
    List<NamedServer> servers = NamedServer.of(parameters, "servers");
    if (servers.isEmpty()) {
      throw parameters.mistake("servers", "there are no servers; write servers: [virtual, nio]");
    }
    String service = parameters.text("service", "upload-64");
    ServersUnderTest.requireService(parameters, "service", service);
    for (NamedServer server : servers) {
      server.requireServes(service, parameters, "servers");
    }
    boolean smoke = scale == Scale.SMOKE;
    return new EachServer(
        jvms.with(
            parameters.one("heap", heap, ServersUnderTest.HEAPS),
            parameters.whole("cores", cores, 1, 2)),
        smoke ? servers.subList(0, 1) : servers,
        service,
        parameters.whole("loops", 1, 1, 64),
        Turns.of(parameters, scale),
        smoke ? FAST_START : List.of());
  }

  /** The label of a case, whose value is the server. */
  Map<String, String> labels(NamedServer server) {
    Map<String, String> labels = new LinkedHashMap<>();
    labels.put(Chart.SERVER, server.name());
    return labels;
  }

  List<Map<String, String>> cases() {
    return servers.stream().map(this::labels).toList();
  }

  NamedServer server(Map<String, String> labels) {
    return servers.stream()
        .filter(server -> server.name().equals(labels.get(Chart.SERVER)))
        .findFirst()
        .orElseThrow();
  }

  ServerProcess start(Map<String, String> labels) throws InterruptedException {
    return ServerProcess.start(server(labels).command(jvms, service, loops, flags));
  }

  LoadSession connect(ServerProcess server, int clients) throws IOException, InterruptedException {
    LoadSpec load =
        new LoadSpec(server.address(), ServersUnderTest.workload(service), Sessions.LONG, clients);
    return LoadSession.open(load, OptionalLong.of(server.pid()));
  }

  EachServer withFlags(List<String> more) {
    List<String> all = new ArrayList<>(flags);
    all.addAll(more);
    return new EachServer(jvms, servers, service, loops, turns, List.copyOf(all));
  }
}
