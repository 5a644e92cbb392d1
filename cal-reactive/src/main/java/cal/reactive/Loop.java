package cal.reactive;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * A reactor: one platform thread that waits for the readiness of many channels, and in between
 * carries the virtual threads that became able to go on. It is their scheduler.
 *
 * <p>{@link #execute} and {@link #wakeUp} are for any thread. A <em>turn</em> is one run of one
 * virtual thread, from where it goes on to where it waits, yields or ends.
 */
final class Loop implements Executor {
  /** Turns that came from elsewhere, at most, in a batch before the selector is asked again. */
  private static final int OTHERS = 64;

  /** The thread of a loop: what carries a virtual thread tells its loop. */
  private static final class LoopThread extends Thread {
    final Loop loop;

    LoopThread(Loop loop, Runnable body, String name) {
      super(body, name);
      this.loop = loop;
    }
  }

  private final Loops siblings;
  private final Selector selector;
  private final LoopThread thread;
  private final Timers timers = new Timers();
  private final Scratch scratch = new Scratch();

  /**
   * Turns that other threads added. Each virtual thread of the loop waits for at most one turn, so
   * the queues are as bounded as the threads are.
   */
  private final Queue<Runnable> runnable = new ConcurrentLinkedQueue<>();

  /** What the selector found, to be signalled one by one: each is then still in the cache. */
  private final Queue<SelectionKey> found = new ArrayDeque<>();

  /** Turns that this loop's thread added; where siblings may help, they stand with the others. */
  private final Queue<Runnable> own;

  /** Who selects: this loop, or an idle one that helps it. */
  private final ReentrantLock selecting = new ReentrantLock();

  private final Consumer<SelectionKey> keeper = found::add;
  private final AtomicBoolean asleep = new AtomicBoolean();
  private final AtomicLong turns = new AtomicLong();
  private final AtomicInteger activities = new AtomicInteger();
  private final AtomicLong idleNanos = new AtomicLong();

  /** In whose place this loop's thread looks for ready channels and timers now; or null. */
  private Loop helped;

  /** It has slept since its last turn: siblings that sleep must be told before the next. */
  private boolean rested;

  /** Turns that this loop's thread added since the last batch: each is in the next. */
  private int ownTurns;

  private volatile boolean closed;

  Loop(Loops siblings, boolean alone, String name) throws IOException {
    this.siblings = siblings;
    this.own = alone ? new ArrayDeque<>() : runnable;
    this.selector = Selector.open();
    this.thread = new LoopThread(this, this::run, name);
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  /** The loop whose thread carries the calling thread, or is it; null on any other. */
  static Loop current() {
    return JdkThreads.carrierOf(Thread.currentThread()) instanceof LoopThread carrier
        ? carrier.loop
        : null;
  }

  /** Puts a virtual thread that can go on behind the others. */
  @Override
  public void execute(Runnable turn) {
    Loop here = current();
    Loop runner = here != null && here.helped == this ? here : this;
    if (here == runner) {
      here.ownTurns++;
      here.own.add(turn);
    } else {
      runnable.add(turn);
      wakeUp();
    }
  }

  /** Ends the present or next sleep of the selector: one system call at most for each. */
  void wakeUp() {
    if (asleep.get() && asleep.compareAndSet(true, false)) {
      mounted(selector::wakeup);
    }
  }

  SelectionKey register(SelectableChannel channel, int interest, Readiness readiness)
      throws ClosedChannelException {
    SelectionKey key = mounted(() -> channel.register(selector, interest, readiness));
    wakeUp();
    return key;
  }

  /** A call of a channel or a selector. */
  @FunctionalInterface
  interface Call<T, E extends Exception> {
    T call() throws E;
  }

  /**
   * Makes a call that takes locks of a channel or a selector, which the loop's own thread needs as
   * well: a virtual thread stays on its carrier, whatever it waits for.
   */
  static <T, E extends Exception> T mounted(Call<T, E> call) throws E {
    boolean pinned = JdkThreads.pin();
    try {
      return call.call();
    } finally {
      JdkThreads.unpin(pinned);
    }
  }

  private void run() {
    try {
      while (!closed) {
        runTurns();
        select();
        timers.expire(System.nanoTime());
      }
      finish();
    } catch (Throwable death) {
      siblings.died(this, death);
    }
  }

  /** Signals all that the selector found, and runs what was to be run when it begins, and new. */
  private void runTurns() {
    int batch = ownTurns + OTHERS;
    ownTurns = 0;
    while (batch > 0) {
      boolean signalled = signalNext();
      Runnable turn = own.poll();
      if (turn != null) {
        run(turn);
      } else if (!signalled) {
        break;
      }
      if (!signalled) {
        batch--;
      }
    }
    if (own != runnable) {
      runOthers();
    }
  }

  private void runOthers() {
    for (int i = 0; i < OTHERS; i++) {
      Runnable turn = runnable.poll();
      if (turn == null) {
        return;
      }
      run(turn);
    }
  }

  /** Signals the next channel that was found ready, of this loop or of one that it helps. */
  private boolean signalNext() {
    SelectionKey next = found.poll();
    if (next == null) {
      return false;
    }
    Readiness.ready(next);
    return true;
  }

  private boolean isIdle() {
    return runnable.isEmpty() && own.isEmpty();
  }

  private void run(Runnable turn) {
    if (rested) {
      rested = false;
      siblings.woke(this);
    }
    turns.setOpaque(turns.getPlain() + 1);
    turn.run();
    scratch.release();
    turns.setOpaque(turns.getPlain() + 1);
  }

  /** Looks for ready channels; sleeps until there are some if nothing else is to be done. */
  private void select() throws IOException {
    long lookAgain = isIdle() ? siblings.help(this) : 0;
    if (isIdle()) {
      sleep(lookAgain);
    } else {
      poll(this);
    }
  }

  /**
   * The flag comes before the looks: who sets a timer, or begins a turn, then looks at the flag.
   * Who finds a timer due looks for ready channels as well: timers that are due again and again
   * would keep them waiting.
   */
  private void sleep(long limitMillis) throws IOException {
    selecting.lock();
    rested = true;
    asleep.set(true);
    try {
      long millis = Math.min(siblings.limit(this, limitMillis), untilTimer());
      if (closed || !isIdle()) {
        return;
      }
      if (millis == 0) {
        selector.selectNow(keeper);
        return;
      }
      long since = System.nanoTime();
      selector.select(keeper, millis == Long.MAX_VALUE ? 0 : millis);
      idleNanos.setOpaque(idleNanos.getPlain() + System.nanoTime() - since);
    } finally {
      asleep.set(false);
      selecting.unlock();
    }
  }

  /** Milliseconds until a timer is due, rounded up; {@link Long#MAX_VALUE} if none is set. */
  private long untilTimer() {
    long next = timers.next();
    if (next == Timers.NEVER) {
      return Long.MAX_VALUE;
    }
    long nanos = Math.max(0, next - System.nanoTime());
    return TimeUnit.NANOSECONDS.toMillis(nanos + 999_999);
  }

  /** Takes the ready channels of a loop, this or a sibling, without waiting. */
  private void poll(Loop other) throws IOException {
    if (other.selecting.tryLock()) {
      try {
        if (!other.closed) {
          other.selector.selectNow(keeper);
        }
      } finally {
        other.selecting.unlock();
      }
    }
  }

  /**
   * Looks for ready channels, and timers that are due, in the place of this loop, on a thread that
   * is no loop's: a turn that cannot let go of the loop, under a native frame say, may be waiting
   * for just those.
   */
  void lookForIt() throws IOException {
    if (selecting.tryLock()) {
      try {
        if (!closed) {
          selector.selectNow(Readiness::ready);
        }
      } finally {
        selecting.unlock();
      }
    }
    timers.expire(System.nanoTime());
  }

  /**
   * Does, while idle, what a sibling cannot do because one turn keeps it: looks for its ready
   * channels and its timers, and runs its turns.
   *
   * @param before the sibling's count of turns at the last look
   */
  void help(Loop sibling, long before) throws IOException {
    poll(sibling);
    helped = sibling;
    for (int i = found.size(); i > 0; i--) {
      signalNext();
    }
    sibling.timers.expire(System.nanoTime());
    helped = null;
    while (isIdle() && sibling.turns() == before) {
      Runnable turn = sibling.runnable.poll();
      if (turn == null) {
        return;
      }
      run(turn);
    }
  }

  /** Turns begun and turns ended so far: odd within a turn. */
  long turns() {
    return turns.getOpaque();
  }

  static boolean isWithinTurn(long turns) {
    return (turns & 1) != 0;
  }

  /** Time spent asleep so far, but for the present sleep. */
  long idleNanos() {
    return idleNanos.getOpaque();
  }

  boolean isAsleep() {
    return asleep.get();
  }

  /** Activities placed here that have not ended. */
  AtomicInteger activities() {
    return activities;
  }

  Timers timers() {
    return timers;
  }

  Scratch scratch() {
    return scratch;
  }

  Thread thread() {
    return thread;
  }

  /** Ends the loop, which first closes its channels and lets who waits for them find out. */
  void close() {
    closed = true;
    selector.wakeup();
  }

  private void finish() throws IOException {
    while (!isIdle() || selector.keys().stream().anyMatch(SelectionKey::isValid)) {
      for (SelectionKey key : selector.keys()) {
        key.channel().close();
        ((Readiness) key.attachment()).closed();
      }
      runTurns();
    }
    selecting.lock();
    try {
      selector.close();
    } finally {
      selecting.unlock();
    }
  }
}
