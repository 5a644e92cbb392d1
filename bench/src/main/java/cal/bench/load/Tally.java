package cal.bench.load;

import java.util.EnumMap;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * The counts of one loop in one round. Written by its loop only; the round's end publishes it.
 *
 * <p>Latencies are kept in microseconds to three significant digits, up to one hour.
 */
final class Tally {
  private static final long HIGHEST_MICROS = 3_600_000_000L;

  final Histogram latencyMicros = new Histogram(1, HIGHEST_MICROS, 3);

  /** Of short sessions: from the wish to connect until it is done. */
  final Histogram connectMicros = new Histogram(1, HIGHEST_MICROS, 3);

  final Map<ErrorKind, Long> errors = new EnumMap<>(ErrorKind.class);

  /** Answers within the window, for each client of the loop. */
  final long[] perClient;

  long answers;

  /** Answers that came after the window, while the round drained. */
  long lateAnswers;

  /** Requests without an answer when the round ended. */
  long unanswered;

  /** Share of its core that the loop's thread took, 0 to 1. */
  double cpuShare;

  /** The first wrong thing that was seen, for people; null if none. */
  String firstMistake;

  Tally(int clients) {
    perClient = new long[clients];
  }

  void error(ErrorKind kind) {
    errors.merge(kind, 1L, Long::sum);
  }

  void answer(int client, long nanos, boolean late) {
    record(latencyMicros, nanos);
    if (late) {
      lateAnswers++;
    } else {
      answers++;
      perClient[client]++;
    }
  }

  void connected(long nanos) {
    record(connectMicros, nanos);
  }

  private static void record(Histogram micros, long nanos) {
    micros.recordValue(Math.clamp(nanos / 1000, 1, HIGHEST_MICROS));
  }

  /** Takes over what went wrong before the round began. */
  void takeErrors(Tally other) {
    other.errors.forEach((kind, count) -> errors.merge(kind, count, Long::sum));
    if (firstMistake == null) {
      firstMistake = other.firstMistake;
    }
  }
}
