package cal.reactive.internal.transport;

import cal.core.internal.os.Linux;
import cal.core.internal.os.Ring;
import java.io.IOException;
import java.lang.foreign.MemorySegment;

/**
 * Ends the wait of a thread asleep in a ring.
 *
 * <p>{@link #signal} is for any thread, the rest for the looking thread.
 */
final class UringAlarm {
  /** The key of the operation that tells the sleeper; below other keys. */
  private static final long KEY = InFlight.CANCELLATION - 1;

  private final MemorySegment state = Linux.state();
  private final int descriptor = Linux.eventfd(state);

  /** The telling ring; null if none. */
  private Ring telling;

  UringAlarm() throws IOException {}

  /** Called before a thread sleeps in a ring. */
  void sleepsIn(Ring ring) throws IOException {
    if (telling != ring) {
      telling = ring;
      ring.put(Ring.POLL, descriptor, 0, 0, Ring.AGAIN_AND_AGAIN, Ring.READABLE, KEY);
    }
  }

  /** An operation has ended: if this operation told the sleeper, the next sleep asks anew. */
  void ended(long key) {
    if (key == KEY) {
      telling = null;
    }
  }

  void signal() {
    Linux.signal(state, descriptor);
  }

  void close() {
    Linux.close(state, descriptor);
  }
}
