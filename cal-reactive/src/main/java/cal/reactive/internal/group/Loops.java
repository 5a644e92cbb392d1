package cal.reactive.internal.group;

import cal.core.internal.support.Grace;
import cal.core.internal.support.Opening;
import cal.core.spi.Cores;
import cal.core.spi.SocketProvider.ReadAheadStatus;
import cal.core.spi.VirtualThreads;
import cal.reactive.internal.buffer.KeptBytes;
import cal.reactive.internal.jdk.JdkThreads;
import cal.reactive.internal.loop.Loop;
import cal.reactive.internal.loop.LoopGroup;
import cal.reactive.internal.loop.LoopThread;
import cal.reactive.internal.relief.LoopRelief;
import cal.reactive.internal.relief.LoopThreads;
import cal.reactive.internal.relief.LoopWatchdog;
import cal.reactive.internal.relief.WorkSharing;
import cal.reactive.internal.step.FreeWorkers;
import cal.reactive.internal.transport.Poller;
import cal.reactive.internal.transport.Transport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The loops of a model in a runtime, shared by its stages. Thread-safe.
 *
 * <p>A connection is placed on the loop with the least to do, and stays there; an idle sibling does
 * the work of a too busy loop.
 */
public final class Loops implements LoopGroup, AutoCloseable {
  private final String name;
  private final String remark;
  private final boolean schedule;
  private final List<Loop> loops = new ArrayList<>();
  private final List<WorkSharing> sharing = new ArrayList<>();
  private final AtomicInteger running;

  /** Closed loops with something open yet. */
  private final CountDownLatch open;

  private final Placement placement;
  private final KeptBytes kept;
  private final LoopThreads threads;
  private final LoopRelief relief;
  private final LoopWatchdog watchdog;

  /**
   * Makes and starts loops.
   *
   * @param name of the threads, before their number
   * @param number of loops
   * @param patience with long turns
   * @param readAhead the most read-ahead bytes kept by all connections together
   * @param transport beneath the loops
   * @param scheduling of the activities
   * @param cores of the threads
   */
  public Loops(
      String name,
      int number,
      Patience patience,
      long readAhead,
      Transport transport,
      Scheduling scheduling,
      Cores cores) {
    this.name = name;
    remark = name.replaceFirst("^cal-", "") + " over " + transport.remark() + scheduling.remark();
    schedule = scheduling.byLoops();
    running = new AtomicInteger(number);
    open = new CountDownLatch(number);
    kept = new KeptBytes(readAhead);
    Transport resolved = transport.resolved();
    try (Opening opening = new Opening()) {
      for (int i = 1; i <= number; i++) {
        Poller poller = opening.get(resolved::open, Poller::close);
        loops.add(new Loop(this, number == 1, name + "-loop-" + i, poller, FreeWorkers::new));
      }
      loops.forEach(loop -> sharing.add(new WorkSharing(loop, loops)));
      placement = new Placement(loops);
      if (schedule) {
        VirtualThreads.openPollers();
      }
      int spares = patience.spares();
      threads =
          opening.get(
              () -> new LoopThreads(this, kept, name, number, spares, cores), LoopThreads::close);
      for (Loop loop : loops) {
        opening.run(() -> threads.start(loop)); // they end where the threads are closed
      }
      boolean flushes = resolved == Transport.IO_URING;
      relief = new LoopRelief(name, loops, threads, patience.lendAfter(), flushes);
      opening.get(relief::start, LoopRelief::end);
      watchdog = new LoopWatchdog(name, threads, patience.reportAfter());
      opening.get(watchdog::start, LoopWatchdog::close);
      opening.complete();
    } catch (IOException e) {
      throw new UncheckedIOException("no event loop can be had: " + e.getMessage(), e);
    }
    threads.begin();
  }

  /** The loop for a new activity, or for a socket used off the loops. */
  public Loop place() {
    return placement.next();
  }

  /** Whether the loops schedule activities. */
  public boolean schedule() {
    return schedule;
  }

  /** An unstarted virtual thread, scheduled by a loop, or by the JDK instead. */
  public Thread unstarted(Loop loop, String threadName, Runnable body) {
    return schedule
        ? JdkThreads.unstarted(loop, threadName, body)
        : Thread.ofVirtual().name(threadName).unstarted(body);
  }

  public List<Loop> all() {
    return loops;
  }

  /** The bytes kept by the connections of all loops. */
  public ReadAheadStatus readAhead() {
    return new ReadAheadStatus(name, kept.bytes(), kept.limit());
  }

  /** Whether a sleeping loop looks after the others. */
  public boolean looks(Loop loop) {
    return sharing.get(loops.indexOf(loop)).isOn();
  }

  /** Their transport and scheduler, for people. */
  public String remark() {
    return remark;
  }

  /** The name of their model, with a prefix. */
  public String name() {
    return name;
  }

  public LoopThreads threads() {
    return threads;
  }

  public LoopRelief relief() {
    return relief;
  }

  public LoopWatchdog watchdog() {
    return watchdog;
  }

  @Override
  public long help(Loop idle) throws IOException {
    return loops.size() == 1 ? Long.MAX_VALUE : sharing.get(loops.indexOf(idle)).look();
  }

  @Override
  public long limit(Loop sleeper, long millis) {
    for (Loop sibling : loops) {
      if (sibling != sleeper && !sibling.isAsleep()) {
        return Math.min(millis, WorkSharing.LOOK_MILLIS);
      }
    }
    return millis;
  }

  @Override
  public void relieve(Loop loop, LoopThread kept, long turn) {
    threads.relieve(loop, kept, turn);
  }

  @Override
  public void woke(Loop loop) {
    relief.woke();
    Loop sleeper = null;
    for (int i = 0; i < loops.size(); i++) {
      Loop sibling = loops.get(i);
      if (sibling != loop && sibling.isAsleep()) {
        if (sharing.get(i).isOn()) {
          return;
        }
        sleeper = sibling;
      }
    }
    if (sleeper != null) {
      sleeper.wakeUp();
    }
  }

  @Override
  public void hasClosedAll() {
    open.countDown();
  }

  @Override
  public void finished() {
    if (running.decrementAndGet() == 0) {
      relief.end();
      threads.close();
    }
    open.countDown();
  }

  @Override
  public void close() throws InterruptedException {
    watchdog.close();
    long now = System.nanoTime();
    loops.forEach(loop -> loop.flushUntil(now)); // a turn may keep its loop until the halt
    loops.forEach(loop -> loop.flushUntil(now + Grace.nanos())); // full sockets take the last
    loops.forEach(Loop::close);
    if (Loop.current() != null) {
      return; // a thread that waits for its own loop's end would never go on
    }
    if (open.await(Grace.nanos(), TimeUnit.NANOSECONDS) && running.get() == 0) {
      threads.join(Duration.ofNanos(Grace.nanos()));
    }
  }
}
