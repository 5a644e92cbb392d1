package cal.proactor;

import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/** Has the thread that makes it wait for an operation, whatever interrupts it. */
final class OperationEnd implements Consumer<AioOperation> {
  private final Thread waiting = Thread.currentThread();
  private volatile boolean ended;

  @Override
  public void accept(AioOperation operation) {
    ended = true;
    LockSupport.unpark(waiting);
  }

  /** Waits; an interrupt stays set. */
  void await() {
    boolean interrupted = false;
    while (!ended) {
      LockSupport.park(this);
      interrupted |= Thread.interrupted();
    }
    if (interrupted) {
      waiting.interrupt();
    }
  }
}
