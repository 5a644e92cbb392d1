package cal.reactive;

import cal.core.internal.os.Ring;
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
 * An io_uring of Linux. A receive that is started once brings whatever comes for a connection; a
 * poll tells of listeners, of room, and of connections whose readers take much at a time.
 *
 * <p>Only the thread that serves the loop touches the ring. Others leave their wishes with a place,
 * and the place in a queue. The kernel has a channel for as long as an operation of it is in
 * flight. So a look after the close cancels these, and gives the channel back when the last has
 * ended.
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
  private final Set<UringPlace> places = ConcurrentHashMap.newKeySet();
  private final Queue<UringPlace> wishes = new ConcurrentLinkedQueue<>();
  private volatile boolean closed;

  /** Made beforehand: a wake-up needs no memory. */
  private final JdkThreads.Call<Void, RuntimeException> waking = this::signal;

  /** Of the thread that looks, as the rest. */
  private final Flights flights = new Flights(this::release);

  private Found found;

  UringPoller() throws IOException {
    this(Ring::ofOneThread);
  }

  /** One whose rings may fail; for tests. */
  UringPoller(OwnRing.Rings rings) throws IOException {
    ring = new OwnRing(rings);
  }

  @Override
  public Place join(SelectableChannel channel, int operations, ReadinessListener told) {
    UringPlace place = new UringPlace(channel, told, wishes, new Chunks(ring.buffers()));
    places.add(place);
    if (closed) {
      places.remove(place);
      throw new ClosedSelectorException();
    }
    place.want(operations);
    return place;
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
  public void look(long millis, Found into) throws IOException {
    found = into;
    if (ring.leavesOther()) {
      flights.forEach(flights::leaveRing);
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

  /** Makes a ring, and starts all that was in flight; false where that is to be tried again. */
  private boolean hasNewRing() throws IOException {
    try {
      ring.renew();
    } catch (IOException | OutOfMemoryError noMemory) {
      return false;
    }
    flights.forEach(this::moveToRing);
    return true;
  }

  private void moveToRing(Flight flight) throws IOException {
    flight.moveTo(ring.get());
    if (flight.leaves() && flight.place().receives()) {
      readByCalls(flight);
    }
  }

  @Override
  public boolean hasLetGo() {
    return !flights.areLeaving() && (wishes.isEmpty() || mayLook());
  }

  private void fulfil() throws IOException {
    for (UringPlace place = wishes.poll(); place != null; place = wishes.poll()) {
      fulfil(flights.of(place, ring.get()), place.takeWants());
    }
  }

  private void fulfil(Flight flight, int wanted) throws IOException {
    if ((wanted & UringPlace.END) != 0) {
      flights.close(flight);
    }
    if (flight.closes()) {
      return;
    }
    if ((wanted & UringPlace.CALLS) != 0 && !flight.leaves() && !flight.leave()) {
      readByCalls(flight);
    }
    if ((wanted & Place.INPUT) != 0) {
      flight.start(flight.place().receives() ? Flight.RECEIVES : Flight.INPUT_POLL);
    }
    if ((wanted & Place.OUTPUT) != 0) {
      flight.start(Flight.OUTPUT_POLL);
    }
  }

  /** From now on the ring tells of input, and readers make calls. */
  private void readByCalls(Flight flight) throws IOException {
    flight.place().readByCalls();
    flight.start(Flight.INPUT_POLL);
    found.add(flight.place(), Place.INPUT);
  }

  private void take(Ring from) throws IOException {
    while (from.hasNext()) {
      from.next();
      long key = from.userData();
      int flags = from.flags();
      boolean last = (flags & Ring.MORE_TO_COME) == 0;
      if (key >= 0) {
        Flight flight = flights.of(key);
        int kind = Flight.kind(key);
        if (last) {
          flight.ended(kind);
        }
        switch (kind) {
          case Flight.RECEIVES -> received(flight, from.result(), flags >>> BUFFER_SHIFT, last);
          case Flight.INPUT_POLL -> readable(flight, from.result(), last);
          default -> told(flight, from.result(), Place.OUTPUT);
        }
        flights.end(flight);
      } else if (last) {
        ring.alarm().ended(key);
      }
    }
    from.given();
  }

  private void received(Flight flight, int result, int buffer, boolean last) throws IOException {
    UringPlace place = flight.place();
    if (result > 0) {
      place.chunks().add(ring.buffers().filled(buffer, result));
      found.add(place, Place.INPUT);
    }
    if (!last || flight.closes()) {
      return;
    }
    boolean passing = result > 0 || PASSING.contains(-result);
    if (result == -NO_BUFFER || (passing && flight.leaves())) {
      readByCalls(flight);
    } else if (passing) {
      flight.start(Flight.RECEIVES);
    } else {
      place.ended(-result); // the kernel tells of a failure once
      found.add(place, Place.INPUT | Place.OUTPUT);
    }
  }

  private void readable(Flight flight, int result, boolean last) throws IOException {
    if (!PASSING.contains(-result)) {
      told(flight, result, Place.INPUT);
    }
    if (last && !flight.closes()) {
      flight.start(Flight.INPUT_POLL);
    }
  }

  private void told(Flight flight, int events, int operation) {
    boolean regular = (events & ~(Ring.READABLE | Ring.WRITABLE)) == 0;
    if (!regular) {
      flight.place().irregular();
    }
    found.add(flight.place(), regular ? operation : Place.INPUT | Place.OUTPUT);
  }

  private void release(UringPlace place) {
    places.remove(place);
    place.release();
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
  public Collection<UringPlace> places() {
    return List.copyOf(places);
  }

  /** Closes the channels that are left, of which the kernel lets go with the ring. */
  @Override
  public void close() throws IOException {
    synchronized (lock) {
      if (closed) {
        return;
      }
      closed = true;
    }
    places.forEach(UringPlace::close);
    places.forEach(UringPlace::awaitNobody);
    ring.close();
    ring.alarm().close();
    places.forEach(UringPlace::release);
  }
}
