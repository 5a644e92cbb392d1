package cal.bench.kind;

import cal.agent.top.RunningServer;
import cal.agent.top.Unreachable;
import cal.bench.experiment.Cell;
import cal.bench.experiment.Figure;
import cal.bench.experiment.Figure.Best;
import cal.bench.experiment.Kind;
import cal.bench.experiment.Listener;
import cal.bench.experiment.Parameters;
import cal.bench.experiment.Plan;
import cal.bench.experiment.Row;
import cal.bench.experiment.Scale;
import cal.bench.server.Services;
import cal.bench.tournament.EachServer;
import cal.cli.load.LoadSession;
import cal.cli.load.LoadSpec;
import cal.cli.load.exchange.Workload;
import cal.cli.load.result.LoadResult;
import cal.cli.process.ProcessFigures;
import cal.cli.server.ServerProcess;
import cal.cli.support.Failure;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Whether a server holds in the end what it held before: clients of every kind at once, for as long
 * as one likes, then none. Stateless.
 */
final class SoakKind implements Kind {
  private static final Duration DRAIN = Duration.ofSeconds(10);

  /** How long a server may take to let go of clients that are gone, in seconds. */
  private static final int MOST_LOOKS = 60;

  /** Looks in a row without a fall. */
  private static final int QUIET_LOOKS = 2;

  private static final Duration SECOND = Duration.ofSeconds(1);

  /** The counts; the JVM's own threads, files and classes differ by some. */
  private static final Map<String, Double> SLACK =
      new TreeMap<>(Map.of("descriptors", 4.0, "threads", 4.0, "heap_mb", 4.0, "in_flight", 0.0));

  @Override
  public Plan plan(Parameters parameters, Scale scale) {
    EachServer each = EachServer.of(parameters, scale, "256m", 1);
    int clients = parameters.whole("clients", 15, 1, LoadSpec.MAX_CLIENTS / 2);
    Duration length = parameters.seconds("length", 60);
    return scale == Scale.SMOKE
        ? new Soak(each, 3, Duration.ofSeconds(1))
        : new Soak(each, clients, length);
  }

  /** A look at the counts. */
  @FunctionalInterface
  interface Look {
    Map<String, Double> counts() throws IOException, InterruptedException;
  }

  /** The counts once none falls any more: clients that are gone take their time to be missed. */
  static Map<String, Double> settled(Look look, Duration pause)
      throws IOException, InterruptedException {
    Map<String, Double> last = look.counts();
    for (int quiet = 0, looks = 1; quiet < QUIET_LOOKS && looks < MOST_LOOKS; looks++) {
      Thread.sleep(pause);
      Map<String, Double> next = look.counts();
      quiet = left(next, last).isEmpty() ? quiet + 1 : 0;
      last = next;
    }
    return last;
  }

  private static Map<String, Double> holdings(ServerProcess server)
      throws IOException, InterruptedException {
    Map<String, Double> holdings = new LinkedHashMap<>();
    holdings.put("in_flight", inFlight(server.pid())); // and opens what looking takes
    ProcessFigures figures = new ProcessFigures(server.pid());
    ProcessFigures.Memory memory = figures.memory();
    holdings.put("descriptors", (double) figures.descriptors());
    holdings.put("threads", (double) memory.threads());
    holdings.put("heap_mb", memory.heap() / 1048576.0);
    return holdings;
  }

  /** As many activities as the stages of the server say that they have. */
  private static double inFlight(long pid) throws IOException {
    try (RunningServer server = RunningServer.of(pid)) {
      return server.look().stages().stream().mapToInt(one -> one.active() + one.queued()).sum();
    } catch (Unreachable reason) {
      throw new Failure(1, reason.getMessage());
    }
  }

  /** The counts that are higher than before, in words. */
  static List<String> left(Map<String, Double> before, Map<String, Double> after) {
    List<String> left = new ArrayList<>();
    SLACK.forEach(
        (what, slack) -> {
          if (after.get(what) > before.get(what) + slack) {
            left.add(
                "%s: %.1f before, %.1f after".formatted(what, before.get(what), after.get(what)));
          }
        });
    return left;
  }

  /** The cases: each server. */
  private record Soak(EachServer each, int clients, Duration length) implements Plan {
    @Override
    public List<Map<String, String>> cases() {
      return each.cases();
    }

    @Override
    public Duration estimate(Map<String, String> labels) {
      return length.plusSeconds(10);
    }

    @Override
    public List<Figure> figures() {
      List<Figure> figures =
          new ArrayList<>(
              Figure.table(
                  """
                  answers | answers | right answers       | 0 | none
                  wrong   | wrong   | wrong answers       | 0 | none
                  parted  | parted  | clients parted from | 0 | none
                  """));
      for (String what : SLACK.keySet()) {
        int decimals = what.equals("heap_mb") ? 1 : 0;
        String words = what.replace('_', ' ');
        for (String when : List.of("before", "after")) {
          String heading = words + " " + when;
          figures.add(new Figure(what + "_" + when, heading, heading, decimals, Best.NONE));
        }
      }
      return figures;
    }

    @Override
    public String heap() {
      return each.jvms().heap();
    }

    @Override
    public String method() {
      return """
      Two crowds of %d clients at once ask for %s: one in a closed loop; one that comes, pipelines, \
      floods, trickles, and leaves half-closed, in mid-request, or by a reset. After a third of %d \
      s all are gone, and what the server holds is counted once no count falls any more: descriptors, \
      threads, live heap, activities in flight. The same again after the rest of the time; what is still more a minute \
      later is a warning. A server has a heap of %s.\
      """
          .formatted(clients, each.service(), length.toSeconds(), each.jvms().heap());
    }

    @Override
    public Cell measure(Map<String, String> labels, Listener listener)
        throws IOException, InterruptedException {
      try (ServerProcess server = each.start(labels)) {
        listener.now("what goes before");
        List<String> warnings = new ArrayList<>();
        drill(server, length.dividedBy(3), warnings);
        Map<String, Double> before = settled(() -> holdings(server), SECOND);
        listener.now("clients of every kind");
        Map<String, Double> figures = drill(server, length.multipliedBy(2).dividedBy(3), warnings);
        listener.now("what is left");
        Map<String, Double> after = holdings(server);
        for (int look = 1; look < MOST_LOOKS && !left(before, after).isEmpty(); look++) {
          Thread.sleep(SECOND);
          after = holdings(server);
        }
        warnings.addAll(left(before, after));
        before.forEach((what, number) -> figures.put(what + "_before", number));
        after.forEach((what, number) -> figures.put(what + "_after", number));
        if (figures.get("wrong") > 0) {
          warnings.add("clients were answered wrongly");
        }
        String complaint = server.stop();
        if (complaint != null) {
          warnings.add("it did not end well: " + complaint);
        }
        return new Cell(labels, List.of(new Row(each.server(labels).name(), figures)), warnings);
      }
    }

    /** Both crowds at once, for some time. */
    private Map<String, Double> drill(ServerProcess server, Duration time, List<String> warnings)
        throws IOException, InterruptedException {
      Workload uploads = Services.workload(each.service());
      RoughClients rough = new RoughClients(server.address(), uploads, clients);
      LoadResult steady;
      try (rough;
          LoadSession session = each.connect(server, clients)) {
        steady = session.round(time, DRAIN);
      }
      Map<String, Double> figures = new LinkedHashMap<>();
      rough.seen().forEach((what, times) -> figures.put(what, (double) times));
      figures.merge("answers", (double) steady.answers() + steady.lateAnswers(), Double::sum);
      figures.merge("wrong", steady.isWrong() ? 1.0 : 0, Double::sum);
      figures.merge("parted", (double) steady.errorCount(), Double::sum);
      if (figures.get("parted") > 0) {
        warnings.add(
            "clients were parted from: steady clients %s, of the others the first by %s"
                .formatted(steady.errors(), rough.reason()));
      }
      return figures;
    }
  }
}
