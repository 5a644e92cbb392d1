package cal.reactive;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * The selector of a loop, in which its thread sleeps. Thread-safe: one thread at a time selects,
 * the loop's or one that helps it.
 */
final class Selection {
  private final Selector selector;

  /** Fair: a loop would always be faster than a thread that looks for it. */
  private final ReentrantLock selecting = new ReentrantLock(true);

  /** Threads that have {@link #letGo} of a channel, for which the loop does not sleep. */
  private final AtomicInteger leavers = new AtomicInteger();

  private final AtomicBoolean asleep = new AtomicBoolean();
  private final AtomicLong idleNanos = new AtomicLong();

  Selection() throws IOException {
    selector = Selector.open();
  }

  SelectionKey register(SelectableChannel channel, int interest, Readiness readiness)
      throws ClosedChannelException {
    return Loop.mounted(() -> channel.register(selector, interest, readiness));
  }

  /** Ends the present or next sleep: one system call at most for each. */
  void wakeUp() {
    if (asleep.get() && asleep.compareAndSet(true, false)) {
      Loop.mounted(selector::wakeup);
    }
  }

  /** Takes the ready channels without waiting, unless another thread selects. */
  void poll(Consumer<SelectionKey> found) throws IOException {
    if (selecting.tryLock()) {
      try {
        if (selector.isOpen()) {
          selector.selectNow(found);
        }
      } finally {
        selecting.unlock();
      }
    }
  }

  /**
   * Looks once, whichever thread selects now: closed channels are given back to the system by that.
   * Ready ones are found again by the loop, which looks afterwards.
   */
  void letGo() throws IOException {
    leavers.incrementAndGet();
    try {
      wakeUp();
      Loop.mounted(
          () -> {
            look();
            return null;
          });
    } finally {
      leavers.decrementAndGet();
    }
  }

  private void look() throws IOException {
    selecting.lock();
    try {
      if (selector.isOpen()) {
        selector.selectNow(ready -> {});
      }
    } finally {
      selecting.unlock();
    }
  }

  /** From now on {@link #wakeUp} ends the sleep: to be called before the looks whether to sleep. */
  void lieDown() {
    selecting.lock();
    asleep.set(true);
  }

  /**
   * Sleeps until channels are ready; for zero milliseconds, only looks. An interrupt, which is
   * meant for no loop, ends one sleep at most: kept, it would end each.
   */
  void sleep(long millis, Consumer<SelectionKey> found) throws IOException {
    Thread.interrupted();
    if (millis == 0) {
      selector.selectNow(found);
      return;
    }
    long since = System.nanoTime();
    selector.select(found, millis == Long.MAX_VALUE ? 0 : millis);
    idleNanos.setOpaque(idleNanos.getPlain() + System.nanoTime() - since);
  }

  void getUp() {
    asleep.set(false);
    selecting.unlock();
  }

  /** Whether threads want to look. */
  boolean isWanted() {
    return leavers.get() > 0;
  }

  boolean isAsleep() {
    return asleep.get();
  }

  /** Time spent asleep so far, but for the present sleep. */
  long idleNanos() {
    return idleNanos.getOpaque();
  }

  /**
   * Closes all channels, and lets the threads that wait for them find out.
   *
   * @return whether there was one to close
   */
  boolean closeChannels() throws IOException {
    boolean any = false;
    for (SelectionKey key : selector.keys()) {
      any |= key.isValid();
      key.channel().close();
      ((Readiness) key.attachment()).closed();
    }
    return any;
  }

  void close() throws IOException {
    selecting.lock();
    try {
      selector.close();
    } finally {
      selecting.unlock();
    }
  }
}
