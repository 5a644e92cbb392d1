package cal.reactive;

import java.io.IOException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectableChannel;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

/**
 * An io_uring of Linux. A receive that is started once brings whatever comes for a connection; a
 * poll tells of listeners, of room, and of connections whose readers take much at a time.
 *
 * <p>Only the thread that looks touches the ring. Others leave their wishes with a place, and the
 * place in a queue. The kernel has a channel for as long as an operation of it is in flight. So a
 * look after the close cancels these, and gives the channel back when the last has ended.
 */
final class UringPoller implements Poller {
  private static final int ENTRIES = 512;
  private static final int BUFFER_SHIFT = 16;
  private static final int MORE_TO_COME = 2;

  /** Failures after which an operation is started anew; a thread that ends cancels its own. */
  private static final Set<Integer> PASSING = Set.of(4, 11, 125);

  /** Failures after which readers make calls: no buffer is left, or Linux is older than 6.0. */
  private static final Set<Integer> BY_CALLS = Set.of(105, 22);

  private final Object lock = new Object();
  private final Ring ring = new Ring(ENTRIES, false);
  private final UringAlarm alarm;
  private final RingBuffers buffers;
  private final Set<UringPlace> places = ConcurrentHashMap.newKeySet();
  private final Queue<UringPlace> wishes = new ConcurrentLinkedQueue<>();
  private volatile boolean closed;

  /** Of the thread that looks, as the rest. */
  private Flight[] flights = new Flight[64];

  /** Slots that were ever used, and those of them that are free. */
  private int flying;

  private final ArrayDeque<Integer> landed = new ArrayDeque<>();
  private Found found;

  /** Channels that are closed, and that the kernel still has. */
  private int leaving;

  UringPoller() throws IOException {
    try {
      buffers = new RingBuffers(ring);
      alarm = new UringAlarm(ring);
    } catch (IOException | RuntimeException failure) {
      ring.close();
      throw failure;
    }
  }

  @Override
  public Place join(SelectableChannel channel, int operations, Readiness told) {
    UringPlace place = new UringPlace(this, channel, told);
    places.add(place);
    if (closed) {
      places.remove(place);
      throw new ClosedSelectorException();
    }
    want(place, operations);
    return place;
  }

  /** Has the thread that looks do something for a place. */
  void want(UringPlace place, int what) {
    if (place.wants(what)) {
      wishes.add(place);
    }
    if (place.told() != null) {
      place.told().loop().wakeUp();
    }
  }

  /** Takes back the memory of bytes that were read. */
  void free(RingBuffers.Chunk chunk) {
    buffers.free(chunk);
  }

  @Override
  public void look(long millis, Found into) throws IOException {
    found = into;
    buffers.giveBack();
    fulfil();
    if (millis > 0) {
      alarm.sleeps();
    }
    long nanos = millis == Long.MAX_VALUE ? millis : TimeUnit.MILLISECONDS.toNanos(millis);
    if (ring.isToBeEntered() || (millis > 0 && !ring.hasNext())) {
      ring.enter(ring.hasNext() ? 0 : nanos);
    }
    take();
  }

  /**
   * The kernel has a cancelled operation until the thread that has started it runs: that may be in
   * a long call.
   */
  @Override
  public boolean hasLetGo() {
    return leaving == 0;
  }

  private void fulfil() throws IOException {
    for (UringPlace place = wishes.poll(); place != null; place = wishes.poll()) {
      Flight known = place.flight();
      fulfil(known == null ? fly(place) : known, place.takeWants());
    }
  }

  private Flight fly(UringPlace place) {
    if (landed.isEmpty() && flying == flights.length) {
      flights = Arrays.copyOf(flights, 2 * flying);
    }
    Flight made = new Flight(ring, place, landed.isEmpty() ? flying++ : landed.pop());
    flights[made.slot()] = made;
    place.flight(made);
    return made;
  }

  private void fulfil(Flight flight, int wanted) throws IOException {
    if ((wanted & UringPlace.END) != 0) {
      leaving++;
      flight.close();
      end(flight);
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

  private void take() throws IOException {
    while (ring.hasNext()) {
      ring.next();
      long key = ring.userData();
      int flags = ring.flags();
      boolean last = (flags & MORE_TO_COME) == 0;
      if (key >= 0) {
        Flight flight = flights[Flight.slot(key)];
        int kind = Flight.kind(key);
        if (last) {
          flight.ended(kind);
        }
        switch (kind) {
          case Flight.RECEIVES -> received(flight, ring.result(), flags >>> BUFFER_SHIFT, last);
          case Flight.INPUT_POLL -> readable(flight, ring.result(), last);
          default -> told(flight, ring.result(), Place.OUTPUT);
        }
        end(flight);
      } else if (last) {
        alarm.ended(key);
      }
    }
    ring.given();
  }

  private void received(Flight flight, int result, int buffer, boolean last) throws IOException {
    UringPlace place = flight.place();
    if (result > 0) {
      place.chunks().add(buffers.filled(buffer, result));
      found.add(place, Place.INPUT);
    }
    if (!last || flight.closes()) {
      return;
    }
    boolean passing = result > 0 || PASSING.contains(-result);
    if (BY_CALLS.contains(-result) || (passing && flight.leaves())) {
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
    boolean regular = (events & ~(Flight.READABLE | Flight.WRITABLE)) == 0;
    if (!regular) {
      flight.place().irregular();
    }
    found.add(flight.place(), regular ? operation : Place.INPUT | Place.OUTPUT);
  }

  /** Gives the channel back, if it is closed and the kernel has it no more. */
  private void end(Flight flight) {
    if (flight.isOver() && flights[flight.slot()] == flight) {
      flights[flight.slot()] = null;
      landed.push(flight.slot());
      leaving--;
      places.remove(flight.place());
      flight.place().release();
    }
  }

  @Override
  public void wakeUp() {
    Loop.mounted(
        () -> {
          synchronized (lock) {
            if (!closed) {
              alarm.signal();
            }
            return null;
          }
        });
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

  /**
   * Closes the channels that are left. Where the kernel has one of them still, for a thread that is
   * in a long call, the ring and its memory stay until it has let go.
   */
  @Override
  public void close() throws IOException {
    synchronized (lock) {
      if (closed) {
        return;
      }
      closed = true;
    }
    places.forEach(UringPlace::close);
    look(0, new Found());
    if (leaving == 0) {
      giveBack();
    } else {
      Thread.ofPlatform().daemon().name("cal-uring-close").start(this::giveBackLater);
    }
  }

  private void giveBackLater() {
    try {
      while (leaving > 0) {
        look(Long.MAX_VALUE, new Found());
      }
      giveBack();
    } catch (IOException failure) {
      places.forEach(UringPlace::release); // the ring is broken: nobody is left to tell
    }
  }

  private void giveBack() {
    alarm.close();
    ring.close();
  }
}
