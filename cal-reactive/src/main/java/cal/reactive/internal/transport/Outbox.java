package cal.reactive.internal.transport;

import cal.core.internal.os.Linux;
import cal.core.internal.os.Ring;
import cal.core.internal.support.Arrivals;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;

/**
 * Small writes of a loop's thread, which the kernel takes together, with the next entry of the
 * ring.
 *
 * <p>Contract: bytes of a connection leave once, in the order of the writes. Bytes never wait for a
 * busy loop: turns of much time for each write send at once, and any thread can send the bytes of a
 * kept loop by calls. A full socket leaves the bytes here until there is room. The descriptor of a
 * connection stays open while bytes wait.
 *
 * <p>{@link #flush}, {@link #flushAll} and {@link #close} are for any thread, {@link #takes} is for
 * a writer, the rest for the looking thread.
 */
final class Outbox {
  /** The key of the first room's operation, below other keys; the next room has the next key. */
  private static final long KEY = -1L << 32;

  /** {@code send} that never waits, all or a failure, without a completion for all. */
  private static final int SEND_QUIETLY = Ring.SEND | (1 << 6) << 8;

  private static final int NO_SIGNAL_NO_WAIT_ALL = 0x4000 | 0x40 | 0x100;

  private static final int COUNT = 256;

  /** The most writes between two looks, and the time that these may take. */
  private static final int MOST = 128;

  static final long LONGEST_NANOS = 250_000;

  private static final long PAUSE_NANOS = 20_000;

  private final OwnRing ring;
  private final long longestNanos;
  private final InFlightTable.OfRegistration whenSent;
  private final Outgoing[] rooms = new Outgoing[COUNT];

  private final Queue<Outgoing> free = new ConcurrentLinkedQueue<>();

  /** Waiting bytes. */
  private final Arrivals<Outgoing> waiting = new Arrivals<>();

  private final Outgoing[] submitted = new Outgoing[COUNT];
  private int submissions;

  /** Writes since the last look, and those that wait; hints, of the loop's thread. */
  private int writes;

  private int waits;
  private int most = MOST;
  private long lookedAt = System.nanoTime();
  private volatile boolean closed;

  /**
   * Has nothing to send.
   *
   * @param longestNanos of the writes between two looks
   * @param whenSent told of a registration without waiting bytes any more
   */
  Outbox(OwnRing ring, long longestNanos, InFlightTable.OfRegistration whenSent) {
    this.ring = ring;
    this.longestNanos = longestNanos;
    this.whenSent = whenSent;
    for (int i = 0; i < COUNT; i++) {
      rooms[i] = new Outgoing(i);
      free.add(rooms[i]);
    }
  }

  /** Takes the rest of a buffer; false if the caller is to send the bytes by a call. */
  boolean takes(UringRegistration registration, ByteBuffer from) {
    writes++;
    if (most < 2 || from.remaining() > Outgoing.BYTES || closed || !ring.isOfCaller()) {
      return false;
    }
    Outgoing room = registration.output().room();
    boolean taken = room != null && room.append(registration, from);
    if (room == null) {
      room = free.poll();
      taken = room != null;
      if (taken) {
        begin(room, registration, from);
      }
    }
    if (taken) {
      registration.wakeUp();
      if (closed) {
        send(room); // the closing thread may have looked before
      }
    }
    return taken;
  }

  private void begin(Outgoing room, UringRegistration registration, ByteBuffer from) {
    waits++;
    room.begin(registration, from);
    registration.output().room(room);
    waiting.add(room);
  }

  /** Whether bytes wait for a look; for any thread. */
  boolean hasWaiting() {
    return !waiting.isEmpty();
  }

  /** Whether so many bytes wait that a look is due. */
  boolean isDue() {
    return waits >= most && most > 1;
  }

  /** Puts an operation into the ring for each connection with waiting bytes. */
  void submit(Ring to) throws IOException {
    if (writes > 0) {
      long nanos = System.nanoTime() - lookedAt;
      most = (int) Math.min(MOST, longestNanos / Math.max(1, nanos / writes));
      writes = 0;
    }
    waits = 0;
    Outgoing oldest = waiting.takeAll();
    while (oldest != null) {
      Outgoing newer = oldest.next();
      submit(oldest, to);
      oldest = newer;
    }
  }

  private void submit(Outgoing room, Ring to) throws IOException {
    if (to != null && room.takeFrom(Outgoing.WAITS, Outgoing.SUBMITTED)) {
      submitted[submissions++] = room;
      to.put(
          SEND_QUIETLY,
          room.registration().descriptor(),
          0,
          room.buffer().position(),
          room.buffer().bytes().remaining(),
          NO_SIGNAL_NO_WAIT_ALL,
          KEY + room.number);
      return;
    }
    if (to == null) {
      send(room);
    }
    if (room.state() == Outgoing.SENT) {
      end(room);
    } else {
      waiting.add(room); // another thread has the room, and wakes the loop afterwards
    }
  }

  /** Whether a completion is of a send. */
  static boolean isSend(long key) {
    return key < KEY + COUNT;
  }

  /** The room with the bytes of a send, some of which were not taken. */
  Outgoing ofSend(long key) {
    return rooms[(int) (key - KEY)];
  }

  /** Keeps bytes until the ring tells of room. */
  void keep(Outgoing room, int sent) {
    ByteBuffer bytes = room.buffer().bytes();
    bytes.position(bytes.position() + sent);
    room.awaitsRoom(true);
    room.state(Outgoing.WAITS);
  }

  /** The ring has told of room in the socket of a connection. */
  void hasRoom(UringRegistration registration) {
    Outgoing room = registration.output().room();
    if (room != null && room.awaitsRoom()) {
      room.awaitsRoom(false);
      waiting.add(room);
    }
  }

  /** Whether sends were put whose ends are unknown. */
  boolean hasSubmitted() {
    return submissions > 0;
  }

  /**
   * Whether a closed connection waits for the end of its last send, of which no completion tells.
   */
  boolean closesAfter() {
    for (int i = 0; i < submissions; i++) {
      InFlight inFlight = submitted[i].registration().inFlight();
      if (inFlight != null && inFlight.closes()) {
        return true;
      }
    }
    return false;
  }

  /** All completions were taken: a send without a completion has sent all. */
  void settle() throws IOException {
    for (int i = 0; i < submissions; i++) {
      if (submitted[i].takeFrom(Outgoing.SUBMITTED, Outgoing.SENT)) {
        end(submitted[i]);
      }
    }
    submissions = 0;
    lookedAt = System.nanoTime();
  }

  private void end(Outgoing room) throws IOException {
    UringRegistration registration = room.registration();
    registration.output().room(null);
    free.add(room);
    whenSent.on(registration);
  }

  /** A connection is reset: the bytes of a full socket wait no more. */
  void abandon(UringRegistration registration) throws IOException {
    Outgoing room = registration.output().room();
    if (room != null && room.awaitsRoom() && room.takeFrom(Outgoing.WAITS, Outgoing.SENT)) {
      end(room);
    }
  }

  /**
   * Sends the waiting bytes of a connection by a call.
   *
   * @return false if the socket has no room for all, or a look has the bytes: an operation that
   *     tells of room tells of another try
   */
  boolean flush(UringRegistration registration) {
    Outgoing room = registration.output().room();
    return room == null || room.awaitUnheld() == Outgoing.SENT || send(room);
  }

  /** Sends waiting bytes by a call; false if some are left, or another thread has the room. */
  private boolean send(Outgoing room) {
    if (!room.takeFrom(Outgoing.WAITS, Outgoing.HELD)) {
      return false;
    }
    int after = Outgoing.WAITS;
    UringRegistration registration = room.registration();
    try {
      Linux.send(registration.descriptor(), room.buffer());
      after = room.buffer().bytes().hasRemaining() ? Outgoing.WAITS : Outgoing.SENT;
    } catch (IOException failure) {
      after = Outgoing.SENT;
      registration.output().isBroken(failure.getMessage());
    } finally {
      room.state(after);
      registration.wakeUp();
    }
    return after == Outgoing.SENT;
  }

  /** Sends all waiting bytes by calls, where sockets have room. */
  void flushAll() {
    for (Outgoing room : rooms) {
      send(room);
    }
  }

  /**
   * Lets no bytes wait from now on.
   *
   * @param deadline for full sockets to take those that wait, by {@link System#nanoTime}
   */
  void close(long deadline) {
    closed = true;
    for (Outgoing room : rooms) {
      while (room.awaitUnheld() != Outgoing.SENT && !send(room) && isBefore(deadline)) {
        room.registration().wakeUp(); // the end of a look settles
        LockSupport.parkNanos(this, PAUSE_NANOS);
      }
    }
  }

  private static boolean isBefore(long deadline) {
    return System.nanoTime() - deadline < 0;
  }

  /** Forgets the bytes of full sockets, about to be closed: nobody writes any more. */
  void drop() {
    for (Outgoing room : rooms) {
      while (room.awaitUnheld() == Outgoing.WAITS) {
        room.takeFrom(Outgoing.WAITS, Outgoing.SENT);
      }
    }
  }
}
