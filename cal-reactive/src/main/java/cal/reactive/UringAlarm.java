package cal.reactive;

import java.io.IOException;
import java.lang.foreign.MemorySegment;

/**
 * Ends the wait of the thread that sleeps in a ring. The kernel tells of an alarm by the thread
 * that has asked for it. So each thread that sleeps asks: another one, which served the loop
 * before, may be in a long call.
 *
 * <p>{@link #signal} is for any thread, the rest for the one that looks.
 */
final class UringAlarm {
  private final Ring ring;
  private final MemorySegment state = Linux.state();
  private final int descriptor = Linux.eventfd(state);
  private Thread sleeper;

  /** Of the operation that tells the sleeper; below those of others. */
  private long key = Flight.CANCELLATION;

  UringAlarm(Ring ring) throws IOException {
    this.ring = ring;
  }

  /** Called before the calling thread sleeps. */
  void sleeps() throws IOException {
    if (sleeper != Thread.currentThread()) {
      if (sleeper != null) {
        ring.put(Flight.CANCEL, -1, 0, key, 0, 0, Flight.CANCELLATION);
      }
      key--;
      sleeper = Thread.currentThread();
      ring.put(Flight.POLL, descriptor, 0, 0, Flight.AGAIN_AND_AGAIN, Flight.READABLE, key);
    }
  }

  /** An operation has ended: if it told the sleeper, the next sleep asks anew. */
  void ended(long other) {
    if (other == key) {
      sleeper = null;
    }
  }

  void signal() {
    Linux.signal(state, descriptor);
  }

  void close() {
    Linux.close(state, descriptor);
  }
}
