package cal.reactive;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.util.concurrent.locks.LockSupport;

/**
 * Lets threads wait until a channel of a loop is ready: one for input (or for a connection to
 * accept), one for output (or for its own connection to be made).
 *
 * <p>Thread-safe: threads of any kind wait, the loop signals. A signal says no more than that it is
 * worth trying again. Interest in input stays with the selector once there was any; where input
 * comes while nobody waits, the interest is withdrawn and the fact is kept for the next waiter.
 */
final class Readiness extends Timers.Timer {
  private static final int INPUT = SelectionKey.OP_READ | SelectionKey.OP_ACCEPT;
  private static final int OUTPUT = SelectionKey.OP_WRITE | SelectionKey.OP_CONNECT;
  private static final VarHandle READER;
  private static final VarHandle WRITER;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      READER = lookup.findVarHandle(Readiness.class, "reader", Thread.class);
      WRITER = lookup.findVarHandle(Readiness.class, "writer", Thread.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final Loop loop;
  private final SelectableChannel channel;
  private final SelectionKey key;
  private volatile Thread reader;

  @SuppressWarnings("UnusedVariable") // used through its handle
  private volatile Thread writer;

  /** When to wake up a writer that waits; input has its own. Null where there never was one. */
  private volatile Timers.Timer outputTimer;

  /**
   * A reader that waited for input was woken up, and has not gone on yet, as far as is known: that
   * is believed once. A hint, hence not volatile: a signal too many is ignored once more, or costs
   * two system calls.
   */
  private boolean inputSignalled;

  /** Input came while nobody waited for it. */
  private volatile boolean inputMissed;

  private Readiness(Loop loop, SelectableChannel channel, int interest)
      throws ClosedChannelException {
    this.loop = loop;
    this.channel = channel;
    this.key = loop.register(channel, interest, this);
  }

  /** Joins a non-blocking channel to a loop, for good. */
  static Readiness join(Loop loop, SelectableChannel channel, int interest)
      throws ClosedChannelException {
    return new Readiness(loop, channel, interest);
  }

  /**
   * Waits until the channel is ready, or closed, or the time has come: the caller tries again.
   *
   * @param operation one of those of {@link SelectionKey}
   * @param deadline by {@link System#nanoTime}; 0 for none
   * @throws InterruptedIOException if the calling thread is virtual and interrupted, as the JDK's
   *     sockets do; platform threads do not notice interrupts while they wait for a socket
   */
  void await(int operation, long deadline) throws InterruptedIOException {
    VarHandle side = (operation & INPUT) != 0 ? READER : WRITER;
    Thread waiting = Thread.currentThread();
    Timers.Timer timer = deadline == 0 ? null : side == READER ? this : outputTimer();
    side.setVolatile(this, waiting);
    if (!arm(operation) || !channel.isOpen()) {
      side.setVolatile(this, null);
    } else if (timer != null && loop.timers().set(timer, deadline)) {
      loop.wakeUp();
    }
    try {
      park(side, waiting);
      if (side == READER) {
        inputSignalled = false;
      }
    } finally {
      if (timer != null) {
        loop.timers().clear(timer);
      }
    }
  }

  /** Makes sure that the selector looks for the operation; false where it is worth trying now. */
  private boolean arm(int operation) {
    if ((operation & INPUT) != 0 && inputMissed) {
      inputMissed = false;
      return false;
    }
    try {
      if ((key.interestOps() & operation) == 0) {
        Loop.mounted(() -> key.interestOpsOr(operation));
        loop.wakeUp();
      }
      return true;
    } catch (CancelledKeyException closed) {
      return false;
    }
  }

  /**
   * Has the selector look no more for what cannot happen again. A connection may be found made
   * between a look of its thread and its {@link #arm}: asked for once more, the system would report
   * for good what is no readiness of a key any more, and the selector never sleep.
   */
  void disarm(int operation) {
    try {
      Loop.mounted(() -> key.interestOpsAnd(~operation));
    } catch (CancelledKeyException closed) {
      return; // it looks for nothing
    }
  }

  private void park(VarHandle side, Thread waiting) throws InterruptedIOException {
    boolean interrupted = false;
    while (side.getVolatile(this) == waiting) {
      LockSupport.park(this);
      if (waiting.isVirtual()) {
        if (waiting.isInterrupted() && side.compareAndSet(this, waiting, null)) {
          throw new InterruptedIOException("interrupted while waiting for a socket");
        }
      } else {
        interrupted |= Thread.interrupted();
      }
    }
    if (interrupted) {
      waiting.interrupt();
    }
  }

  /**
   * Called by the loop, or by one that helps it, when the selector has found the key ready: that
   * may be while its registration, by another thread, has not returned yet.
   */
  static void ready(SelectionKey key) {
    ((Readiness) key.attachment()).signal(key);
  }

  private void signal(SelectionKey key) {
    try {
      int operations = key.readyOps();
      if ((operations & OUTPUT) != 0) {
        key.interestOpsAnd(~OUTPUT);
        signal(WRITER);
      }
      if ((operations & INPUT) != 0 && !signalInput()) {
        miss(key);
      }
    } catch (CancelledKeyException closed) {
      signalBoth();
    }
  }

  /**
   * Nobody waits for the input. A reader that was woken up for it reads it in the next batch, on
   * the loop. Elsewhere that may take long, and the selector would find the key ready all the time.
   */
  private void miss(SelectionKey key) {
    if (inputSignalled) {
      inputSignalled = false;
      return;
    }
    inputMissed = true;
    key.interestOpsAnd(~INPUT);
    signalInput();
  }

  /**
   * A writer that waits tries again first. The system reports a socket as writable only when a good
   * part of its buffer is free; any byte that it takes says that the connection is not idle.
   */
  @Override
  void expired() {
    signal(WRITER);
    signalInput();
  }

  private Timers.Timer outputTimer() {
    if (outputTimer == null) {
      outputTimer =
          new Timers.Timer() {
            @Override
            void expired() {
              signal(WRITER);
            }
          };
    }
    return outputTimer;
  }

  /** To be called after the channel was closed: wakes up all waiters. */
  void closed() {
    loop.timers().remove(this);
    if (outputTimer != null) {
      loop.timers().remove(outputTimer);
    }
    signalBoth();
  }

  /** To be called after the channel was closed: {@link #closed}, and the loop lets it go now. */
  void leave() throws IOException {
    closed();
    loop.letGo();
  }

  /** The same, but the loop lets it go when it looks next: after its present turns. */
  void leaveSoon() {
    closed();
    loop.wakeUp();
  }

  /** Wakes up a waiting reader, to look again; false if nobody waits. */
  boolean signalInput() {
    if (reader == null) {
      return false;
    }
    inputSignalled = true;
    boolean signalled = signal(READER);
    if (!signalled) {
      inputSignalled = false;
    }
    return signalled;
  }

  private void signalBoth() {
    signalInput();
    signal(WRITER);
  }

  private boolean signal(VarHandle side) {
    Thread waiting = (Thread) side.getAndSet(this, null);
    if (waiting == null) {
      return false;
    }
    LockSupport.unpark(waiting);
    return true;
  }
}
