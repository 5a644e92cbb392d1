package cal.bench.baseline.os;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import cal.core.internal.os.Linux;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Sockets of Linux, IPv4 only. Numbers are those of x86-64 and aarch64. Confined to one thread,
 * whose {@code errno} it keeps.
 */
public final class NativeSockets {
  /** Of a new descriptor: its calls do not block, and no other program gets it. */
  private static final int NONBLOCK_CLOEXEC = 0x800 | 0x80000;

  private static final int INTERRUPTED = 4;
  private static final int TRY_AGAIN = 11;
  private static final int ABORTED = 103;
  private static final int IPV4 = 2;
  private static final int STREAM = 1;
  private static final int SOCKET_LEVEL = 1;
  private static final int REUSE_ADDRESS = 2;
  private static final int TCP_LEVEL = 6;
  private static final int NO_DELAY = 1;
  private static final int NO_SIGNAL = 0x4000;
  private static final int OUTPUT = 1;

  /** {@code struct sockaddr_in}: the family, and in network order the port and the address. */
  private static final int NAME_BYTES = 16;

  private static final int PORT_AT = 2;
  private static final int HOST_AT = 4;
  private static final ValueLayout.OfShort PORT = JAVA_SHORT.withOrder(ByteOrder.BIG_ENDIAN);

  private static final MethodHandle RECEIVE =
      Linux.call("recv", JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_INT);
  private static final MethodHandle SEND =
      Linux.call("send", JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_INT);
  private static final MethodHandle ACCEPT =
      Linux.call("accept4", JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_INT);

  /** The state that the calls of this thread leave; the first argument of each handle. */
  private final MemorySegment state = Linux.state();

  private final MemorySegment name = Arena.global().allocate(NAME_BYTES, Long.BYTES);
  private final MemorySegment nameBytes = Arena.global().allocate(JAVA_INT);

  private IOException failure(String function) {
    return new IOException(function + ": " + Linux.text(Linux.errno(state)));
  }

  /** Calls a function of ints and segments that returns an int; slow, for what is rare. */
  private int call(String function, Object... arguments) throws IOException {
    MemoryLayout[] layouts =
        Stream.of(arguments)
            .map(argument -> argument instanceof MemorySegment ? ADDRESS : JAVA_INT)
            .toArray(MemoryLayout[]::new);
    List<Object> all = new ArrayList<>(List.of(arguments));
    all.addFirst(state);
    int result;
    try {
      result = (int) Linux.call(function, JAVA_INT, layouts).invokeWithArguments(all);
    } catch (Throwable unexpected) {
      throw new AssertionError(function, unexpected);
    }
    if (result < 0) {
      throw failure(function);
    }
    return result;
  }

  /** A socket that listens, and whose clients get their answers without delay. */
  public int listen(InetSocketAddress address, int backlog) throws IOException {
    if (!(address.getAddress() instanceof Inet4Address host)) {
      throw new IOException(address + " is no address of IPv4");
    }
    int listener = call("socket", IPV4, STREAM | NONBLOCK_CLOEXEC, 0);
    nameBytes.set(JAVA_INT, 0, 1);
    call("setsockopt", listener, SOCKET_LEVEL, REUSE_ADDRESS, nameBytes, Integer.BYTES);
    call("setsockopt", listener, TCP_LEVEL, NO_DELAY, nameBytes, Integer.BYTES);
    name.set(JAVA_SHORT, 0, (short) IPV4);
    name.set(PORT, PORT_AT, (short) address.getPort());
    MemorySegment.copy(host.getAddress(), 0, name, JAVA_BYTE, HOST_AT, Integer.BYTES);
    call("bind", listener, name, NAME_BYTES);
    call("listen", listener, backlog);
    return listener;
  }

  /** Where a socket of this end is. */
  public InetSocketAddress own(int descriptor) throws IOException {
    nameBytes.set(JAVA_INT, 0, NAME_BYTES);
    call("getsockname", descriptor, name, nameBytes);
    return named();
  }

  /** The client that {@link #accept} returned last. */
  public InetSocketAddress named() throws IOException {
    byte[] host = name.asSlice(HOST_AT, Integer.BYTES).toArray(JAVA_BYTE);
    int port = Short.toUnsignedInt(name.get(PORT, PORT_AT));
    return new InetSocketAddress(InetAddress.getByAddress(host), port);
  }

  /** The next client's socket; -1 where none waits. */
  public int accept(int listener) throws IOException {
    while (true) {
      nameBytes.set(JAVA_INT, 0, NAME_BYTES);
      int client;
      try {
        client =
            (int)
                ACCEPT.invokeExact(
                    state, listener, name.address(), nameBytes.address(), NONBLOCK_CLOEXEC);
      } catch (Throwable unexpected) {
        throw new AssertionError("accept4", unexpected);
      }
      if (client >= 0) {
        return client;
      }
      int errno = Linux.errno(state);
      if (errno == TRY_AGAIN) {
        return -1;
      }
      if (errno != ABORTED && errno != INTERRUPTED) {
        throw failure("accept4");
      }
    }
  }

  /** Reads into the rest of a direct buffer: how many bytes, 0 for none yet, -1 at the end. */
  public int receive(int descriptor, ByteBuffer into) throws IOException {
    long count;
    try {
      count =
          (long) RECEIVE.invokeExact(state, descriptor, address(into), (long) into.remaining(), 0);
    } catch (Throwable unexpected) {
      throw new AssertionError("recv", unexpected);
    }
    return count == 0 ? -1 : moved(count, into, "recv");
  }

  /** Sends as many of the rest of a direct buffer as there is room for. */
  public void send(int descriptor, ByteBuffer from) throws IOException {
    long count;
    try {
      count =
          (long)
              SEND.invokeExact(
                  state, descriptor, address(from), (long) from.remaining(), NO_SIGNAL);
    } catch (Throwable unexpected) {
      throw new AssertionError("send", unexpected);
    }
    moved(count, from, "send");
  }

  private static long address(ByteBuffer buffer) {
    return MemorySegment.ofBuffer(buffer).address();
  }

  private int moved(long count, ByteBuffer buffer, String function) throws IOException {
    if (count < 0) {
      if (Linux.errno(state) != TRY_AGAIN) {
        throw failure(function);
      }
      return 0;
    }
    buffer.position(buffer.position() + (int) count);
    return (int) count;
  }

  public void shutdownOutput(int descriptor) throws IOException {
    call("shutdown", descriptor, OUTPUT);
  }

  public void close(int descriptor) {
    Linux.close(state, descriptor);
  }
}
