package cal.core.internal.os;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.net.SocketException;

/**
 * Calls of Linux about sockets and events, by the foreign-function API. Numbers are those of x86-64
 * and aarch64. Thread-safe, but for the memory of a caller, which no call keeps. No call takes a
 * lock of the JDK. A virtual thread stays on its carrier throughout a call.
 */
public final class Linux {
  private static final int NONBLOCK_CLOEXEC = 0x800 | 0x80000;

  static final int INTERRUPTED = 4;
  private static final int TRY_AGAIN = 11;
  private static final int RESET = 104;
  private static final int NO_SIGNAL = 0x4000;
  private static final int MOST_TEXT = 256;
  private static final int TCP = 6;
  private static final int USER_TIMEOUT = 18;

  private static final Linker LINKER = Linker.nativeLinker();
  private static final VarHandle ERRNO =
      Linker.Option.captureStateLayout().varHandle(MemoryLayout.PathElement.groupElement("errno"));

  private static final MethodHandle RECEIVE =
      call("recv", JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_INT);
  private static final MethodHandle RECEIVE_INTO_ARRAY = callOnArray("recv");
  private static final MethodHandle SEND_FROM_ARRAY = callOnArray("send");
  private static final MethodHandle SEND =
      call("send", JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_INT);
  private static final MethodHandle SET_OPTION =
      call("setsockopt", JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_INT);
  private static final MethodHandle EVENTFD = call("eventfd", JAVA_INT, JAVA_INT, JAVA_INT);
  private static final MethodHandle WRITE =
      plain("write", JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG);
  private static final MethodHandle CLOSE = call("close", JAVA_INT, JAVA_INT);
  private static final MethodHandle ERROR_TEXT =
      link("strerror", FunctionDescriptor.of(ADDRESS, JAVA_INT));

  private static final MemorySegment ONE = Arena.global().allocateFrom(JAVA_LONG, 1);

  private Linux() {}

  /** A function whose first argument is the memory for its {@code errno}. */
  public static MethodHandle call(String name, MemoryLayout result, MemoryLayout... arguments) {
    Linker.Option errno = Linker.Option.captureCallState("errno");
    return link(name, FunctionDescriptor.of(result, arguments), errno);
  }

  /**
   * As {@link #call}, of a function with a variable number of arguments, whose first is counted
   * from 0.
   */
  public static MethodHandle variadic(
      String name, int first, MemoryLayout result, MemoryLayout... arguments) {
    return link(
        name,
        FunctionDescriptor.of(result, arguments),
        Linker.Option.firstVariadicArg(first),
        Linker.Option.captureCallState("errno"));
  }

  /** As {@link #call}, without an {@code errno}: each call with one allocates. */
  static MethodHandle plain(String name, MemoryLayout result, MemoryLayout... arguments) {
    return link(name, FunctionDescriptor.of(result, arguments));
  }

  /** As {@link #variadic}, without an {@code errno}. */
  static MethodHandle plainVariadic(
      String name, int first, MemoryLayout result, MemoryLayout... arguments) {
    return link(
        name, FunctionDescriptor.of(result, arguments), Linker.Option.firstVariadicArg(first));
  }

  /** As {@link #call}, of {@code recv} and {@code send}, but a part of an array is the buffer. */
  private static MethodHandle callOnArray(String name) {
    return link(
        name,
        FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT),
        Linker.Option.captureCallState("errno"),
        Linker.Option.critical(true));
  }

  @SuppressWarnings("restricted") // SystemCalls looks whether native access is granted.
  private static MethodHandle link(
      String name, FunctionDescriptor descriptor, Linker.Option... options) {
    return LINKER.downcallHandle(LINKER.defaultLookup().findOrThrow(name), descriptor, options);
  }

  /** Memory for the {@code errno} of infrequent calls. */
  public static MemorySegment state() {
    return Arena.ofAuto().allocate(Linker.Option.captureStateLayout());
  }

  /**
   * Reads from a socket into a buffer.
   *
   * @return bytes read, 0 where there are none, -1 at the end
   */
  public static int receive(int descriptor, NativeBuffer into) throws IOException {
    while (true) {
      long count;
      try {
        count =
            (long)
                RECEIVE.invokeExact(
                    into.state(), descriptor, into.position(), (long) into.bytes().remaining(), 0);
      } catch (Throwable impossible) {
        throw new AssertionError("recv", impossible);
      }
      if (count >= 0) {
        return count == 0 ? -1 : moved(count, into);
      }
      if (!isInterruptedRead(into.state())) {
        return 0;
      }
    }
  }

  /**
   * Reads from a socket into an array. The collector waits until the call has copied the bytes, so
   * the socket must never block.
   *
   * @param state room for the {@code errno}
   * @return bytes read, 0 where there are none, -1 at the end
   */
  public static int receive(
      int descriptor, MemorySegment state, byte[] into, int offset, int length) throws IOException {
    MemorySegment room = MemorySegment.ofArray(into).asSlice(offset, length);
    while (true) {
      long count;
      try {
        count = (long) RECEIVE_INTO_ARRAY.invokeExact(state, descriptor, room, (long) length, 0);
      } catch (Throwable impossible) {
        throw new AssertionError("recv", impossible);
      }
      if (count >= 0) {
        return count == 0 ? -1 : (int) count;
      }
      if (!isInterruptedRead(state)) {
        return 0;
      }
    }
  }

  private static boolean isInterruptedRead(MemorySegment state) throws IOException {
    if (errno(state) == RESET) {
      throw new SocketException("Connection reset"); // in the words of the JDK
    }
    return isInterrupted(state);
  }

  /**
   * Sends from a buffer to a socket.
   *
   * @return bytes taken
   */
  public static int send(int descriptor, NativeBuffer from) throws IOException {
    while (true) {
      long count;
      try {
        count =
            (long)
                SEND.invokeExact(
                    from.state(),
                    descriptor,
                    from.position(),
                    (long) from.bytes().remaining(),
                    NO_SIGNAL);
      } catch (Throwable impossible) {
        throw new AssertionError("send", impossible);
      }
      if (count >= 0) {
        return moved(count, from);
      }
      if (!isInterrupted(from.state())) {
        return 0;
      }
    }
  }

  /**
   * Sends from an array to a socket. The collector waits until the call has copied the bytes, so
   * the socket must never block.
   *
   * @param state room for the {@code errno}
   * @return bytes taken
   */
  public static int send(int descriptor, MemorySegment state, byte[] from, int offset, int length)
      throws IOException {
    MemorySegment bytes = MemorySegment.ofArray(from).asSlice(offset, length);
    while (true) {
      long count;
      try {
        count =
            (long) SEND_FROM_ARRAY.invokeExact(state, descriptor, bytes, (long) length, NO_SIGNAL);
      } catch (Throwable impossible) {
        throw new AssertionError("send", impossible);
      }
      if (count >= 0) {
        return (int) count;
      }
      if (!isInterrupted(state)) {
        return 0;
      }
    }
  }

  /** Whether a signal ended a call; otherwise there were no bytes to move. */
  private static boolean isInterrupted(MemorySegment state) throws IOException {
    int errno = errno(state);
    if (errno != INTERRUPTED && errno != TRY_AGAIN) {
      throw new IOException(text(errno));
    }
    return errno == INTERRUPTED;
  }

  private static int moved(long count, NativeBuffer buffer) {
    buffer.bytes().position(buffer.bytes().position() + (int) count);
    return (int) count;
  }

  /**
   * Has a connection fail when its peer has taken nothing for so long ({@code TCP_USER_TIMEOUT} of
   * {@code tcp(7)}). A failed connection is left as it is.
   */
  public static void loseAfter(int descriptor, int millis) {
    try (Arena arena = Arena.ofConfined()) {
      long value = arena.allocateFrom(JAVA_INT, millis).address();
      int unused =
          (int)
              SET_OPTION.invokeExact(state(), descriptor, TCP, USER_TIMEOUT, value, Integer.BYTES);
    } catch (Throwable impossible) {
      throw new AssertionError("setsockopt", impossible);
    }
  }

  public static int eventfd(MemorySegment state) throws IOException {
    int result;
    try {
      result = (int) EVENTFD.invokeExact(state, 0, NONBLOCK_CLOEXEC);
    } catch (Throwable impossible) {
      throw new AssertionError("eventfd", impossible);
    }
    return checked("eventfd", result, state);
  }

  /** Adds 1 to an eventfd; a full eventfd signals already. */
  public static void signal(int eventfd) {
    try {
      long unused = (long) WRITE.invokeExact(eventfd, ONE.address(), ONE.byteSize());
    } catch (Throwable impossible) {
      throw new AssertionError("write", impossible);
    }
  }

  /** Closes a descriptor of no socket; the system has the descriptor back in any case. */
  public static void close(MemorySegment state, int descriptor) {
    try {
      int unused = (int) CLOSE.invokeExact(state, descriptor);
    } catch (Throwable impossible) {
      throw new AssertionError("close", impossible);
    }
  }

  /** A result of a call; its failure where that is negative. */
  static int checked(String function, int result, MemorySegment state) throws IOException {
    if (result < 0) {
      throw new IOException(function + ": " + text(errno(state)));
    }
    return result;
  }

  /** The failure of the last call with this memory. */
  public static int errno(MemorySegment state) {
    return (int) ERRNO.get(state, 0L);
  }

  /** The system's text for a number of a failure. */
  @SuppressWarnings("restricted") // the system's texts are shorter
  public static String text(int errno) {
    try {
      return ((MemorySegment) ERROR_TEXT.invokeExact(errno)).reinterpret(MOST_TEXT).getString(0);
    } catch (Throwable impossible) {
      throw new AssertionError("strerror", impossible);
    }
  }
}
