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
 *  known ---------&gt; received -----------------------------------&gt; told of input, read by calls
 *    |                  |                                              |
 *    +------------------+------------------ close ---------------------+
 *                                             v
 *                cancelling ---- the last operation has ended ----&gt; given back
 * </pre>
 */
final class UringPoller implements Poller {
  private static final int BUFFER_SHIFT = 16;

  /** Before a ring is tried for again. */
  private static final long PAUSE_NANOS = 1_000_000;

  /** Failures after which an operation is started anew. */
  private static final Set<Integer> PASSING = Set.of(4, 11, 125);

  /** The failure after which readers make calls: no buffer is left. */
  private static final int NO_BUFFER = 105;

  private final Object lock = new Object();
  private final OwnRing ring;
  private final Set<UringRegistration> registrations = ConcurrentHashMap.newKeySet();
  private final Queue<UringRegistration> wishes = new ConcurrentLinkedQueue<>();
  private volatile boolean closed;

  /** Made beforehand: a wake-up needs no memory. */
  private final JdkThreads.Call<Void, RuntimeException> waking = this::signal;

  /** Of the looking thread, like the rest. */
  private final InFlightTable table = new InFlightTable(this::release);

  private ReadySet ready;

  UringPoller() throws IOException {
    this(Ring::ofOneThread);
  }

  /** A poller with failing rings; for tests. */
  UringPoller(OwnRing.Rings rings) throws IOException {
    ring = new OwnRing(rings);
  }

  @Override
  public Registration join(SelectableChannel channel, int operations, ReadinessListener told) {
    UringRegistration registration =
        new UringRegistration(channel, told, wishes, new Chunks(ring.buffers()));
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
    return !wishes.isEmpty() || ring.isToBeEntered();
  }

  @Override
  public void look(long millis, ReadySet into) throws IOException {
    ready = into;
    if (ring.leavesOther()) {
      table.forEach(table::leaveRing);
    }
    if (ring.get() == null && !hasNewRing()) {
      fulfil();
      LockSupport.parkNanos(this, Math.min(PAUSE_NANOS, TimeUnit.MILLISECONDS.toNanos(millis)));
      return;
    }
    ring.buffers().giveBack();
    fulfil();
    ring.enter(millis);
    take(ring.get());
    while (ring.get().hasOverflow()) { // a thread that serves the loop next could not take it
      ring.enter(0);
      take(ring.get());
    }
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
      readByCalls(inFlight);
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
    }
    if (inFlight.closes()) {
      return;
    }
    if ((wanted & UringRegistration.CALLS) != 0 && !inFlight.leaves() && !inFlight.leave()) {
      readByCalls(inFlight);
    }
    if ((wanted & Registration.INPUT) != 0) {
      inFlight.start(inFlight.registration().receives() ? InFlight.RECEIVES : InFlight.INPUT_POLL);
    }
    if ((wanted & Registration.OUTPUT) != 0) {
      inFlight.start(InFlight.OUTPUT_POLL);
    }
  }

  /** From now on the ring tells of input, and readers make calls. */
  private void readByCalls(InFlight inFlight) throws IOException {
    inFlight.registration().readByCalls();
    inFlight.start(InFlight.INPUT_POLL);
    ready.add(inFlight.registration(), Registration.INPUT);
  }

  private void take(Ring from) throws IOException {
    while (from.hasNext()) {
      from.next();
      long key = from.userData();
      int flags = from.flags();
      boolean last = (flags & Ring.MORE_TO_COME) == 0;
      if (key >= 0) {
        InFlight inFlight = table.of(key);
        int kind = InFlight.kind(key);
        if (last) {
          inFlight.ended(kind);
        }
        switch (kind) {
          case InFlight.RECEIVES -> received(inFlight, from.result(), flags >>> BUFFER_SHIFT, last);
          case InFlight.INPUT_POLL -> readable(inFlight, from.result(), last);
          default -> told(inFlight, from.result(), Registration.OUTPUT);
        }
        table.end(inFlight);
      } else if (last) {
        ring.alarm().ended(key);
      }
    }
    from.given();
  }

  private void received(InFlight inFlight, int result, int buffer, boolean last)
      throws IOException {
    UringRegistration registration = inFlight.registration();
    if (result > 0) {
      registration.chunks().add(ring.buffers().filled(buffer, result));
      ready.add(registration, Registration.INPUT);
    }
    if (!last || inFlight.closes()) {
      return;
    }
    boolean passing = result > 0 || PASSING.contains(-result);
    if (result == -NO_BUFFER || (passing && inFlight.leaves())) {
      readByCalls(inFlight);
    } else if (passing) {
      inFlight.start(InFlight.RECEIVES);
    } else {
      registration.ended(-result); // the kernel tells of a failure once
      ready.add(registration, Registration.INPUT | Registration.OUTPUT);
    }
  }

  private void readable(InFlight inFlight, int result, boolean last) throws IOException {
    if (!PASSING.contains(-result)) {
      told(inFlight, result, Registration.INPUT);
    }
    if (last && !inFlight.closes()) {
      inFlight.start(InFlight.INPUT_POLL);
    }
  }

  private void told(InFlight inFlight, int events, int operation) {
    boolean regular = (events & ~(Ring.READABLE | Ring.WRITABLE)) == 0;
    if (!regular) {
      inFlight.registration().irregular();
    }
    ready.add(
        inFlight.registration(), regular ? operation : Registration.INPUT | Registration.OUTPUT);
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
    ring.close();
    ring.alarm().close();
    registrations.forEach(UringRegistration::release);
  }
}
