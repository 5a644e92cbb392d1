package cal.cli.load;

import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;

/**
 * A round: all loops send from now until the window ends. Thread-safe: each loop adds a tally and
 * then counts down, once.
 *
 * @param from the begin of the window, as {@code nanoTime}
 * @param until the end of the window
 * @param drainUntil the end of the wait for answers to sent requests
 * @param goesOn whether clients send on after the window: the next round follows at once
 * @param held whether the server stands still until the next round, in uncounted time
 * @param tallies the counts of all loops; complete when {@code done} has reached zero
 * @param done counted down by each loop
 */
record Round(
    long from,
    long until,
    long drainUntil,
    boolean goesOn,
    boolean held,
    Queue<Tally> tallies,
    CountDownLatch done) {

  /** While a round drains: nothing has come for so long, so nothing will, in nanoseconds. */
  static final long QUIET_NANOS = Duration.ofSeconds(1).toNanos();

  static Round startingNow(Duration window, Duration drain, boolean goesOn, int loops) {
    return startingNow(window, drain, goesOn, false, loops);
  }

  /** A round that leaves requests in flight, for answers in the next round. */
  static Round heldAfter(Duration window, int loops) {
    return startingNow(window, Duration.ZERO, false, true, loops);
  }

  private static Round startingNow(
      Duration window, Duration drain, boolean goesOn, boolean held, int loops) {
    return startingAt(System.nanoTime(), window, drain, goesOn, held, loops);
  }

  private static Round startingAt(
      long from, Duration window, Duration drain, boolean goesOn, boolean held, int loops) {
    long until = from + window.toNanos();
    return new Round(
        from,
        until,
        until + drain.toNanos(),
        goesOn,
        held,
        new ConcurrentLinkedQueue<>(),
        new CountDownLatch(loops));
  }

  /** A round from the end of this round on, however late the call. */
  Round followedFor(Duration window) {
    return startingAt(until, window, Duration.ZERO, true, false, tallies.size());
  }

  boolean follows(Round last) {
    return last != null && last.goesOn && from == last.until;
  }

  /** Completes the round for a loop. */
  void end(Tally tally) {
    tallies.add(tally);
    done.countDown();
  }
}
