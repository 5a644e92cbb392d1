package cal.bench;

import cal.bench.experiment.Cell;
import cal.bench.experiment.Chart;
import cal.bench.experiment.Figure;
import cal.bench.experiment.Figure.Best;
import cal.bench.experiment.Kind;
import cal.bench.experiment.Listener;
import cal.bench.experiment.Parameters;
import cal.bench.experiment.Plan;
import cal.bench.experiment.Row;
import cal.bench.experiment.Scale;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a call costs, by JMH, in JVMs that do nothing else. Stateless. */
final class MicroKind implements Kind {
  private static final int WARM_UPS = 5;

  @Override
  public String name() {
    return "micro";
  }

  @Override
  public Plan plan(Parameters parameters, Scale scale) {
    Micro plan =
        new Micro(
            parameters.texts(
                "benchmarks", List.of("direct", "handedOffInPlace", "handWritten", "captured")),
            parameters.whole("forks", 5, 1, 100),
            parameters.whole("iterations", 10, 1, 1000),
            parameters.seconds("seconds", 0.5),
            parameters.seconds("warmup", 5));
    Duration moment = Duration.ofMillis(10);
    return scale == Scale.SMOKE
        ? new Micro(plan.benchmarks().subList(0, 1), 1, 1, moment, moment)
        : plan;
  }

  /** The cases: each benchmark. */
  private record Micro(
      List<String> benchmarks, int forks, int iterations, Duration iteration, Duration warmUp)
      implements Plan {
    @Override
    public List<Map<String, String>> cases() {
      return benchmarks.stream().map(name -> Map.of(Chart.SERVER, name)).toList();
    }

    @Override
    public Duration estimate(Map<String, String> labels) {
      Duration start = Duration.ofMillis(1500);
      return start.plus(warmUp).plus(iteration.multipliedBy(iterations)).multipliedBy(forks);
    }

    @Override
    public List<Figure> figures() {
      return List.of(
          new Figure("ns", "ns", "nanoseconds a call", 1, Best.NONE),
          new Figure("ns_error_99_9", "error", "99.9% error, ns", 1, Best.NONE),
          new Figure("bytes", "bytes", "bytes a call", 0, Best.NONE));
    }

    @Override
    public String baseline() {
      return null;
    }

    @Override
    public String method() {
      return """
      JMH, nanoseconds and bytes a call, all on one thread, JFR off, %d JVMs of %d iterations of %s \
      s. `captured` is a spawned call under a model that runs it at once, `handWritten` an \
      `execute` of the same on an executor that runs it at once; `handedOffInPlace` is a hand-off \
      to a stage without a model of its own, `direct` the same call, not captured. The error is \
      that of JMH, 99.9%%.\
      """
          .formatted(forks, iterations, iteration.toMillis() / 1000.0);
    }

    @Override
    public Cell measure(Map<String, String> labels, Listener listener)
        throws IOException, InterruptedException {
      String benchmark = labels.get(Chart.SERVER);
      List<String> arguments =
          List.of(
              "cal.bench.micro.CaptureBenchmark." + benchmark + "$",
              "-f",
              "" + forks,
              "-i",
              "" + iterations,
              "-r",
              Jmh.millis(iteration),
              "-wi",
              "" + WARM_UPS,
              "-w",
              Jmh.millis(warmUp.dividedBy(WARM_UPS)));
      List<JsonNode> results =
          Jmh.run(Cores.serversIfPinned(1), List.of("-Dcal.model=inline"), arguments);
      Map<String, Double> figures = new LinkedHashMap<>();
      figures.put("ns", results.getFirst().at("/primaryMetric/score").asDouble());
      figures.put("ns_error_99_9", results.getFirst().at("/primaryMetric/scoreError").asDouble());
      figures.put("bytes", Jmh.bytesPerCall(results.getFirst()));
      return new Cell(labels, List.of(new Row(benchmark, figures)), List.of());
    }
  }
}
