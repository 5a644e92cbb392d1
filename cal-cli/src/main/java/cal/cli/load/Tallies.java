package cal.cli.load;

import cal.cli.load.result.ErrorKind;
import cal.cli.load.result.Fairness;
import cal.cli.load.result.Latency;
import cal.cli.load.result.LoadResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/** Puts together all loops' counts of a round. Confined to a thread. */
final class Tallies {
  private final LoadSpec spec;
  private final Duration window;
  private final Collection<Tally> round;
  private final Map<ErrorKind, Long> errors = new EnumMap<>(ErrorKind.class);
  private final List<String> warnings = new ArrayList<>();

  Tallies(LoadSpec spec, Duration window, Collection<Tally> round, Collection<Tally> warmUps) {
    this.spec = spec;
    this.window = window;
    this.round = round;
    List<Tally> all = Stream.concat(warmUps.stream(), round.stream()).toList();
    all.forEach(tally -> tally.errors.forEach((k, n) -> errors.merge(k, n, Long::sum)));
    all.stream()
        .map(tally -> tally.firstMistake)
        .filter(Objects::nonNull)
        .findFirst()
        .ifPresent(mistake -> warnings.add("first error: " + mistake));
  }

  LoadResult with(ServerClock clock) {
    Double cpu = clock.seconds();
    Double others = clock.othersShare();
    long answers = round.stream().mapToLong(tally -> tally.answers).sum();
    long late = round.stream().mapToLong(tally -> tally.lateAnswers).sum();
    long[] perClient =
        round.stream().flatMapToLong(tally -> LongStream.of(tally.perClient)).toArray();
    int served = (int) LongStream.of(perClient).filter(count -> count > 0).count();
    double share = round.stream().mapToDouble(tally -> tally.cpuShare).max().orElse(0);
    double seconds = window.toNanos() / 1e9;
    if (answers == 0) {
      accountForSilence();
    }
    if (errors.keySet().equals(EnumSet.of(ErrorKind.CONNECT_REFUSED)) && answers == 0) {
      warnings.add("no client could connect; start the server first, or name its --port");
    } else {
      warn(served, share, others, cpu);
    }
    return new LoadResult(
        spec.workload().service(),
        spec.sessions(),
        spec.server().getHostString() + ":" + spec.server().getPort(),
        spec.workload().requestBytes(),
        spec.clients(),
        served,
        seconds,
        answers,
        late,
        answers / seconds,
        latency(tally -> tally.latencyMicros),
        latency(tally -> tally.connectMicros),
        latency(tally -> tally.firstByteMicros),
        round.stream().mapToLong(tally -> tally.bytes).sum() * 8 / seconds / 1e6,
        Fairness.of(perClient),
        errors,
        clock.pid(),
        cpu,
        cpu == null || answers + late == 0 ? null : cpu * 1000 / (answers + late),
        share,
        others,
        warnings);
  }

  /** Nobody got an answer: then the waiting clients have waited in vain. */
  private void accountForSilence() {
    long unanswered = round.stream().mapToLong(tally -> tally.unanswered).sum();
    if (unanswered > 0) {
      errors.merge(ErrorKind.TIMEOUT, unanswered, Long::sum);
    }
  }

  private void warn(int served, double share, Double others, Double cpu) {
    boolean closed = !(spec.pace() instanceof Pace.Arriving);
    if (closed && served > 0 && served < spec.clients()) {
      warnings.add(
          served + " of " + spec.clients() + " clients served, the others waited for their turn");
    }
    if (share >= LoadResult.BUSY) {
      warnings.add(
          "the load generator took %.0f%% of its core, so it may be what limits the figures; add --threads"
              .formatted(share * 100));
    }
    if (others != null && others > LoadResult.DISTURBED) {
      warnings.add(
          "something else took %.0f%% of the server's core(s), so the figures say less than they seem to; end it, and measure again"
              .formatted(others * 100));
    }
    if (cpu == null) {
      warnings.add("no CPU time of the server: its process is unknown; name it by --pid");
    }
  }

  private Latency latency(Function<Tally, Histogram> of) {
    Histogram all = new Histogram(3);
    round.forEach(tally -> all.add(of.apply(tally)));
    return Latency.of(all);
  }
}
