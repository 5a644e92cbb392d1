package cal.cli.load;

import cal.cli.load.result.ErrorKind;
import java.util.EnumMap;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * The counts of a loop in a round. Written by the loop alone, and published by the round's end.
 *
 * <p>Latencies are kept in microseconds to three significant digits, up to an hour.
 */
final class Tally {
  private static final long HIGHEST_MICROS = 3_600_000_000L;

  final Histogram latencyMicros = new Histogram(1, HIGHEST_MICROS, 3);

  /** Of short sessions: from the wish to connect to the connection. */
  final Histogram connectMicros = new Histogram(1, HIGHEST_MICROS, 3);

  /** Of answers with a head: up to the first byte. */
  final Histogram firstByteMicros = new Histogram(1, HIGHEST_MICROS, 3);

  final Map<ErrorKind, Long> errors = new EnumMap<>(ErrorKind.class);

  /** Answers within the window, for each client of the loop. */
  final long[] perClient;

  long answers;

  /** Bytes of these answers, heads excluded. */
  long bytes;

  /** Answers after the window, during the drain of the round. */
  long lateAnswers;

  /** Requests without an answer when the round ended. */
  long unanswered;

  /** The share of a core taken by the loop's thread, 0 to 1. */
  double cpuShare;

  /** The first fault seen, for people; null if none. */
  String firstMistake;

  Tally(int clients) {
    perClient = new long[clients];
  }

  void error(ErrorKind kind) {
    errors.merge(kind, 1L, Long::sum);
  }

  /** The same, and what it was, if it was the first. */
  void error(ErrorKind kind, String what) {
    error(kind);
    if (firstMistake == null) {
      firstMistake = kind + ": " + what;
    }
  }

  /** Counts the answer to a client, which is there now. */
  void answer(Client client, long now, boolean late) {
    record(latencyMicros, now - client.since);
    if (client.firstByte != 0) {
      record(firstByteMicros, client.firstByte - client.since);
    }
    if (late) {
      lateAnswers++;
    } else {
      answers++;
      bytes += client.part.answer().capacity();
      perClient[client.index]++;
    }
  }

  void connected(long nanos) {
    record(connectMicros, nanos);
  }

  private static void record(Histogram micros, long nanos) {
    micros.recordValue(Math.clamp(nanos / 1000, 1, HIGHEST_MICROS));
  }

  /** Takes over faults from before the round. */
  void takeErrors(Tally other) {
    other.errors.forEach((kind, count) -> errors.merge(kind, count, Long::sum));
    if (firstMistake == null) {
      firstMistake = other.firstMistake;
    }
  }
}
