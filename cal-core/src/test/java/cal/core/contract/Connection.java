package cal.core.contract;

import cal.core.internal.activity.AttachedThread;
import cal.core.internal.activity.InputWait;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** A target that counts how often it is closed, and that wakes up whoever reads from it. */
public final class Connection implements AutoCloseable {
  public final AtomicInteger closed = new AtomicInteger();
  private final String name;
  private final CountDownLatch open = new CountDownLatch(1);
  private final Exception whenClosed;

  public Connection(String name) {
    this(name, null);
  }

  /** A connection whose close() throws. */
  Connection(String name, Exception whenClosed) {
    this.name = name;
    this.whenClosed = whenClosed;
  }

  /** Waits for input that never comes; ends when the connection is closed, like a socket's read. */
  public boolean read() throws InterruptedException {
    InputWait reader = AttachedThread.currentReader();
    reader.beforeInput();
    reader.beforeBytes(null);
    try {
      ModelFixture.await(open, "the closing of " + this);
      return true;
    } finally {
      reader.afterInput(true);
    }
  }

  @Override
  public void close() throws Exception {
    closed.incrementAndGet();
    open.countDown();
    if (whenClosed != null) {
      throw whenClosed;
    }
  }

  @Override
  public String toString() {
    return name;
  }
}
