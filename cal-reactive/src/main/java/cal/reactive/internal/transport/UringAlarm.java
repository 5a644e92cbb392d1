package cal.reactive.internal.transport;

import cal.core.internal.os.Linux;
import cal.core.internal.os.Ring;
import java.io.IOException;
import java.lang.foreign.MemorySegment;

/**
 * Ends the wait of the thread that sleeps in a ring.
 *
 * <p>{@link #signal} is for any thread, the rest for the one that looks.
 */
final class UringAlarm {
  /** Of the operation that tells the sleeper; below those of others. */
  private static final long KEY = InFlight.CANCELLATION - 1;

  private final MemorySegment state = Linux.state();
  private final int descriptor = Linux.eventfd(state);

  /** The ring that tells; null if none does. */
  private Ring telling;

  UringAlarm() throws IOException {}

  /** Called before a thread sleeps in a ring. */
  void sleepsIn(Ring ring) throws IOException {
    if (telling != ring) {
      telling = ring;
      ring.put(Ring.POLL, descriptor, 0, 0, Ring.AGAIN_AND_AGAIN, Ring.READABLE, KEY);
    }
  }

  /** An operation has ended: if it told the sleeper, the next sleep asks anew. */
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
