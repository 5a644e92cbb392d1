package cal.reactive;

import cal.core.internal.os.Ring;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.function.Consumer;

/** The operations of all places of one poller, by slot. For the thread that looks. */
final class Flights {
  private final Consumer<UringPlace> whenOver;
  private Flight[] flights = new Flight[64];

  /** Slots that were ever used, and those of them that are free. */
  private int flying;

  private final ArrayDeque<Integer> landed = new ArrayDeque<>();

  /** Channels that are closed, and that the kernel still has. */
  private int leaving;

  /**
   * Has none.
   *
   * @param whenOver told of a place that was closed, and whose channel the kernel has no more
   */
  Flights(Consumer<UringPlace> whenOver) {
    this.whenOver = whenOver;
  }

  /** Those of a place, which may be new. */
  Flight of(UringPlace place, Ring ring) {
    if (place.flight() != null) {
      return place.flight();
    }
    if (landed.isEmpty() && flying == flights.length) {
      flights = Arrays.copyOf(flights, 2 * flying);
    }
    Flight made = new Flight(ring, place, landed.isEmpty() ? flying++ : landed.pop());
    flights[made.slot()] = made;
    place.flight(made);
    return made;
  }

  /** Those that a key of an operation belongs to. */
  Flight of(long key) {
    return flights[Flight.slot(key)];
  }

  /** Ends those of a place that is closed. */
  void close(Flight flight) throws IOException {
    leaving++;
    flight.close();
    end(flight);
  }

  /** Gives the channel back, if it is closed and the kernel has it no more. */
  void end(Flight flight) {
    if (flight.isOver() && flights[flight.slot()] == flight) {
      flights[flight.slot()] = null;
      landed.push(flight.slot());
      leaving--;
      whenOver.accept(flight.place());
    }
  }

  /** Their ring was closed. */
  void leaveRing(Flight flight) {
    flight.leaveRing();
    end(flight);
  }

  /** Whether the kernel has a channel that is closed. */
  boolean areLeaving() {
    return leaving > 0;
  }

  /** Does something with those of each place. */
  void forEach(Action action) throws IOException {
    for (int slot = 0; slot < flying; slot++) {
      if (flights[slot] != null) {
        action.on(flights[slot]);
      }
    }
  }

  /** May put operations. */
  @FunctionalInterface
  interface Action {
    void on(Flight flight) throws IOException;
  }
}
