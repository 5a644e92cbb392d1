package cal.reactive.internal.buffer;

import java.nio.ByteBuffer;

/**
 * The bytes of a connection read before a request of its reader, and their bound.
 *
 * <p>A read of the kernel asks for the reader's wish and some more: the frame behind a header then
 * costs no further call. Bytes left by the reader at the end of a turn have to be kept, so the next
 * read asks for little more again. While none are left, each full read doubles the surplus.
 *
 * <p>Not thread-safe: for the connection's reader, and for the loop's buffer with bytes of the
 * connection.
 */
public final class ReadAhead {
  /** To begin with, and again where bytes were left. */
  private static final int LITTLE = 8 << 10;

  /** The allowed unused part of a kept array, beside a half. */
  private static final int SLACK = 1 << 10;

  private final int most;
  private int ahead;
  private boolean filled;
  private byte[] kept;
  private int from;
  private KeptBytes account;
  private int lost;

  /**
   * Of a new connection.
   *
   * @param most the most that a read may ask for beyond the wish
   */
  public ReadAhead(int most) {
    this.most = most;
    this.ahead = Math.min(LITTLE, most);
  }

  /** The surplus of the next read of the kernel beyond the reader's wish. */
  public int next() {
    if (filled) {
      filled = false;
      ahead = Math.min(2 * ahead, most);
    }
    return ahead;
  }

  /** Notes whether the read was full: then there may be more. */
  public void filled(boolean all) {
    filled = all;
  }

  /**
   * Has the next read ask for little beyond the wish: bytes were left, or the last read went past
   * the loop's buffer, and more would only be copied again.
   *
   * @param all whether the last read was full: then there may be more
   */
  void beginAgain(boolean all) {
    filled = all;
    ahead = Math.min(LITTLE, most);
  }

  /** Whether the last read of the kernel was full, and nothing was left since. */
  public boolean isFilled() {
    return filled;
  }

  /**
   * Keeps the bytes left by a reader in a loop's buffer; loses the bytes without room in the heap.
   *
   * @return whether the bytes are kept
   */
  public boolean keep(ByteBuffer rest, KeptBytes account) {
    beginAgain(false);
    try {
      kept = account.array(rest.remaining());
    } catch (OutOfMemoryError none) {
      lost = rest.remaining();
      return false;
    }
    rest.get(kept);
    from = 0;
    this.account = account;
    return true;
  }

  /** Bytes that could not be kept: no later byte makes sense. */
  public int lost() {
    return lost;
  }

  /** Bytes kept. */
  public int available() {
    return kept == null ? 0 : kept.length - from;
  }

  /** Takes kept bytes. */
  public int take(byte[] target, int offset, int length) {
    int count = Math.min(length, available());
    int left = available() - count;
    byte[] smaller = left > 0 && kept.length > 2 * left + SLACK ? new byte[left] : null;
    System.arraycopy(kept, from, target, offset, count);
    from += count;
    if (left == 0) {
      drop();
    } else if (smaller != null) {
      System.arraycopy(kept, from, smaller, 0, left);
      account.gaveUp(from);
      kept = smaller;
      from = 0;
    }
    return count;
  }

  /** Forgets the kept bytes. */
  public void drop() {
    if (kept != null) {
      account.gaveUp(kept.length);
      kept = null;
    }
  }
}
