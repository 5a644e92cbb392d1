package cal.proactor.internal.select;

import cal.proactor.AioOperation;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A direction of a socket: an operation that waits there, or an event that has found none.
 *
 * <pre>
 *  empty --park--&gt; operation --take, remove--&gt; empty
 *    '----note----&gt; ready ----park: try again--&gt; empty
 * </pre>
 *
 * <p>Thread-safe: the thread that takes an operation out has the operation.
 */
final class Side {
  private static final Object READY = new Object();

  private final AtomicReference<Object> now = new AtomicReference<>();

  /** Has an operation wait for an event; false if the event has come already. */
  boolean park(AioOperation operation) {
    return now.compareAndSet(null, operation) || !now.compareAndSet(READY, null);
  }

  /** Takes the waiting operation out; null if none waits. */
  AioOperation take() {
    Object present = now.get();
    return present instanceof AioOperation operation && now.compareAndSet(present, null)
        ? operation
        : null;
  }

  /** Takes the waiting operation out, or notes the event; null if none waits. */
  AioOperation takeOrNote() {
    while (true) {
      AioOperation operation = take();
      if (operation != null || now.compareAndSet(null, READY) || now.get() == READY) {
        return operation;
      }
    }
  }

  /** Notes that another operation need not wait. */
  void note() {
    now.compareAndSet(null, READY);
  }

  /** Takes an operation out; false if the operation does not wait here. */
  boolean remove(AioOperation operation) {
    return now.compareAndSet(operation, null);
  }
}
