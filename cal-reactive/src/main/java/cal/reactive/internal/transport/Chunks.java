package cal.reactive.internal.transport;

import cal.core.internal.support.Arrivals;
import cal.reactive.internal.transport.RingBuffers.Chunk;
import java.nio.ByteBuffer;

/**
 * The brought and unread bytes of a connection, and whether the ring brings more. A single thread
 * at a time brings, and a single thread reads.
 */
final class Chunks {
  /** Before buffers are asked for after a want of buffers. */
  private static final long PAUSE_NANOS = 100_000_000;

  private final RingBuffers buffers;

  /** Unseen chunks. */
  private final Arrivals<Chunk> came = new Arrivals<>();

  /** The reader's chunks, the oldest first. */
  private Chunk next;

  private volatile boolean byCalls;

  /** When a want of buffers began, the reason of calls; 0 for none. */
  private volatile long withoutBufferSince;

  private volatile boolean lackNews;

  Chunks(RingBuffers buffers) {
    this.buffers = buffers;
  }

  /** Adds bytes from the kernel. */
  void add(Chunk chunk) {
    came.add(chunk);
  }

  /** The oldest unemptied chunk; null if there is none. */
  private Chunk first() {
    if (next == null) {
      next = came.takeAll();
    }
    return next;
  }

  /**
   * Copies to where there is room.
   *
   * @return bytes copied
   */
  int take(ByteBuffer into) {
    int count = 0;
    for (Chunk chunk = first(); chunk != null && into.hasRemaining(); chunk = first()) {
      ByteBuffer bytes = chunk.bytes();
      int part = Math.min(bytes.remaining(), into.remaining());
      into.put(into.position(), bytes, bytes.position(), part);
      into.position(into.position() + part);
      bytes.position(bytes.position() + part);
      count += part;
      if (!bytes.hasRemaining()) {
        free(chunk);
      }
    }
    return count;
  }

  private void free(Chunk first) {
    next = first.next();
    buffers.free(first);
  }

  /** Whether there are bytes that no reader has seen; for any thread. */
  boolean hasCome() {
    return !came.isEmpty();
  }

  /** The ring only tells of input; for good, or until there may be buffers again. */
  void comeByCalls(boolean forGood) {
    withoutBufferSince = forGood ? 0 : System.nanoTime() | 1;
    byCalls = true;
  }

  /** Whether readers make calls. */
  boolean areByCalls() {
    return byCalls;
  }

  /**
   * Whether the ring is to bring bytes again. The reader makes no call now, so no bytes of a buffer
   * can come before those of a call.
   */
  boolean comeAgain() {
    long since = withoutBufferSince;
    boolean again = since != 0 && System.nanoTime() - since > PAUSE_NANOS;
    if (again) {
      withoutBufferSince = 0;
      byCalls = false;
    }
    return again;
  }

  /** Set by a reader with a question; cleared when a look since then has brought all. */
  void lackNews(boolean lack) {
    lackNews = lack;
  }

  boolean lackNews() {
    return lackNews;
  }

  /** Bytes for a reader. */
  int available() {
    int bytes = 0;
    for (Chunk chunk = first(); chunk != null; chunk = chunk.next()) {
      bytes += chunk.bytes().remaining();
      if (chunk.next() == null) {
        chunk.linkTo(came.takeAll());
      }
    }
    return bytes;
  }

  /** Drops all, when nobody reads any more. */
  void drop() {
    for (Chunk chunk = first(); chunk != null; chunk = first()) {
      free(chunk);
    }
  }
}
