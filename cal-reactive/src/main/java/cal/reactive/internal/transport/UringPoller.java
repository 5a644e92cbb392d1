package cal.reactive.internal.transport;

import cal.core.internal.os.Ring;
import cal.reactive.internal.jdk.JdkThreads;
import java.io.IOException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectableChannel;
import java.util.Collection;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * An io_uring of Linux as a poller.
 *
 * <p>Contract: only the serving thread of the loop touches the ring. Others leave their wishes with
 * a registration, and the registration in a queue. The kernel has a channel for as long as an
 * operation is in flight: a look after the close cancels these, and gives the channel back when the
 * last has ended.
 *
 * <p>The ring follows Axboe's <i>Efficient IO with io_uring</i> (2019), with a multishot receive
 * and buffers chosen by the kernel. Differences from a proactor: readers pull, as from readiness. A
 * receive, started once, brings all bytes of a connection; a reader with large reads, or without a
 * buffer left, makes calls from then on, and a poll tells of input.
 *
 * <pre>
 *            arm               wants much, or no buffer is left
 *  known ---------&gt; received &lt;----------------------------------&gt; told of input, read by calls
 *    |                  |                                              |
 *    +------------------+------------------ close ---------------------+
 *                                             v
 *                cancelling ---- the last operation has ended ----&gt; given back
 * </pre>
 */
final class UringPoller implements Poller {
  /** Before a ring is tried for again. */
  private static final long PAUSE_NANOS = 1_000_000;

  private final Object lock = new Object();
  private final OwnRing ring;
  private final Set<UringRegistration> registrations = ConcurrentHashMap.newKeySet();
  private final Queue<UringRegistration> wishes = new ConcurrentLinkedQueue<>();
  private volatile boolean closed;

  /** Looks begun, for the thread that flushes. */
  private final AtomicInteger looks = new AtomicInteger();

  private int flushedAt;

  /** Made beforehand: a wake-up needs no memory. */
  private final JdkThreads.Call<Void, RuntimeException> waking = this::signal;

  /** Of the looking thread, like the rest. */
  private final InFlightTable table = new InFlightTable(this::release);

  private final Outbox outbox;
  private final Completions completions;

  UringPoller() throws IOException {
    this(Ring::ofOneThread, Outbox.LONGEST_NANOS);
  }

  /**
   * A poller with failing rings, or without a limit for the writes between two looks; for tests.
   */
  UringPoller(OwnRing.Rings rings, long longestNanos) throws IOException {
    ring = new OwnRing(rings);
    outbox = new Outbox(ring, longestNanos, table::sent);
    completions = new Completions(ring, table, outbox);
  }

  @Override
  public Registration join(SelectableChannel channel, int operations, ReadinessListener told) {
    UringRegistration registration =
        new UringRegistration(channel, told, wishes, new Chunks(ring.buffers()), outbox);
    registrations.add(registration);
    if (closed) {
      registrations.remove(registration);
      throw new ClosedSelectorException();
    }
    registration.want(operations);
    return registration;
  }

  @Override
  public void servedHere() {
    ring.servedHere();
  }

  @Override
  public boolean mayLook() {
    return ring.isOfCaller();
  }

  @Override
  public boolean hasNews() {
    return !wishes.isEmpty() || outbox.hasWaiting() || ring.isToBeEntered();
  }

  @Override
  public void look(long millis, ReadySet into) throws IOException {
    looks.lazySet(looks.getPlain() + 1);
    completions.tell(into);
    if (ring.leavesOther()) {
      table.forEach(table::leaveRing);
    }
    if (ring.get() == null && !hasNewRing()) {
      outbox.submit(null);
      fulfil();
      completions.answerByCalls();
      LockSupport.parkNanos(this, Math.min(PAUSE_NANOS, TimeUnit.MILLISECONDS.toNanos(millis)));
      return;
    }
    ring.buffers().giveBack();
    outbox.submit(ring.get());
    fulfil();
    ring.enter(completions.areAsked() || outbox.closesAfter() ? 0 : millis);
    completions.take();
    while (ring.get().hasOverflow() // a thread that serves the loop next could not take it
        || (outbox.hasSubmitted() && ring.get().hasUnsubmitted())) {
      ring.enter(0);
      completions.take();
    }
    completions.answer();
    outbox.settle();
  }

  @Override
  public boolean isDue() {
    return outbox.isDue();
  }

  /** Sends what waits since the last call, if no look came in between. */
  @Override
  public void flush() {
    int now = looks.get();
    if (now == flushedAt && outbox.hasWaiting()) {
      outbox.flushAll();
    }
    flushedAt = now;
  }

  @Override
  public void flushUntil(long deadline) {
    outbox.close(deadline);
  }

  /** Makes a ring, and starts all operations in flight again; false for another try. */
  private boolean hasNewRing() throws IOException {
    try {
      ring.renew();
    } catch (IOException | OutOfMemoryError noMemory) {
      return false;
    }
    table.forEach(this::moveToRing);
    return true;
  }

  private void moveToRing(InFlight inFlight) throws IOException {
    inFlight.moveTo(ring.get());
    if (inFlight.leaves() && inFlight.registration().receives()) {
      completions.readByCalls(inFlight);
    }
  }

  @Override
  public boolean hasLetGo() {
    return !table.areLeaving() && (wishes.isEmpty() || mayLook());
  }

  private void fulfil() throws IOException {
    for (UringRegistration registration = wishes.poll();
        registration != null;
        registration = wishes.poll()) {
      fulfil(table.of(registration, ring.get()), registration.takeWants());
    }
  }

  private void fulfil(InFlight inFlight, int wanted) throws IOException {
    if ((wanted & UringRegistration.END) != 0) {
      table.close(inFlight);
      if (inFlight.registration().output().room() != null && inFlight.registration().resets()) {
        outbox.abandon(inFlight.registration());
      }
    }
    if (inFlight.closes()) {
      return;
    }
    if ((wanted & UringRegistration.CALLS) != 0 && !inFlight.leaves() && !inFlight.leave()) {
      completions.readByCalls(inFlight);
    }
    if ((wanted & UringRegistration.BUFFERS) != 0 && inFlight.registration().receives()) {
      inFlight.stopsPolling();
      inFlight.start(InFlight.RECEIVES);
    }
    if ((wanted & Registration.INPUT) != 0) {
      inFlight.start(inFlight.registration().receives() ? InFlight.RECEIVES : InFlight.INPUT_POLL);
    }
    if ((wanted & UringRegistration.NEWS) != 0) {
      completions.ask(inFlight.registration());
    }
    if ((wanted & Registration.OUTPUT) != 0) {
      inFlight.start(InFlight.OUTPUT_POLL);
    }
  }

  private void release(UringRegistration registration) {
    registrations.remove(registration);
    registration.release();
  }

  @Override
  public void wakeUp() {
    JdkThreads.pinned(waking);
  }

  private Void signal() {
    synchronized (lock) {
      if (!closed) {
        ring.alarm().signal();
      }
      return null;
    }
  }

  @Override
  public boolean isLazy() {
    return true;
  }

  @Override
  public boolean isOpen() {
    return !closed;
  }

  @Override
  public Collection<UringRegistration> registrations() {
    return List.copyOf(registrations);
  }

  /** Closes the remaining channels, let go by the kernel with the ring. */
  @Override
  public void close() throws IOException {
    synchronized (lock) {
      if (closed) {
        return;
      }
      closed = true;
    }
    registrations.forEach(UringRegistration::close);
    registrations.forEach(UringRegistration::awaitNobody);
    outbox.close(System.nanoTime());
    outbox.drop();
    ring.close();
    ring.alarm().close();
    registrations.forEach(UringRegistration::release);
  }
}
