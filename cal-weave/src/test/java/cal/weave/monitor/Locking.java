package cal.weave.monitor;

import java.util.ArrayList;
import java.util.List;

/** Uses of monitors of the kinds that servers have; each method tells what it has done. */
class Locking {
  static final int LOOPS = 3;

  final List<String> said = new ArrayList<>();
  private final Object lock = new Object();
  private long wide;

  synchronized long whole(long more, double half) {
    wide += more;
    return wide + (long) half;
  }

  static synchronized String ofClass(String text) {
    return text + Thread.holdsLock(Locking.class);
  }

  synchronized void nothing() {}

  synchronized int returnsInside(int number) {
    if (number < 0) {
      return -1;
    }
    for (int i = 0; i < LOOPS; i++) {
      if (i == number) {
        return i * 2;
      }
    }
    return LOOPS;
  }

  synchronized void fails(boolean caught) {
    try {
      throw new IllegalStateException("failed");
    } catch (IllegalStateException failure) {
      if (!caught) {
        throw failure;
      }
      said.add(failure.getMessage());
    } finally {
      said.add("finally " + Thread.holdsLock(this));
    }
  }

  int blocks(int number) {
    for (int i = 0; i < LOOPS; i++) {
      synchronized (lock) {
        if (i == number) {
          continue;
        }
        synchronized (said) {
          said.add(i + " " + Thread.holdsLock(lock) + Thread.holdsLock(said));
          if (number > LOOPS) {
            return i;
          }
          synchronized (lock) {
            said.add("again");
          }
        }
        if (number < 0) {
          break;
        }
      }
    }
    synchronized (Locking.class) {
      said.add("class " + Thread.holdsLock(Locking.class));
    }
    return LOOPS;
  }

  void failsInBlock(Object guard) {
    try {
      synchronized (guard) {
        said.add(ofClass("in block "));
        throw new IllegalStateException("failed");
      }
    } catch (IllegalStateException failure) {
      said.add(failure.getMessage() + Thread.holdsLock(guard));
    }
  }

  @SuppressWarnings({"WaitNotInLoop", "NonAtomicOperationOnVolatileField"})
  synchronized boolean waits(long millis) throws InterruptedException {
    wait(millis);
    return Thread.holdsLock(this);
  }
}
