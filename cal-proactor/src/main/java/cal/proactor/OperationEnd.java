package cal.proactor;

import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/** Has the thread that makes it wait for an operation, whatever interrupts it. */
final class OperationEnd implements Consumer<AioOperation> {
  /** The ends that are waited for, and the failure after which none comes. Thread-safe. */
  static final class All {
    private final Set<OperationEnd> ends = ConcurrentHashMap.newKeySet();
    private volatile Throwable failure;

    /** An end that the calling thread will wait for, until it is over. */
    OperationEnd begin() {
      OperationEnd end = new OperationEnd(this);
      ends.add(end);
      return end;
    }

    void over(OperationEnd end) {
      ends.remove(end);
    }

    /** Has all waits fail, present and later ones. */
    void fail(Throwable why) {
      failure = why;
      ends.forEach(end -> LockSupport.unpark(end.waiting));
    }

    /** Why no end comes any more; null where they do. */
    Throwable failure() {
      return failure;
    }
  }

  private final All all;
  private final Thread waiting = Thread.currentThread();
  private volatile boolean ended;

  private OperationEnd(All all) {
    this.all = all;
  }

  @Override
  public void accept(AioOperation operation) {
    ended = true;
    LockSupport.unpark(waiting);
  }

  /**
   * Waits; an interrupt stays set.
   *
   * @throws IOException if the end will not come
   */
  void await() throws IOException {
    boolean interrupted = false;
    while (!ended && all.failure == null) {
      LockSupport.park(this);
      interrupted |= Thread.interrupted();
    }
    if (interrupted) {
      waiting.interrupt();
    }
    if (!ended) {
      throw new IOException("io_uring has failed: " + all.failure, all.failure);
    }
  }
}
