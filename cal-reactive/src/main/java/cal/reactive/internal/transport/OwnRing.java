package cal.reactive.internal.transport;

import cal.core.internal.os.Linux;
import cal.core.internal.os.Ring;
import cal.core.internal.support.Opening;
import cal.reactive.internal.jdk.JdkThreads;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.TimeUnit;

/**
 * The ring of the serving thread of a loop. The next serving thread leaves the ring of the thread
 * before, and makes a ring of its own.
 *
 * <p>A ring does nothing while its thread is away. A left ring loses its buffers first, and so
 * receives nothing any more, and is closed, which ends all its operations in flight.
 *
 * <p>For a single thread at a time.
 */
final class OwnRing {
  /** Makes rings of a single thread. */
  @FunctionalInterface
  interface Rings {
    Ring make(int entries) throws IOException;
  }

  private static final int ENTRIES = 512;

  private final Rings rings;
  private final RingBuffers buffers = new RingBuffers();
  private final Alarm alarm;

  /** Null while there is none. */
  private Ring ring;

  /** The thread allowed to enter the ring, and the entered thread; null without an entry. */
  private Thread server;

  private Thread owner;

  OwnRing(Rings rings) throws IOException {
    this.rings = rings;
    try (Opening opening = new Opening()) {
      alarm = opening.get(Alarm::new, Alarm::close);
      opening.get(() -> this, OwnRing::close); // closes the ring that is there by then
      renew();
      opening.complete();
    }
  }

  /** Makes a ring, where there is none. */
  void renew() throws IOException {
    try (Opening opening = new Opening()) {
      Ring made = opening.get(() -> rings.make(ENTRIES), Ring::close);
      buffers.giveTo(made);
      opening.complete();
      ring = made;
    }
  }

  /** The calling thread serves the loop from now on. */
  void servedHere() {
    server = Thread.currentThread();
  }

  /** Whether the calling thread serves the loop, or none does yet. */
  boolean isOfCaller() {
    return server == null || server == JdkThreads.carrierOf(Thread.currentThread());
  }

  /**
   * Leaves the ring of the loop's serving thread before, after all received bytes were taken. To be
   * called before the ring is entered.
   *
   * @return whether there was a ring
   */
  boolean leavesOther() {
    if (server == null) {
      server = JdkThreads.carrierOf(Thread.currentThread());
    }
    boolean other = owner != null && owner != server;
    if (other) {
      close();
    }
    owner = server;
    return other;
  }

  /** The ring; null without memory or a descriptor. */
  Ring get() {
    return ring;
  }

  /** Whether {@link #enter} may do something although nobody waits. */
  boolean isToBeEntered() {
    return ring != null && ring.isToBeEntered();
  }

  RingBuffers buffers() {
    return buffers;
  }

  Alarm alarm() {
    return alarm;
  }

  /** Submits all entries, and waits for at most so many milliseconds for a completion. */
  void enter(long millis) throws IOException {
    if (millis > 0) {
      alarm.sleepsIn(ring);
    }
    long nanos = millis == Long.MAX_VALUE ? millis : TimeUnit.MILLISECONDS.toNanos(millis);
    if (ring.isToBeEntered() || (millis > 0 && !ring.hasNext())) {
      ring.enter(ring.hasNext() ? 0 : nanos);
    }
  }

  /** Gives the system the ring back. */
  void close() {
    if (ring != null) {
      buffers.takeBack();
      ring.close();
      ring = null;
    }
  }

  /**
   * Ends the wait of a thread asleep in a ring.
   *
   * <p>{@link #signal} is for any thread, the rest for the looking thread.
   */
  static final class Alarm {
    /** The key of the operation that tells the sleeper; below other keys. */
    private static final long KEY = InFlight.CANCELLATION - 1;

    private final MemorySegment state = Linux.state();
    private final int descriptor = Linux.eventfd(state);

    /** The telling ring; null if none. */
    private Ring telling;

    Alarm() throws IOException {}

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
      Linux.signal(descriptor);
    }

    void close() {
      Linux.close(state, descriptor);
    }
  }
}
