package cal.reactive.internal.transport;

import cal.core.internal.os.Linux;
import cal.core.internal.os.Ring;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.Set;

/**
 * The ends of the operations in a ring: bytes go to their connection, and ready channels to the
 * ready set. For the looking thread.
 */
final class Completions {
  private static final int BUFFER_SHIFT = 16;

  /** Failures after which an operation is started anew. */
  private static final Set<Integer> PASSING = Set.of(4, 11, 125);

  /** The failure after which readers make calls: no buffer is left. */
  private static final int NO_BUFFER = 105;

  private final OwnRing ring;
  private final InFlightTable table;
  private final Outbox outbox;
  private final Queue<UringRegistration> asked = new ArrayDeque<>();
  private ReadySet ready;

  Completions(OwnRing ring, InFlightTable table, Outbox outbox) {
    this.ring = ring;
    this.table = table;
    this.outbox = outbox;
  }

  /** Names the ready set from now on. */
  void tell(ReadySet into) {
    ready = into;
  }

  /** The ring tells of input, and readers make calls. */
  void readByCalls(InFlight inFlight) throws IOException {
    inFlight.registration().chunks().comeByCalls(inFlight.leaves());
    inFlight.start(InFlight.INPUT_POLL);
    ready.add(inFlight.registration(), Registration.INPUT);
  }

  /** A reader waits for all that has come. */
  void ask(UringRegistration reader) {
    asked.add(reader);
  }

  /** Whether a reader waits. */
  boolean areAsked() {
    return !asked.isEmpty();
  }

  /** Without a ring all that has come since is in the system: the asking readers make calls. */
  void answerByCalls() throws IOException {
    for (UringRegistration reader : asked) {
      if (reader.receives()) {
        reader.inFlight().stopsReceiving();
        readByCalls(reader.inFlight());
      }
    }
    answer();
  }

  /** All was taken since the questions. */
  void answer() {
    for (UringRegistration reader = asked.poll(); reader != null; reader = asked.poll()) {
      reader.chunks().lackNews(false);
      ready.add(reader, Registration.INPUT);
    }
  }

  /** Takes all. */
  void take() throws IOException {
    Ring from = ring.get();
    while (from.hasNext()) {
      from.next();
      long key = from.userData();
      int flags = from.flags();
      boolean last = (flags & Ring.MORE_TO_COME) == 0;
      if (key >= 0) {
        take(table.of(key), InFlight.kind(key), from.result(), flags >>> BUFFER_SHIFT, last);
      } else if (Outbox.isSend(key)) {
        unsent(outbox.ofSend(key), from.result());
      } else if (last) {
        ring.alarm().ended(key);
      }
    }
    from.given();
  }

  private void take(InFlight inFlight, int kind, int result, int buffer, boolean last)
      throws IOException {
    if (last) {
      inFlight.ended(kind);
    }
    switch (kind) {
      case InFlight.RECEIVES -> received(inFlight, result, buffer, last);
      case InFlight.INPUT_POLL -> readable(inFlight, result, last);
      default -> {
        outbox.hasRoom(inFlight.registration());
        told(inFlight, result, Registration.OUTPUT);
      }
    }
    table.end(inFlight);
  }

  /** A send has not sent all. */
  private void unsent(Outgoing room, int result) throws IOException {
    UringRegistration registration = room.registration();
    if (result >= 0 || PASSING.contains(-result)) {
      outbox.keep(room, Math.max(0, result));
      InFlight inFlight = table.of(registration, ring.get());
      inFlight.start(InFlight.OUTPUT_POLL);
      inFlight.loseIfFull();
    } else {
      registration.output().isBroken(Linux.text(-result));
      if (result == -UringRegistration.RESET) {
        registration.ended(-result); // a receive finds the end instead
      }
      ready.add(registration, Registration.INPUT | Registration.OUTPUT);
    }
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
    if (last && !inFlight.closes() && !inFlight.registration().receives()) {
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
}
