package cal.bench.overload;

import cal.bench.experiment.Median;
import cal.bench.process.ContextSwitches;
import cal.bench.tournament.PhasedClients;
import cal.bench.tournament.SlotFigures;
import cal.cli.load.LoadSession;
import cal.cli.load.LoadSpec;
import cal.cli.load.Pace;
import cal.cli.load.result.ErrorKind;
import cal.cli.load.result.LoadResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Clients that ask for more than a server can do, and then for less again, in an open loop. Nobody
 * is connected between slots. Confined to a thread.
 */
final class Overload implements PhasedClients {
  static final String SHARE = "answered_share";
  static final String RECOVERY = "recovery_s";
  static final String CALM_P99 = "calm_p99_ms";

  /** For a client, or request, of the higher rank there are so many in all. */
  static final int OTHERS = 10;

  /** A server that parts from a client without an answer has refused it. */
  private static final Set<ErrorKind> REFUSALS =
      EnumSet.of(ErrorKind.CLOSED, ErrorKind.RESET, ErrorKind.REFUSED, ErrorKind.CONNECT_REFUSED);

  private static final Set<ErrorKind> NO_TIME =
      EnumSet.of(ErrorKind.TIMEOUT, ErrorKind.CONNECT_FAILED);

  private static final Duration SLICE = Duration.ofMillis(500);
  private static final Duration DRAIN = Duration.ofSeconds(5);
  private static final Duration AT_ONCE = Duration.ofMillis(1);
  private static final long SEED = 1;

  private final LoadSpec open;
  private final LoadSpec urgent;
  private final double load;
  private final double calmLoad;
  private final Times times;
  private final OptionalLong pid;
  private final Map<String, Double> figures = new LinkedHashMap<>();
  private final List<LoadResult> others = new ArrayList<>();
  private Long switches;

  /**
   * The times of the phases, but for the one that counts. Immutable.
   *
   * @param calm before the load
   * @param settling the load, until it is measured
   * @param most the longest time afterwards, until the server has recovered; and before the calm,
   *     until all are answered
   */
  record Times(Duration calm, Duration settling, Duration most) {}

  /**
   * Clients of a server's process.
   *
   * @param open clients for the open loop, as many as may wait for an answer at a time
   * @param urgent clients of a higher rank, with a tenth of the load; null for none
   * @param load arriving requests a second
   * @param calmLoad requests a second before and after
   */
  Overload(
      LoadSpec open, LoadSpec urgent, double load, double calmLoad, Times times, OptionalLong pid) {
    this.open = open;
    this.urgent = urgent;
    this.load = load;
    this.calmLoad = calmLoad;
    this.times = times;
    this.pid = pid;
  }

  /** At the end nobody waits for an answer any more. */
  @Override
  public LoadResult slot(Duration loaded) throws InterruptedException {
    figures.clear();
    others.clear();
    double part = urgent == null ? 0 : 1.0 / OTHERS;
    try (LoadSession beside = urgent == null ? null : connect(urgent, part * calmLoad);
        LoadSession session = connect(open, (1 - part) * calmLoad)) {
      urgentAnswers(beside); // and goes on from now on
      untilCalm(session);
      List<LoadResult> calm = new ArrayList<>();
      for (Duration at = Duration.ZERO; at.compareTo(times.calm()) < 0; at = at.plus(SLICE)) {
        calm.add(other(session.slice(SLICE)));
      }
      double before = Median.of(calm, LoadResult::p99Millis);
      arrive(session, beside, part, load);
      other(session.slice(times.settling()));
      Long switchesBefore = ContextSwitches.now();
      urgentAnswers(beside);
      LoadResult result = session.slice(loaded);
      double urgentAnswers = urgentAnswers(beside) / result.seconds();
      switches = ContextSwitches.since(switchesBefore);
      arrive(session, beside, part, calmLoad);
      double recovery = recovery(session, before);
      if (beside != null) {
        beside.round(AT_ONCE, DRAIN);
        figures.put("urgent_share", urgentAnswers * OTHERS / load);
      }
      other(session.round(AT_ONCE, DRAIN));
      double answers = result.answersPerSecond() + urgentAnswers;
      figures.put(SlotFigures.ANSWERS, answers);
      figures.put(SHARE, answers / load);
      figures.put("refused_per_second", aSecond(result, REFUSALS));
      figures.put("timeouts_per_second", aSecond(result, NO_TIME));
      figures.put(RECOVERY, recovery);
      figures.put(CALM_P99, before);
      return result;
    }
  }

  private LoadSession connect(LoadSpec spec, double rate) throws InterruptedException {
    try {
      return LoadSession.open(spec.at(new Pace.Arriving(rate, SEED)), pid);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void arrive(LoadSession session, LoadSession beside, double part, double rate) {
    session.arrive((1 - part) * rate);
    if (beside != null) {
      beside.arrive(part * rate);
    }
  }

  /** Since they were asked for last; none without urgent clients. */
  private static long urgentAnswers(LoadSession beside) throws InterruptedException {
    return beside == null ? 0 : beside.slice(AT_ONCE).answers();
  }

  /** A backlog of gone clients may be left of an earlier slot: no calm yet. */
  private void untilCalm(LoadSession session) throws InterruptedException {
    boolean calm = false;
    for (Duration at = Duration.ZERO;
        !calm && at.compareTo(times.most()) < 0;
        at = at.plus(SLICE)) {
      LoadResult slice = other(session.slice(SLICE));
      calm = slice.answers() > 0 && slice.errorCount() == 0;
    }
  }

  /**
   * Seconds until all requests were answered and latencies were again at most {@value
   * Recovery#ALIKE} times the former; infinite if not in time, or unknown.
   */
  private double recovery(LoadSession session, double before) throws InterruptedException {
    Recovery recovery = new Recovery(before, SLICE);
    while (recovery.begun().compareTo(times.most()) < 0) {
      LoadResult slice = other(session.slice(SLICE));
      if (recovery.isOver(slice.p99Millis(), slice.errorCount())) {
        return recovery.begun().toMillis() / 1000.0;
      }
    }
    return Double.POSITIVE_INFINITY;
  }

  private static double aSecond(LoadResult loaded, Set<ErrorKind> kinds) {
    return kinds.stream().mapToLong(kind -> loaded.errors().getOrDefault(kind, 0L)).sum()
        / loaded.seconds();
  }

  private LoadResult other(LoadResult result) {
    others.add(result);
    return result;
  }

  @Override
  public Map<String, Double> figures() {
    return figures;
  }

  @Override
  public List<LoadResult> others() {
    return others;
  }

  @Override
  public Long switches() {
    return switches;
  }

  @Override
  public LoadResult round(Duration window, Duration drain) throws InterruptedException {
    return slot(window);
  }

  /** None: requests are dealt out to whoever is free. */
  @Override
  public long[] answersByClient() {
    return new long[0];
  }

  @Override
  public void close() {}
}
