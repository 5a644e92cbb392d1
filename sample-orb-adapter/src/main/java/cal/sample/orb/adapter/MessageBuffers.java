package cal.sample.orb.adapter;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Buffers for messages, each lent to a message until the request has been answered. The last
 * returned buffer is lent first: the buffer is still in the processor's cache, and nobody clears
 * the content. Thread-safe.
 */
final class MessageBuffers {
  /** Kept at most; there are seldom more messages under way at once. */
  private static final int KEPT = 64;

  /** Longer ones are rare, and are left to the garbage collector, in bytes. */
  private static final int LONGEST = 1 << 20;

  /** Lengths are rounded up to a multiple of this, in bytes. */
  private static final int GRAIN = 4096;

  private final Deque<byte[]> kept = new ArrayDeque<>(KEPT);

  /** Lends a buffer of at least so many bytes, with any content. */
  byte[] take(int length) {
    byte[] last;
    synchronized (this) {
      last = kept.pollLast();
    }
    return last != null && last.length >= length ? last : new byte[rounded(length)];
  }

  /** Takes a buffer back, which the caller must not use any more. */
  void giveBack(byte[] buffer) {
    if (buffer.length <= LONGEST) {
      synchronized (this) {
        if (kept.size() < KEPT) {
          kept.addLast(buffer);
        }
      }
    }
  }

  private static int rounded(int length) {
    return length > Integer.MAX_VALUE - GRAIN ? length : (length + GRAIN - 1) / GRAIN * GRAIN;
  }
}
