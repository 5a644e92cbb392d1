package cal.reactive.internal.step;

import cal.core.internal.os.NativeBuffer;
import cal.reactive.internal.transport.Poller;
import cal.reactive.internal.transport.ReadinessListener;
import cal.reactive.internal.transport.ReadySet;
import cal.reactive.internal.transport.Registration;
import java.nio.channels.SelectableChannel;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * A poller that tells once of each edge: the actor that plays the loop does. Its places have no
 * channel, so thousands of them cost nothing. A look sleeps until it is woken up.
 */
public final class EdgePoller implements Poller {
  private volatile boolean woken;
  private volatile Thread sleeper;

  @Override
  public Registration join(SelectableChannel none, int operations, ReadinessListener told) {
    return new Edges((Readiness) told);
  }

  @Override
  public void look(long millis, ReadySet ready) {
    sleeper = Thread.currentThread();
    while (millis > 0 && !woken) {
      LockSupport.park(this);
    }
    sleeper = null;
    woken = false;
  }

  @Override
  public void wakeUp() {
    woken = true;
    LockSupport.unpark(sleeper);
  }

  @Override
  public boolean isLazy() {
    return false;
  }

  @Override
  public boolean isOpen() {
    return true;
  }

  @Override
  public Collection<Registration> registrations() {
    return List.of();
  }

  @Override
  public void close() {}

  /** The place of bytes that the other side sends. */
  static final class Edges implements Registration {
    private final Readiness told;
    private volatile int available;
    private volatile boolean open = true;

    private Edges(Readiness told) {
      this.told = told;
    }

    /** Sends, and tells of it, once; for the actor that plays the loop. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // one of the two waits for the other
    void send() {
      available++;
      told.ready(this, INPUT);
    }

    boolean isEmpty() {
      return available == 0;
    }

    /** Reads all; for the one who reads. */
    void read() {
      available = 0;
    }

    @Override
    public Readiness told() {
      return told;
    }

    @Override
    public boolean arm(int operation) {
      return true;
    }

    @Override
    public void disarm(int operations) {}

    @Override
    public boolean tellsAgain() {
      return false;
    }

    @Override
    public boolean mayHaveMore() {
      return false;
    }

    @Override
    public int read(NativeBuffer into) {
      throw new UnsupportedOperationException("nothing is read");
    }

    @Override
    public int write(NativeBuffer from) {
      throw new UnsupportedOperationException("nothing is written");
    }

    @Override
    public boolean isOpen() {
      return open;
    }

    @Override
    public void close() {
      open = false;
    }
  }
}
