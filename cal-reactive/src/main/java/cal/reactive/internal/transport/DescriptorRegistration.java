package cal.reactive.internal.transport;

import cal.core.internal.os.JdkChannels;
import cal.core.internal.os.Linux;
import cal.core.internal.os.NativeBuffer;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectableChannel;
import java.util.concurrent.locks.LockSupport;

/**
 * A channel read and written by its descriptor, told once by a poller of Linux.
 *
 * <p>The system gives the descriptor of a closed channel to the next opened channel. So a user of
 * the descriptor counts itself in, and a closing thread waits until nobody is in, for the time of a
 * non-blocking call.
 */
abstract class DescriptorRegistration implements Registration.OfArrays {
  /** In {@link #users}, beside their number: nobody may use the descriptor any more. */
  private static final int CLOSED = 1 << 31;

  private static final long PAUSE_NANOS = 20_000;
  private static final VarHandle USERS;
  private static final VarHandle SIGNS;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      USERS = lookup.findVarHandle(DescriptorRegistration.class, "users", int.class);
      SIGNS = lookup.findVarHandle(DescriptorRegistration.class, "signs", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final ReadinessListener told;
  private final int descriptor;

  @SuppressWarnings("unused") // used through its handle
  private volatile int users;

  /** How often the poller has told of an end, a loss or urgent data. */
  @SuppressWarnings("unused") // counted through its handle
  private volatile int signs;

  /** The number of events to read past, for the reader: nothing more was found after these. */
  private int past;

  DescriptorRegistration(SelectableChannel channel, ReadinessListener told) {
    this.told = told;
    this.descriptor = JdkChannels.descriptor(channel);
  }

  final int descriptor() {
    return descriptor;
  }

  @Override
  public final ReadinessListener told() {
    return told;
  }

  @Override
  public final void disarm(int operations) {}

  @Override
  public final boolean tellsAgain() {
    return false;
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
  public int write(byte[] from, int offset, int length, NativeBuffer state) throws IOException {
    requireOpen();
    try {
      return Linux.send(descriptor, state.state(), from, offset, length);
    } finally {
      leave();
    }
  }

  /** The poller has told of an end, a loss or urgent data: a short read may not be the last. */
  final void irregular() {
    SIGNS.getAndAdd(this, 1);
  }

  /** The signs so far; to be read before the channel is. */
  final int signs() {
    return signs;
  }

  /** Notes the result of a read: after none, earlier events are read past. */
  final int found(int count, int before) {
    if (count == 0) {
      past = before;
    }
    return count;
  }

  @Override
  public boolean mayHaveMore() {
    return signs != past;
  }

  @Override
  public final boolean isOpen() {
    return users >= 0;
  }

  /** Lets a thread use the descriptor, until it leaves. */
  final void requireOpen() throws ClosedChannelException {
    if (!enter()) {
      throw new ClosedChannelException();
    }
  }

  /** Lets a thread use the descriptor, until it leaves; false if closed. */
  final boolean enter() {
    if ((int) USERS.getAndAdd(this, 1) >= 0) {
      return true;
    }
    leave();
    return false;
  }

  final void leave() {
    USERS.getAndAdd(this, -1);
  }

  /** Lets nobody in any more, and waits until everybody has left; false if shut before. */
  final boolean shut() {
    if ((int) USERS.getAndBitwiseOr(this, CLOSED) < 0) {
      return false;
    }
    awaitNobody();
    return true;
  }

  /** Waits until everybody has left, once shut. */
  final void awaitNobody() {
    while (users != CLOSED) {
      LockSupport.parkNanos(this, PAUSE_NANOS);
    }
  }
}
