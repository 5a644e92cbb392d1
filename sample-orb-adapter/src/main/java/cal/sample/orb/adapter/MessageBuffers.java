package cal.sample.orb.adapter;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Buffers for messages, each lent to a message until the request has been answered. The last
 * returned buffer is lent first: the buffer is still in the processor's cache, and nobody clears
 * the content. As many are kept as messages of other clients wait at once, since a new buffer is
 * cleared, and moved by collections while lent. Thread-safe.
 */
final class MessageBuffers {
  /** Of the heap, for kept buffers. */
  private static final int SHARE = 8;

  /** Longer ones are rare, and are left to the garbage collector, in bytes. */
  private static final int LONGEST = 1 << 20;

  /** Lengths are rounded up to a multiple of this, in bytes. */
  private static final int GRAIN = 4096;

  private final Deque<byte[]> kept = new ArrayDeque<>();
  private final long most;
  private long bytes;

  MessageBuffers() {
    this(Runtime.getRuntime().maxMemory() / SHARE);
  }

  /**
   * Keeps no buffer yet.
   *
   * @param most kept at once, in bytes
   */
  MessageBuffers(long most) {
    this.most = most;
  }

  /** Lends a buffer of at least so many bytes, with any content. */
  byte[] take(int length) {
    byte[] last;
    synchronized (this) {
      last = kept.pollLast();
      bytes -= last == null ? 0 : last.length;
    }
    return last != null && last.length >= length ? last : new byte[rounded(length)];
  }

  /** Takes a buffer back, which the caller must not use any more. */
  void giveBack(byte[] buffer) {
    if (buffer.length <= LONGEST) {
      synchronized (this) {
        if (bytes + buffer.length <= most) {
          kept.addLast(buffer);
          bytes += buffer.length;
        }
      }
    }
  }

  private static int rounded(int length) {
    return length > Integer.MAX_VALUE - GRAIN ? length : (length + GRAIN - 1) / GRAIN * GRAIN;
  }
}
