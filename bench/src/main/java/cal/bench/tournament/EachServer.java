package cal.bench.tournament;

import cal.bench.experiment.Chart;
import cal.bench.experiment.Parameters;
import cal.bench.experiment.Scale;
import cal.bench.server.Jvms;
import cal.bench.server.NamedServer;
import cal.bench.server.Services;
import cal.cli.load.LoadSession;
import cal.cli.load.LoadSpec;
import cal.cli.load.result.Sessions;
import cal.cli.server.ServerProcess;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * The common parameters of experiments whose cases are a server each. Immutable.
 *
 * @param jvms how servers are started
 * @param servers which
 * @param service the service that clients ask for
 * @param loops event loops of those that have a number of them
 * @param schedule how long
 * @param flags more flags of each JVM
 */
public record EachServer(
    Jvms jvms,
    List<NamedServer> servers,
    String service,
    int loops,
    Schedule schedule,
    List<String> flags) {
  public static EachServer of(Parameters parameters, Scale scale, String heap, int cores) {
    List<NamedServer> servers = NamedServer.of(parameters);
    boolean smoke = scale == Scale.SMOKE;
    return new EachServer(
        new Jvms(Jvms.heap(parameters, heap), parameters.whole("cores", cores, 1, 2)),
        smoke ? servers.subList(0, 1) : servers,
        Services.of(parameters, "service", parameters.text("service", "upload-64"), servers),
        parameters.whole("loops", 1, 1, 64),
        Schedule.of(parameters, scale, 1),
        smoke ? Jvms.FAST_START : List.of());
  }

  /** How long is measured, and in which heap, in words. */
  public String text() {
    return schedule.text() + ", with heaps of " + jvms.heap();
  }

  /** The label of a case, whose value is the server. */
  public Map<String, String> labels(NamedServer server) {
    Map<String, String> labels = new LinkedHashMap<>();
    labels.put(Chart.SERVER, server.name());
    return labels;
  }

  public List<Map<String, String>> cases() {
    return servers.stream().map(this::labels).toList();
  }

  public NamedServer server(Map<String, String> labels) {
    return servers.stream()
        .filter(server -> server.name().equals(labels.get(Chart.SERVER)))
        .findFirst()
        .orElseThrow();
  }

  public ServerProcess start(Map<String, String> labels) throws InterruptedException {
    return ServerProcess.start(server(labels).command(jvms, service, loops, flags));
  }

  /** Starts one that lets a connection be idle for an hour. */
  public ServerProcess startPatient(Map<String, String> labels) throws InterruptedException {
    return ServerProcess.start(server(labels).patientCommand(jvms, service, loops, flags));
  }

  public LoadSession connect(ServerProcess server, int clients)
      throws IOException, InterruptedException {
    LoadSpec load =
        new LoadSpec(server.address(), Services.workload(service), Sessions.LONG, clients);
    return LoadSession.open(load, OptionalLong.of(server.pid()));
  }

  public EachServer withFlags(List<String> more) {
    List<String> all = new ArrayList<>(flags);
    all.addAll(more);
    return new EachServer(jvms, servers, service, loops, schedule, List.copyOf(all));
  }
}
