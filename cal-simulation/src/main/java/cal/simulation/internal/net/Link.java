package cal.simulation.internal.net;

import cal.simulation.internal.schedule.Trace.Kind;
import java.io.IOException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collection;
import java.util.Deque;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.zip.CRC32;

/**
 * One direction of a connection: bytes on their way, then arrived, until they are read. A write is
 * split by chance, and its parts arrive in order, each after a delay; a read takes bytes of several
 * parts by chance. A reset drops all that was not read, as TCP allows (RFC 9293, section 3.5.3).
 * Used by the threads of one run.
 */
final class Link {
  private final Network network;
  private final int port;
  private final Waiters readers;
  private final Waiters writers;
  private final Deque<byte[]> arrived = new ArrayDeque<>();

  /** Held for a whole write, as by the JDK's sockets and channels. */
  private final ReentrantLock writing = new ReentrantLock();

  private Link back;
  private int first;
  private int bytes;
  private int underWay;
  private long lastArrival;
  private long untilFault = Long.MAX_VALUE;
  private boolean halfCloses;
  private boolean finished;
  private boolean end;
  private boolean reset;
  private boolean readerClosed;
  private boolean inputEnded;

  Link(Network network, int port) {
    this.network = network;
    this.port = port;
    this.readers = new Waiters(network.run());
    this.writers = new Waiters(network.run());
  }

  /** Gives the other direction. */
  void pair(Link other) {
    back = other;
  }

  void resetAfter(long count) {
    untilFault = count;
  }

  /** The reader finds the end after so many bytes; the writer is not told. */
  void endAfter(long count) {
    untilFault = count;
    halfCloses = true;
  }

  /** Has selectors told of bytes, or of room for bytes. */
  void observe(Collection<Runnable> ofReader, Collection<Runnable> ofWriter) {
    readers.observe(ofReader);
    writers.observe(ofWriter);
  }

  /** Whether the reader has closed. */
  boolean isReaderClosed() {
    return readerClosed;
  }

  /** Does something after all that was sent before has arrived. */
  void afterArrivals(Runnable action) {
    long now = network.run().now();
    lastArrival = Math.max(lastArrival, now + network.delay(port));
    network.run().after(lastArrival - now, action);
  }

  void send(byte[] from, int offset, int length) throws IOException {
    writing.lock();
    try {
      for (int sent = 0; sent < length; ) {
        while (!isWritable(length - sent)) {
          writers.await(Waiters.FOR_EVER);
        }
        sent += offer(from, offset + sent, length - sent);
      }
    } finally {
      writing.unlock();
    }
  }

  Lock writing() {
    return writing;
  }

  /** Whether an offer of so many bytes takes some, or fails. */
  boolean isWritable(int length) {
    int room = network.faults().buffer();
    // Little room is not offered, or a fast writer would send byte by byte (RFC 9293, 3.8.6.2.2).
    int least = Math.min(length, Math.max(1, room / 2));
    return reset || finished || room - bytes - underWay >= least;
  }

  /** Sends as many bytes as there is room for; returns their number. */
  int offer(byte[] from, int offset, int length) throws IOException {
    if (reset) {
      throw new SocketException("Connection reset");
    }
    if (finished) {
      throw new SocketException("Socket output is shutdown");
    }
    if (length == 0 || !isWritable(length)) {
      return 0;
    }
    int part = Math.min(length, network.faults().buffer() - bytes - underWay);
    if (part > 1 && network.chance().oneIn(4)) {
      part = 1 + network.chance().below(part - 1);
    }
    byte[] piece = Arrays.copyOfRange(from, offset, offset + part);
    underWay += part;
    afterArrivals(() -> arrive(piece));
    return part;
  }

  private void arrive(byte[] piece) {
    underWay -= piece.length;
    if (reset || (untilFault < 0 && !halfCloses)) {
      return;
    }
    if (inputEnded || untilFault < 0) {
      writers.wake(); // acknowledged, and dropped
      return;
    }
    if (readerClosed) {
      fail(); // as TCP answers bytes that nobody will read
      return;
    }
    byte[] kept = Arrays.copyOf(piece, (int) Math.min(piece.length, untilFault));
    untilFault -= piece.length;
    if (kept.length > 0) {
      CRC32 checksum = new CRC32();
      checksum.update(kept);
      network.run().trace().add(Kind.BYTES, checksum.getValue());
      arrived.add(kept);
      bytes += kept.length;
      readers.wake();
    }
    if (untilFault < 0 && halfCloses) {
      network.run().trace().add(Kind.END, port);
      arriveEnd();
    } else if (untilFault < 0) {
      afterArrivals(this::fail);
    }
  }

  private void arriveEnd() {
    end = true;
    readers.wake();
  }

  /** Resets both directions. */
  void fail() {
    if (!reset) {
      network.run().trace().add(Kind.RESET, port);
    }
    drop();
    back.drop();
  }

  private void drop() {
    reset = true;
    arrived.clear();
    bytes = 0;
    readers.wake();
    writers.wake();
  }

  /**
   * Reads.
   *
   * @param millis the longest wait, or 0
   * @return the number of bytes, or -1 at the end
   */
  int read(byte[] into, int offset, int length, int millis) throws IOException {
    long until = network.until(millis);
    while (!isReadable()) {
      if (!readers.await(until)) {
        throw new SocketTimeoutException("Read timed out");
      }
    }
    return take(into, offset, length);
  }

  /** Whether a read takes bytes, or the end, or fails. */
  boolean isReadable() {
    return bytes > 0 || end || reset || readerClosed;
  }

  /** Reads what is there; returns the number of bytes, or -1 at the end. */
  int take(byte[] into, int offset, int length) throws IOException {
    if (reset) {
      throw new SocketException("Connection reset");
    }
    if (readerClosed) {
      throw new SocketException("Socket closed");
    }
    int read = 0;
    while (bytes > 0 && read < length && (read == 0 || network.chance().oneIn(2))) {
      byte[] piece = arrived.peek();
      int part = Math.min(length - read, piece.length - first);
      System.arraycopy(piece, first, into, offset + read, part);
      read += part;
      first += part;
      bytes -= part;
      if (first == piece.length) {
        arrived.remove();
        first = 0;
      }
    }
    if (read > 0) {
      writers.wake();
    }
    return read == 0 && length > 0 ? -1 : read;
  }

  /** Whether the writer has no more. */
  boolean isFinished() {
    return finished;
  }

  /** Whether the reader wants no more. */
  boolean isInputEnded() {
    return inputEnded;
  }

  int available() {
    return reset ? 0 : bytes;
  }

  /** The writer has no more. */
  void finish() {
    if (!finished) {
      finished = true;
      writers.wake();
      afterArrivals(this::arriveEnd);
    }
  }

  /** The reader wants no more, without a word to the writer: what comes is dropped. */
  void endReading() {
    inputEnded = true;
    end = true;
    arrived.clear();
    first = 0;
    bytes = 0;
    writers.wake();
    readers.wake();
  }

  /** The reader has closed its socket. */
  void closeReading() {
    readerClosed = true;
    readers.wake();
  }
}
