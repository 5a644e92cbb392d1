package cal.core.internal.os;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/** The calls of Linux about an epoll ({@code epoll(7)}). Thread-safe, but for a caller's memory. */
public final class EpollCalls {
  private static final int CLOEXEC = 0x80000;

  private static final MethodHandle CREATE = Linux.call("epoll_create1", JAVA_INT, JAVA_INT);
  private static final MethodHandle CONTROL =
      Linux.call("epoll_ctl", JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG);
  private static final MethodHandle WAIT =
      Linux.call("epoll_wait", JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_INT, JAVA_INT);

  private static final MethodHandle PLAIN_WAIT =
      Linux.plain("epoll_wait", JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_INT, JAVA_INT);

  private EpollCalls() {}

  /** Makes an epoll. */
  public static int create(MemorySegment state) throws IOException {
    int made;
    try {
      made = (int) CREATE.invokeExact(state, CLOEXEC);
    } catch (Throwable impossible) {
      throw new AssertionError("epoll_create1", impossible);
    }
    return Linux.checked("epoll_create1", made, state);
  }

  /** Adds a descriptor, or changes its events. */
  public static void control(
      MemorySegment state, int epoll, int operation, int descriptor, MemorySegment event)
      throws IOException {
    int result;
    try {
      result = (int) CONTROL.invokeExact(state, epoll, operation, descriptor, event.address());
    } catch (Throwable impossible) {
      throw new AssertionError("epoll_ctl", impossible);
    }
    Linux.checked("epoll_ctl", result, state);
  }

  /**
   * Waits.
   *
   * @param millis 0 only looks, -1 waits for ever
   * @return events, 0 where a signal ended the wait
   */
  public static int await(
      MemorySegment state, int epoll, MemorySegment events, int most, int millis)
      throws IOException {
    int count;
    try {
      count = (int) PLAIN_WAIT.invokeExact(epoll, events.address(), most, millis);
      if (count < 0) { // the second call tells the reason
        count = (int) WAIT.invokeExact(state, epoll, events.address(), most, 0);
      }
    } catch (Throwable impossible) {
      throw new AssertionError("epoll_wait", impossible);
    }
    return count < 0 && Linux.errno(state) == Linux.INTERRUPTED
        ? 0
        : Linux.checked("epoll_wait", count, state);
  }
}
