package cal.reactive.internal.transport;

import cal.core.internal.os.Ring;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.function.Consumer;

/** The operations in flight of all registrations of a poller, by slot. For the looking thread. */
final class InFlightTable {
  private final Consumer<UringRegistration> whenOver;
  private InFlight[] bySlot = new InFlight[64];

  /** Slots ever used, and the free slots among these. */
  private int used;

  private final ArrayDeque<Integer> free = new ArrayDeque<>();

  /** Closed channels still in the kernel, but for those with bytes for a full socket. */
  private int leaving;

  /**
   * Has none.
   *
   * @param whenOver told of a closed registration with its channel out of the kernel
   */
  InFlightTable(Consumer<UringRegistration> whenOver) {
    this.whenOver = whenOver;
  }

  /** The operations of a registration, perhaps new. */
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

  /** The operations with a key's operation. */
  InFlight of(long key) {
    return bySlot[InFlight.slot(key)];
  }

  /** Ends the operations of a closed registration. */
  void close(InFlight inFlight) throws IOException {
    inFlight.close();
    if (inFlight.registration().output().room() == null) {
      leaving++;
      end(inFlight);
    }
  }

  /** Gives the channel back, if closed and out of the kernel. */
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

  /** Whether the kernel has a closed channel. */
  boolean areLeaving() {
    return leaving > 0;
  }

  /** Visits the operations of each registration. */
  void forEach(Action action) throws IOException {
    for (int slot = 0; slot < used; slot++) {
      if (bySlot[slot] != null) {
        action.on(bySlot[slot]);
      }
    }
  }

  /** A closed channel's written bytes were sent: the rest of its operations may end. */
  void sent(UringRegistration registration) throws IOException {
    InFlight inFlight = registration.inFlight();
    if (inFlight != null && inFlight.closes()) {
      close(inFlight);
    }
  }

  /** Told of a registration; may put operations. */
  @FunctionalInterface
  interface OfRegistration {
    void on(UringRegistration registration) throws IOException;
  }

  /** May put operations. */
  @FunctionalInterface
  interface Action {
    void on(InFlight inFlight) throws IOException;
  }
}
