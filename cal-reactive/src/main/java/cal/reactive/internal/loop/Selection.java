package cal.reactive.internal.loop;

import cal.reactive.internal.jdk.JdkThreads;
import cal.reactive.internal.transport.Poller;
import cal.reactive.internal.transport.ReadinessListener;
import cal.reactive.internal.transport.ReadySet;
import cal.reactive.internal.transport.Registration;
import java.io.IOException;
import java.nio.channels.SelectableChannel;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * The poller of a loop, for its thread's sleep. Thread-safe: a single thread at a time looks, the
 * loop's or a helper.
 */
final class Selection {
  /** Looks for the end of a close, a millisecond each. */
  private static final int MOST_LOOKS = 100;

  /** For the first look of another thread. */
  private static final long PAUSE_NANOS = 50_000;

  private final Poller poller;
  private final Timers timers;

  /** Fair: a loop would always be faster than a helper. */
  private final ReentrantLock selecting = new ReentrantLock(true);

  /** Threads in {@link #letGo} of a channel; the loop does not sleep meanwhile. */
  private final AtomicInteger leavers = new AtomicInteger();

  private final AtomicBoolean asleep = new AtomicBoolean();
  private final AtomicLong idleNanos = new AtomicLong();

  Selection(Poller poller, Timers timers) {
    this.poller = poller;
    this.timers = timers;
  }

  Registration join(SelectableChannel channel, int operations, ReadinessListener told)
      throws IOException {
    Registration registration = poller.join(channel, operations, told);
    if (poller.isLazy()) {
      wakeUp();
    }
    return registration;
  }

  /**
   * Ends the present or next sleep: one system call at most for each. After a failure, for want of
   * memory or stack, the next caller tries again: the flag of a loop awake by then is wrong until
   * its next sleep, at the price of a call.
   */
  void wakeUp() {
    if (asleep.get() && asleep.compareAndSet(true, false)) {
      boolean woken = false;
      try {
        poller.wakeUp();
        woken = true;
      } finally {
        if (!woken) {
          asleep.set(true);
        }
      }
    }
  }

  /** Whether a look is due, although turns wait. */
  boolean isDue() {
    return poller.isDue();
  }

  void flush() {
    poller.flush();
  }

  void flushUntil(long deadline) {
    poller.flushUntil(deadline);
  }

  /** The calling thread serves the loop from now on. */
  void servedHere() {
    selecting.lock();
    try {
      poller.servedHere();
    } finally {
      selecting.unlock();
    }
  }

  /**
   * Takes the ready channels without waiting, unless another thread selects.
   *
   * @return false if there are some, for the serving thread alone
   */
  boolean poll(ReadySet ready) throws IOException {
    if (!selecting.tryLock()) {
      return true;
    }
    try {
      if (!poller.isOpen()) {
        return true;
      }
      if (!poller.mayLook()) {
        return !poller.hasNews();
      }
      poller.look(0, ready);
      return true;
    } finally {
      selecting.unlock();
    }
  }

  /**
   * Gives the system back closed channels. A lazy poller does so at a look: a single look,
   * whichever thread selects now. Ready channels are found again by the loop's look afterwards, or
   * told here by a poller that tells once.
   *
   * @param soon enough if the loop looks after its present turns
   */
  void letGo(boolean soon) throws IOException {
    if (!poller.isLazy()) {
      return;
    }
    if (soon) {
      wakeUp();
      return;
    }
    leavers.incrementAndGet();
    try {
      wakeUp();
      JdkThreads.pinned(
          () -> {
            look();
            return null;
          });
    } finally {
      leavers.decrementAndGet();
    }
  }

  /** Looks until all is given back, but not for long; others may look in between. */
  private void look() throws IOException {
    ReadySet ready = new ReadySet();
    long millis = 0;
    for (int looks = 0; looks < MOST_LOOKS && look(millis, ready); looks++) {
      millis = 1;
    }
    timers.looked(System.nanoTime());
    ready.tellAll(registration -> !registration.tellsAgain());
  }

  /** Looks, or lets the serving thread look; true while a closed channel is not given back yet. */
  private boolean look(long millis, ReadySet ready) throws IOException {
    boolean may;
    selecting.lock();
    try {
      if (!poller.isOpen()) {
        return false;
      }
      may = poller.mayLook();
      if (may) {
        poller.look(millis, ready);
      }
      if (poller.hasLetGo()) {
        return false;
      }
    } finally {
      selecting.unlock();
    }
    if (!may) {
      LockSupport.parkNanos(this, Math.max(PAUSE_NANOS, TimeUnit.MILLISECONDS.toNanos(millis)));
    }
    return true;
  }

  /** From now on {@link #wakeUp} ends the sleep: to be called before the looks whether to sleep. */
  void lieDown() {
    selecting.lock();
    asleep.set(true);
  }

  /**
   * Sleeps until channels are ready; for zero milliseconds, only looks. An interrupt, meant for no
   * loop, ends a single sleep at most: a kept interrupt would end each.
   */
  void sleep(long millis, ReadySet ready) throws IOException {
    Thread.interrupted();
    if (millis == 0) {
      poller.look(0, ready);
      return;
    }
    long since = System.nanoTime();
    poller.look(millis, ready);
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

  /** Visits the listeners of all present registrations; for any thread. */
  void forEach(Consumer<ReadinessListener> visitor) {
    if (poller.isOpen()) {
      poller.registrations().forEach(registration -> visitor.accept(registration.told()));
    }
  }

  /**
   * Closes all channels, and lets waiting threads find out.
   *
   * @return whether there was a channel to close
   */
  boolean closeChannels() throws IOException {
    boolean any = false;
    for (Registration registration : poller.registrations()) {
      any |= registration.isOpen();
      registration.close();
      registration.told().closed();
    }
    if (any && poller.isLazy()) {
      look(); // until then they would seem open to the threads that find out
    }
    return any;
  }

  void close() throws IOException {
    selecting.lock();
    try {
      poller.close();
    } finally {
      selecting.unlock();
    }
  }
}
