package cal.reactive.internal.step;

import cal.reactive.internal.loop.Timers;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;

/** The waiting threads of a channel: a reader and a writer. Thread-safe. */
abstract class Waiters extends Timers.Timer {
  static final VarHandle READER;
  static final VarHandle WRITER;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      READER = lookup.findVarHandle(Waiters.class, "reader", Thread.class);
      WRITER = lookup.findVarHandle(Waiters.class, "writer", Thread.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private volatile Thread reader;

  @SuppressWarnings("UnusedVariable") // used through its handle
  private volatile Thread writer;

  /** The time to wake up a waiting writer; a reader has this. Null before the first writer. */
  private volatile Timers.Timer outputTimer;

  /** The timer of the writer. */
  final Timers.Timer outputTimer() {
    if (outputTimer == null) {
      outputTimer =
          new Timers.Timer() {
            @Override
            protected void expired() {
              signal(WRITER);
            }
          };
    }
    return outputTimer;
  }

  /** Forgets the timers of both. */
  final void removeFrom(Timers timers) {
    timers.remove(this);
    if (outputTimer != null) {
      timers.remove(outputTimer);
    }
  }

  /** Whether a thread waits to read. */
  final boolean isRead() {
    return reader != null;
  }

  /**
   * Waits until the calling thread, which has put itself on a side, is signalled there. An
   * interrupt does not end the wait, and is kept, as by a platform thread in a call of the JDK's
   * sockets.
   */
  final void park(VarHandle side, Thread waiting) {
    boolean interrupted = false;
    while (side.getVolatile(this) == waiting) {
      LockSupport.park(this);
      interrupted |= Thread.interrupted();
    }
    if (interrupted) {
      waiting.interrupt();
    }
  }

  /** Takes a thread off its side; false if signalled before. */
  final boolean withdraw(VarHandle side, Thread waiting) {
    return side.compareAndSet(this, waiting, null);
  }

  /** Wakes up the waiting thread of a side; false without a thread. */
  final boolean signal(VarHandle side) {
    Thread waiting = (Thread) side.getAndSet(this, null);
    if (waiting == null) {
      return false;
    }
    LockSupport.unpark(waiting);
    return true;
  }
}
