package cal.core.internal.admission;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Lets few newcomers begin at a time while those that accept them lack a core: beside many threads
 * that run, an acceptor's is one of many, and clients wait unseen with the system. Thread-safe.
 */
public final class Gate {
  private static final long LOOK_MILLIS = 50;

  private final Semaphore few;
  private volatile boolean narrow;

  /**
   * Makes an open one.
   *
   * @param few so many may begin at a time while it is narrow
   */
  public Gate(int few) {
    this.few = new Semaphore(few);
  }

  /** Says whether few may begin from now on. */
  public void narrow(boolean now) {
    narrow = now;
  }

  /**
   * Waits, on the thread that is to run a newcomer's first step, until that may begin.
   *
   * @return whether it has taken a place, to be given back by {@link #leave}
   */
  public boolean pass() {
    try {
      while (narrow) {
        if (few.tryAcquire(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
          return true;
        }
      }
    } catch (InterruptedException meant) {
      Thread.currentThread().interrupt(); // for the step, or for its thread's end
    }
    return false;
  }

  /** After the first step of one that has taken a place. */
  public void leave() {
    few.release();
  }
}
