package cal.reactive.internal.transport;

import cal.core.internal.os.Ring;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * The operations in flight of all registrations of one poller, by slot. For the thread that looks.
 */
final class InFlightTable {
  private final Consumer<UringRegistration> whenOver;
  private InFlight[] bySlot = new InFlight[64];

  /** Slots that were ever used, and those of them that are free. */
  private int used;

  private final ArrayDeque<Integer> free = new ArrayDeque<>();

  /** Channels that are closed, and that the kernel still has. */
  private int leaving;

  /**
   * Has none.
   *
   * @param whenOver told of a closed registration whose channel the kernel has no more
   */
  InFlightTable(Consumer<UringRegistration> whenOver) {
    this.whenOver = whenOver;
  }

  /** Those of a registration, which may be new. */
  InFlight of(UringRegistration registration, Ring ring) {
    if (registration.inFlight() != null) {
      return registration.inFlight();
    }
    if (free.isEmpty() && used == bySlot.length) {
      bySlot = Arrays.copyOf(bySlot, 2 * used);
    }
    InFlight made = new InFlight(ring, registration, free.isEmpty() ? used++ : free.pop());
    bySlot[made.slot()] = made;
    registration.inFlight(made);
    return made;
  }

  /** Those that a key of an operation belongs to. */
  InFlight of(long key) {
    return bySlot[InFlight.slot(key)];
  }

  /** Ends those of a registration that is closed. */
  void close(InFlight inFlight) throws IOException {
    leaving++;
    inFlight.close();
    end(inFlight);
  }

  /** Gives the channel back, if it is closed and the kernel has it no more. */
  void end(InFlight inFlight) {
    if (inFlight.isOver() && bySlot[inFlight.slot()] == inFlight) {
      bySlot[inFlight.slot()] = null;
      free.push(inFlight.slot());
      leaving--;
      whenOver.accept(inFlight.registration());
    }
  }

  /** Their ring was closed. */
  void leaveRing(InFlight inFlight) {
    inFlight.leaveRing();
    end(inFlight);
  }

  /** Whether the kernel has a channel that is closed. */
  boolean areLeaving() {
    return leaving > 0;
  }

  /** Does something with those of each registration. */
  void forEach(Action action) throws IOException {
    for (int slot = 0; slot < used; slot++) {
      if (bySlot[slot] != null) {
        action.on(bySlot[slot]);
      }
    }
  }

  /** May put operations. */
  @FunctionalInterface
  interface Action {
    void on(InFlight inFlight) throws IOException;
  }
}
