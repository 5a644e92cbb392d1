package cal.reactive.internal.socket;

import cal.reactive.internal.buffer.BufferOwner;
import cal.reactive.internal.buffer.KeptBytes;
import cal.reactive.internal.buffer.ReadAhead;
import cal.reactive.internal.buffer.Scratch;
import cal.reactive.internal.loop.LoopThread;
import cal.reactive.internal.loop.Timers;
import cal.reactive.internal.step.ExpectedRead;
import cal.reactive.internal.step.LeftWait;
import cal.reactive.internal.step.LoopStep;
import cal.reactive.internal.transport.Registration;
import java.io.IOException;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;

/** The input of a connection. Thread-safe: a single thread at a time reads. */
final class SocketInput extends ExpectedRead implements BufferOwner {
  private static final int NO_DATA = 0;
  private static final int END = -1;

  private final Connection connection;
  private final SideLock reading = new SideLock();

  /** Guarded by {@link #reading}, but while there is a lease. */
  private final ReadAhead ahead;

  /** The loop's buffer with further bytes of this connection, until the present turn ends. */
  private volatile Scratch lease;

  /**
   * The last read took all bytes, so the next read waits first. The very first read tries: most
   * clients have sent their request before the accept.
   */
  private boolean drained;

  /** A read has asked the system: without such a read, a wait is told of all bytes there. */
  private boolean tried;

  private boolean endSeen;
  private boolean resetSeen;
  private volatile boolean shut;

  SocketInput(Connection connection) {
    this.connection = connection;
    this.ahead = new ReadAhead(connection.services.limits().readAhead());
    connection.whenLost(ahead::drop);
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, target.length);
    if (length == 0) {
      return 0;
    }
    LeftWait left = beginRead();
    long deadline = connection.deadline();
    if (left != null) {
      deadline = left.shorten(deadline);
    }
    try {
      if (!reading.lock(deadline)) {
        throw new SocketTimeoutException("Read timed out");
      }
      try {
        return endSeen ? END : readAlone(target, offset, length, deadline, left);
      } finally {
        unlock();
      }
    } catch (IOException failure) {
      throw connection.failureOfStream(failure);
    }
  }

  private int readAlone(byte[] target, int offset, int length, long deadline, LeftWait left)
      throws IOException {
    SocketChannel channel = connection.channel();
    if (resetSeen) {
      throw new SocketException("Connection reset");
    }
    int count = shut ? END : readOnce(channel, target, offset, length);
    if (count == NO_DATA) {
      count =
          deadline == 0 && connection.services.limits().idleTimeoutMillis() > 0
              ? readUnlessIdle(channel, target, offset, length, left)
              : readWaiting(channel, target, offset, length, deadline);
    }
    endSeen = count == END;
    return count;
  }

  private int readWaiting(
      SocketChannel channel, byte[] target, int offset, int length, long deadline)
      throws IOException {
    while (true) {
      boolean over = connection.awaitInput(deadline);
      drained = false;
      int count = shut ? END : readOnce(channel, target, offset, length);
      if (count != NO_DATA || over) {
        return count == NO_DATA ? END : count;
      }
      if (Timers.isPast(deadline)) {
        throw new SocketTimeoutException("Read timed out");
      }
    }
  }

  /** Takes a connection without traffic for the idle timeout to be at its end. */
  private int readUnlessIdle(
      SocketChannel channel, byte[] target, int offset, int length, LeftWait left)
      throws IOException {
    LeftWait before = left;
    while (true) {
      long sentBefore = before == null ? connection.output().sent() : before.sent();
      long deadline = Timers.deadlineIn(connection.services.limits().idleTimeoutMillis());
      try {
        return readWaiting(
            channel, target, offset, length, before == null ? deadline : before.shorten(deadline));
      } catch (SocketTimeoutException idle) {
        if (connection.output().sent() == sentBefore) {
          return END;
        }
        before = null;
      }
    }
  }

  @Override
  protected SocketAddress peer() {
    return connection.peer();
  }

  @Override
  protected boolean leave(LoopStep step, long graceMillis) {
    if (!reading.tryLock()) {
      return false;
    }
    try {
      if (lease != null || ahead.available() > 0 || ahead.lost() > 0) {
        return false;
      }
      if (tried && !drained && connection.registration() != null) {
        return false; // a registration that is made now tells of all that is there
      }
      if (shut || endSeen || resetSeen) {
        return false;
      }
      drained = false;
      boolean left =
          connection.leaveStep(
              step, waitFrom(connection.readDeadline(), connection.output().sent(), graceMillis));
      return left && !((shut || connection.isClosed()) && step.takeBack());
    } finally {
      unlock();
    }
  }

  /** Reads the bytes there: kept, in the loop's buffer, or with the kernel. */
  private int readOnce(SocketChannel channel, byte[] target, int offset, int length)
      throws IOException {
    Scratch scratch = scratch();
    if (lease != null && lease == scratch) {
      return scratch.take(this, target, offset, length);
    }
    awaitEndOfLease();
    if (ahead.available() > 0) {
      return ahead.take(target, offset, length);
    }
    if (ahead.lost() > 0) {
      throw new SocketException(
          "no memory was left to keep " + ahead.lost() + " bytes that had come");
    }
    if (drained) {
      return NO_DATA;
    }
    connection.reads();
    tried = true;
    Registration registration = connection.registration();
    try {
      if (scratch == null) {
        int room = Math.min(length, Scratch.SIZE); // the JDK takes as much memory for it
        ByteBuffer into = ByteBuffer.wrap(target, offset, room);
        int count = registration == null ? channel.read(into) : registration.read(channel, into);
        drained = count < room && !connection.mayHaveMore();
        return count;
      }
      Registration.OfArrays past = Scratch.past(registration, length);
      int count =
          past == null
              ? scratch.read(registration, channel, length, ahead)
              : scratch.read(past, target, offset, length, ahead);
      drained = !ahead.isFilled() && !connection.mayHaveMore();
      return past == null && count > 0 ? scratch.take(this, target, offset, length) : count;
    } catch (SocketException failure) {
      resetSeen = "Connection reset".equals(failure.getMessage());
      throw failure;
    }
  }

  /** The buffer of the caller's loop thread; null elsewhere. */
  private static Scratch scratch() {
    LoopThread here = LoopThread.current();
    return here == null ? null : here.scratch();
  }

  /** Only for two readers of a socket: the other's turn on its loop ends soon. */
  private void awaitEndOfLease() {
    while (lease != null) {
      LockSupport.parkNanos(this, 50_000);
    }
  }

  @Override
  public void lease(Scratch holder) {
    lease = holder;
  }

  @Override
  public boolean keep(ByteBuffer rest, KeptBytes account) {
    boolean isKept = ahead.keep(rest, account);
    lease = null;
    dropIfOver();
    return isKept;
  }

  @Override
  public int available() throws IOException {
    connection.channel(); // open
    if (shut || endSeen) {
      return 0;
    }
    boolean alone = reading.tryLock(); // a reader that waits has taken all but what the kernel has
    try {
      return (alone ? readAhead() : 0) + connection.held();
    } finally {
      if (alone) {
        unlock();
      }
    }
  }

  boolean isShut() {
    return shut || endSeen;
  }

  /** Untaken bytes, read or brought by a loop. */
  private int readAhead() {
    Scratch leased = lease;
    int read = leased == null ? ahead.available() : leased == scratch() ? leased.available() : 0;
    Registration registration = connection.registration();
    return registration == null ? read : read + registration.available();
  }

  private void unlock() {
    reading.unlock();
    dropIfOver();
  }

  /**
   * Gives back the bytes without a reader. A thread with the lock, or the lease, comes here
   * afterwards. A thread whose lease ends during the lock here finds the lock taken, so this looks
   * again.
   */
  void dropIfOver() {
    boolean leased = true;
    while (leased && (shut || connection.isClosed()) && reading.tryLock()) {
      try {
        leased = lease != null;
        if (!leased) {
          ahead.drop();
        }
      } finally {
        reading.unlock();
      }
      if (lease != null) {
        return;
      }
    }
  }

  /** Has all further reads find the end, and a present reader look again. */
  void shut() {
    shut = true;
    dropIfOver();
    connection.tellInput();
  }

  /** Closes the connection. */
  @Override
  public void close() throws IOException {
    connection.end();
  }
}
