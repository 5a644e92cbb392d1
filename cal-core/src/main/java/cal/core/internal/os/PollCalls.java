package cal.core.internal.os;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.concurrent.TimeUnit;

/**
 * The calls of Linux about waits for some descriptors ({@code poll(2)}, {@code pipe(7)}).
 * Thread-safe, but for a caller's memory.
 */
public final class PollCalls {
  private static final int NONBLOCK_CLOEXEC = 0x800 | 0x80000;

  private static final MethodHandle POLL =
      Linux.call("poll", JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_INT);
  private static final MethodHandle PLAIN_POLL =
      Linux.plain("poll", JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_INT);
  private static final MethodHandle PIPE = Linux.call("pipe2", JAVA_INT, JAVA_LONG, JAVA_INT);
  private static final MethodHandle READ =
      Linux.plain("read", JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG);

  private PollCalls() {}

  /**
   * Waits for events.
   *
   * @param entries so many {@code struct pollfd}
   * @param millis 0 only looks, -1 waits for ever
   * @return entries with events, 0 where a signal ended the wait
   */
  public static int await(MemorySegment state, MemorySegment entries, int count, int millis)
      throws IOException {
    int ready;
    try {
      ready = (int) PLAIN_POLL.invokeExact(entries.address(), (long) count, millis);
      if (ready < 0) { // the second call tells the reason
        ready = (int) POLL.invokeExact(state, entries.address(), (long) count, 0);
      }
    } catch (Throwable impossible) {
      throw new AssertionError("poll", impossible);
    }
    return ready < 0 && Linux.errno(state) == Linux.INTERRUPTED
        ? 0
        : Linux.checked("poll", ready, state);
  }

  /** Milliseconds of a wait, none shorter than the nanoseconds; {@link Long#MAX_VALUE} is ever. */
  public static int millis(long nanos) {
    return nanos == Long.MAX_VALUE
        ? -1
        : (int) Math.min(Integer.MAX_VALUE, Math.ceilDiv(nanos, TimeUnit.MILLISECONDS.toNanos(1)));
  }

  /**
   * Makes a pipe without waits.
   *
   * @return the end to be read, and the other
   */
  public static int[] pipe(MemorySegment state) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment ends = arena.allocate(JAVA_INT, 2);
      int result;
      try {
        result = (int) PIPE.invokeExact(state, ends.address(), NONBLOCK_CLOEXEC);
      } catch (Throwable impossible) {
        throw new AssertionError("pipe2", impossible);
      }
      Linux.checked("pipe2", result, state);
      return ends.toArray(JAVA_INT);
    }
  }

  /** Reads and forgets the bytes of a pipe, or the number of an eventfd. */
  public static void drain(int descriptor, MemorySegment room) {
    long count = room.byteSize();
    while (count == room.byteSize()) {
      try {
        count = (long) READ.invokeExact(descriptor, room.address(), room.byteSize());
      } catch (Throwable impossible) {
        throw new AssertionError("read", impossible);
      }
    }
  }
}
