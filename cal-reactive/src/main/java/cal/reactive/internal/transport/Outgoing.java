package cal.reactive.internal.transport;

import cal.core.internal.os.NativeBuffer;
import cal.core.internal.support.Arrivals;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;

/**
 * Room for written bytes of a connection on their way to the kernel. The thread that takes a state
 * away from another has the bytes until the next state.
 *
 * <pre>
 *  free --&gt; WAITS ---- submitted with the ring's next entry ----&gt; SUBMITTED --&gt; free
 *            ^  ^                                                     |
 *            |  +---------- the socket is full, or the bytes stay ----+
 *            |
 *            +--- a thread appends, or makes a call ---&gt; HELD --- all is sent ---&gt; SENT --&gt; free
 * </pre>
 */
final class Outgoing extends Arrivals.Link<Outgoing> {
  static final int BYTES = 2048;
  static final int WAITS = 0;
  static final int SUBMITTED = 1;
  static final int HELD = 2;
  static final int SENT = 3;

  private static final VarHandle STATE;

  static {
    try {
      STATE = MethodHandles.lookup().findVarHandle(Outgoing.class, "state", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  final int number;

  /** Its state is for the thread with the bytes: no call here takes a lock, which would unmount. */
  private final NativeBuffer buffer = new NativeBuffer(BYTES);

  private final ByteBuffer bytes = buffer.bytes();
  private UringRegistration of;

  /** The socket was full: the ring will tell of room. For the looking thread. */
  private boolean awaitsRoom;

  private volatile int state = SENT;

  Outgoing(int number) {
    this.number = number;
  }

  /** Takes the rest of a buffer for a connection; for the thread that has taken free room. */
  void begin(UringRegistration registration, ByteBuffer from) {
    of = registration;
    awaitsRoom = false;
    bytes.clear().put(from).flip();
    state = WAITS;
  }

  /** Takes more bytes of the connection, which have to follow the present bytes, if all fit. */
  boolean append(UringRegistration registration, ByteBuffer from) {
    if (!takeFrom(WAITS, HELD)) {
      return false;
    }
    try {
      if (of != registration || bytes.limit() + from.remaining() > BYTES) {
        return false;
      }
      int begin = bytes.position();
      int end = bytes.limit();
      bytes.limit(end + from.remaining()).position(end).put(from).position(begin);
      return true;
    } finally {
      state = WAITS;
    }
  }

  boolean takeFrom(int before, int after) {
    return state == before && STATE.compareAndSet(this, before, after);
  }

  void state(int now) {
    state = now;
  }

  int state() {
    return state;
  }

  /** Waits for the end of another thread's call with the bytes, which never blocks. */
  int awaitUnheld() {
    int now = state;
    while (now == HELD) {
      Thread.onSpinWait();
      now = state;
    }
    return now;
  }

  UringRegistration registration() {
    return of;
  }

  /** The bytes to send. */
  NativeBuffer buffer() {
    return buffer;
  }

  boolean awaitsRoom() {
    return awaitsRoom;
  }

  void awaitsRoom(boolean waits) {
    awaitsRoom = waits;
  }
}
