package cal.reactive;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectableChannel;
import java.util.concurrent.locks.LockSupport;

/**
 * A channel of which an epoll tells, read and written by its descriptor.
 *
 * <p>The system gives the descriptor of a closed channel to the next one that is opened. So a
 * thread that uses it counts itself in, and a thread that closes the channel waits until nobody
 * does, which is a call that does not wait.
 */
final class EpollPlace implements Place.OfArrays {
  /** In {@link #users}, beside their number: nobody may use the descriptor any more. */
  private static final int CLOSED = 1 << 31;

  private static final long PAUSE_NANOS = 20_000;
  private static final VarHandle USERS;

  static {
    try {
      USERS = MethodHandles.lookup().findVarHandle(EpollPlace.class, "users", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final EpollPoller poller;
  private final SelectableChannel channel;
  private final Readiness told;
  private final int descriptor;
  private int serial;

  /** Written under the poller's lock; events are only added. */
  private volatile int tells;

  private volatile boolean irregular;

  @SuppressWarnings("unused") // used through its handle
  private volatile int users;

  EpollPlace(EpollPoller poller, SelectableChannel channel, Readiness told) {
    this.poller = poller;
    this.channel = channel;
    this.told = told;
    this.descriptor = JdkChannels.descriptor(channel);
  }

  /** Tells this place from another that had its descriptor. */
  void numbered(int number) {
    serial = number;
  }

  int serial() {
    return serial;
  }

  int descriptor() {
    return descriptor;
  }

  /** Operations as events of an epoll. */
  static int events(int operations) {
    return ((operations & INPUT) != 0 ? EpollPoller.READABLE : 0)
        | ((operations & OUTPUT) != 0 ? EpollPoller.WRITABLE : 0);
  }

  /** The events of which the epoll tells; 0 where it does not know the channel. */
  int tells() {
    return tells;
  }

  void told(int events) {
    tells = events;
  }

  /** Notes an event, and translates it into operations. */
  int found(int event) {
    if ((event & EpollPoller.IRREGULAR) != 0) {
      irregular = true;
      return INPUT | OUTPUT;
    }
    return ((event & EpollPoller.READABLE) != 0 ? INPUT : 0)
        | ((event & EpollPoller.WRITABLE) != 0 ? OUTPUT : 0);
  }

  @Override
  public Readiness told() {
    return told;
  }

  /**
   * Input that comes is noted for the next reader, so it is asked for once. Room is not: it may
   * have come since a write found none, so each writer asks anew.
   */
  @Override
  public boolean arm(int operation) throws IOException {
    if ((operation & INPUT) != 0 && (tells & EpollPoller.READABLE) != 0) {
      return true;
    }
    if (!enter()) {
      return false;
    }
    try {
      poller.arm(this, events(operation));
      return true;
    } catch (ClosedSelectorException closed) {
      return false;
    } finally {
      leave();
    }
  }

  @Override
  public void disarm(int operations) {}

  @Override
  public boolean tellsAgain() {
    return false;
  }

  @Override
  public boolean mayHaveMore() {
    return irregular;
  }

  @Override
  public int read(NativeBuffer into) throws IOException {
    requireOpen();
    try {
      return Linux.receive(descriptor, into);
    } finally {
      leave();
    }
  }

  @Override
  public int read(byte[] into, int offset, int length, NativeBuffer state) throws IOException {
    requireOpen();
    try {
      return Linux.receive(descriptor, state.state(), into, offset, length);
    } finally {
      leave();
    }
  }

  @Override
  public int write(byte[] from, int offset, int length, NativeBuffer state) throws IOException {
    requireOpen();
    try {
      return Linux.send(descriptor, state.state(), from, offset, length);
    } finally {
      leave();
    }
  }

  @Override
  public int write(NativeBuffer from) throws IOException {
    requireOpen();
    try {
      return Linux.send(descriptor, from);
    } finally {
      leave();
    }
  }

  @Override
  public boolean isOpen() {
    return users >= 0;
  }

  private void requireOpen() throws ClosedChannelException {
    if (!enter()) {
      throw new ClosedChannelException();
    }
  }

  private boolean enter() {
    if ((int) USERS.getAndAdd(this, 1) >= 0) {
      return true;
    }
    leave();
    return false;
  }

  private void leave() {
    USERS.getAndAdd(this, -1);
  }

  @Override
  public void close() throws IOException {
    if ((int) USERS.getAndBitwiseOr(this, CLOSED) < 0) {
      return;
    }
    while (users != CLOSED) {
      LockSupport.parkNanos(this, PAUSE_NANOS);
    }
    poller.forget(this);
    Loop.mounted(
        () -> {
          channel.close();
          return null;
        });
  }
}
