package cal.bench.overload;

import cal.bench.experiment.Median;
import cal.bench.process.ContextSwitches;
import cal.cli.load.LoadSession;
import cal.cli.load.LoadSpec;
import cal.cli.load.Pace;
import cal.cli.load.result.ErrorKind;
import cal.cli.load.result.LoadResult;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Asks for more than a server can do, and then for less again, in an open loop. Confined to a
 * thread.
 *
 * @param open clients for the open loop, as many as may wait for an answer at a time
 * @param urgent clients of a higher rank, with a tenth of the load; null for none
 * @param load arriving requests a second
 * @param calmLoad requests a second before and after
 * @param times of the parts
 */
record Overload(LoadSpec open, LoadSpec urgent, double load, double calmLoad, Times times) {
  /** For a client, or request, of the higher rank there are so many in all. */
  static final int OTHERS = 10;

  private static final Duration AT_ONCE = Duration.ofMillis(1);

  private static final Duration SLICE = Duration.ofMillis(500);
  private static final Duration DRAIN = Duration.ofSeconds(5);
  private static final Duration NO_TIME = Duration.ofMillis(1);
  private static final long SEED = 1;

  /**
   * The times of the parts. Immutable.
   *
   * @param calm before the load
   * @param settling the load, until it is measured
   * @param loaded the load while it is measured
   * @param most the longest time afterwards, until the server has recovered; and before the calm,
   *     until all are answered
   */
  record Times(Duration calm, Duration settling, Duration loaded, Duration most) {}

  /**
   * The figures seen. Immutable.
   *
   * @param calmP99Micros latency before the load, the median over half seconds; infinite without an
   *     answer
   * @param loaded the load, once it has settled
   * @param urgentAnswers of urgent clients meanwhile; null without any
   * @param switches context switches of the machine meanwhile; null if unknown
   * @param recoverySeconds until all requests were answered and latencies were again at most
   *     {@value Recovery#ALIKE} times the former; null if not in time, or unknown
   * @param errors of all parts
   */
  record Seen(
      double calmP99Micros,
      LoadResult loaded,
      Long urgentAnswers,
      Long switches,
      Double recoverySeconds,
      Map<ErrorKind, Long> errors) {}

  /** A slot; at the end nobody waits for an answer any more. */
  Seen measure(OptionalLong pid) throws IOException, InterruptedException {
    double part = urgent == null ? 0 : 1.0 / OTHERS;
    try (LoadSession beside = urgent == null ? null : open(urgent, part * calmLoad, pid);
        LoadSession session = open(open, (1 - part) * calmLoad, pid)) {
      slice(beside); // and goes on from now on
      Map<ErrorKind, Long> errors = new EnumMap<>(ErrorKind.class);
      untilCalm(session, errors);
      List<LoadResult> calm = new ArrayList<>();
      for (Duration at = Duration.ZERO; at.compareTo(times.calm()) < 0; at = at.plus(SLICE)) {
        calm.add(count(session.slice(SLICE), errors));
      }
      double before = Median.of(calm, Overload::p99);
      arrive(session, beside, part, load);
      count(session.slice(times.settling()), errors);
      Long switchesBefore = ContextSwitches.now();
      slice(beside);
      LoadResult loaded = count(session.slice(times.loaded()), errors);
      Long urgentAnswers = slice(beside);
      Long switches = ContextSwitches.since(switchesBefore);
      arrive(session, beside, part, calmLoad);
      Double recovery = recovery(session, before, errors);
      if (beside != null) {
        beside.round(NO_TIME, DRAIN);
      }
      count(session.round(NO_TIME, DRAIN), errors);
      return new Seen(before, loaded, urgentAnswers, switches, recovery, errors);
    }
  }

  private static LoadSession open(LoadSpec spec, double rate, OptionalLong pid)
      throws IOException, InterruptedException {
    return LoadSession.open(spec.at(new Pace.Arriving(rate, SEED)), pid);
  }

  private static void arrive(LoadSession session, LoadSession beside, double part, double rate) {
    session.arrive((1 - part) * rate);
    if (beside != null) {
      beside.arrive(part * rate);
    }
  }

  /** The answers since the last slice, for all that time; null without clients. */
  private static Long slice(LoadSession beside) throws InterruptedException {
    return beside == null ? null : beside.slice(AT_ONCE).answers();
  }

  /** A backlog of gone clients may be left of an earlier slot: no calm yet. */
  private void untilCalm(LoadSession session, Map<ErrorKind, Long> errors)
      throws InterruptedException {
    boolean calm = false;
    for (Duration at = Duration.ZERO;
        !calm && at.compareTo(times.most()) < 0;
        at = at.plus(SLICE)) {
      LoadResult slice = count(session.slice(SLICE), errors);
      calm = slice.answers() > 0 && slice.errorCount() == 0;
    }
  }

  private Double recovery(LoadSession session, double before, Map<ErrorKind, Long> errors)
      throws InterruptedException {
    Recovery recovery = new Recovery(before, SLICE);
    while (recovery.begun().compareTo(times.most()) < 0) {
      LoadResult slice = count(session.slice(SLICE), errors);
      if (recovery.isOver(p99(slice), slice.errorCount())) {
        return recovery.begun().toMillis() / 1000.0;
      }
    }
    return null;
  }

  private static LoadResult count(LoadResult result, Map<ErrorKind, Long> errors) {
    result.errors().forEach((kind, number) -> errors.merge(kind, number, Long::sum));
    return result;
  }

  /** Where nobody was answered, latency has no end. */
  private static double p99(LoadResult result) {
    return result.latency() == null ? Double.POSITIVE_INFINITY : result.latency().p99Micros();
  }
}
