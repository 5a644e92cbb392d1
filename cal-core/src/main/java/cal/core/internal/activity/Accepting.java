package cal.core.internal.activity;

/**
 * The time for which a thread goes on accepting clients that wait, before others have a turn: those
 * that the system keeps wait unseen.
 *
 * <p>A virtual thread, which nothing preempts, rests as long as it has accepted: others have half
 * of the time at least. For one thread.
 */
final class Accepting {
  private static final long MOST_NANOS = 50_000_000;

  private final boolean rests;
  private long restsUntil;
  private long began;
  private long until;

  Accepting(boolean rests, long now) {
    this.rests = rests;
    this.restsUntil = now;
  }

  /** A turn begins with a client accepted after a wait. */
  void begin(long now) {
    began = now;
    until = rests && now - restsUntil < 0 ? now : now + MOST_NANOS;
  }

  /** Whether another may be accepted in this turn. */
  boolean goesOn(long now) {
    return now - until < 0;
  }

  /** The turn ends. */
  void end(long now) {
    long next = now + (now - began);
    if (next - restsUntil > 0) {
      restsUntil = next;
    }
  }
}
