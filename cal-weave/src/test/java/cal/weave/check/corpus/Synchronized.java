package cal.weave.check.corpus;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.ReentrantLock;

/** Activities that synchronize, and start threads, by themselves. */
// --spawn boolean *..Synchronized.Connection.serve()
// --region void *..Synchronized.Queue.guarded()
@SuppressWarnings({"UnusedVariable", "StaticGuardedByInstance"})
final class Synchronized {
  /** One client. */
  static final class Connection {
    private final Queue queue = new Queue();
    private final ReentrantLock lock = new ReentrantLock();
    private final CountDownLatch latch = new CountDownLatch(1);
    private ExecutorService pool;

    @SuppressWarnings("WaitNotInLoop")
    boolean serve() throws InterruptedException {
      synchronized (queue) { // finds 3.1
        queue.wait(); // finds 3.2
        Queue.length--;
      }
      queue.locked();
      queue.guarded();
      lock.lock(); // finds 3.3
      try {
        latch.await(); // finds 3.3
      } finally {
        lock.unlock();
      }
      new Thread(this::work).start(); // finds 3.4
      Thread.ofVirtual().start(this::work); // finds 3.4
      pool = Executors.newCachedThreadPool(); // finds 3.4
      pool.execute(this::work); // finds 3.4
      return true;
    }

    private void work() {
      synchronized (lock) { // finds 3.1
        latch.countDown(); // finds 3.3
      }
    }
  }

  /** Synchronized in one way, synchronizable in another. */
  static final class Queue {
    private static int length;

    static void changed() {
      length++;
    }

    synchronized void locked() {
      changed(); // finds 3.1
      notifyAll(); // finds 3.2
    }

    void guarded() {
      notifyAll();
    }
  }

  /** Not run by activities. */
  synchronized void elsewhere() {
    notifyAll();
  }
}
