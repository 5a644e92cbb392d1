package cal.reactive.internal.buffer;

import java.nio.ByteBuffer;

/**
 * The bytes of one connection that were read before its reader asked for them, and their bound.
 *
 * <p>A read of the kernel asks for what the reader wants and some more: the frame behind a header
 * then costs no further call. The bytes that its reader leaves there at the end of a turn have to
 * be kept, so the next read asks for little more again. While none are left, each read that found
 * all that it asked for doubles the surplus.
 *
 * <p>Not thread-safe: used by the connection's reader, and by the loop's buffer while that holds
 * bytes of the connection.
 */
public final class ReadAhead {
  /** To begin with, and again where bytes were left. */
  private static final int LITTLE = 8 << 10;

  /** So much of a kept array may be unused, beside one half of it. */
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
   * @param most what a read may ask for beyond what is wanted
   */
  public ReadAhead(int most) {
    this.most = most;
    this.ahead = Math.min(LITTLE, most);
  }

  /** How much the next read of the kernel may ask for beyond what its reader wants. */
  public int next() {
    if (filled) {
      filled = false;
      ahead = Math.min(2 * ahead, most);
    }
    return ahead;
  }

  /** Notes whether that read found all that it asked for: then there may be more. */
  public void filled(boolean all) {
    filled = all;
  }

  /**
   * Has the next read ask for little beyond its wish: bytes were left, or the last read went past
   * the loop's buffer, and more would only be copied once more.
   *
   * @param all whether the last read found all that it asked for: then there may be more
   */
  void beginAgain(boolean all) {
    filled = all;
    ahead = Math.min(LITTLE, most);
  }

  /**
   * Whether the last read of the kernel found all that it asked for, and nothing was left since.
   */
  public boolean isFilled() {
    return filled;
  }

  /**
   * Keeps what a reader has left in a loop's buffer; loses it where the heap has no room.
   *
   * @return whether it is kept
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

  /** Bytes that could not be kept: nothing that comes after them makes sense. */
  public int lost() {
    return lost;
  }

  /** Bytes kept. */
  public int available() {
    return kept == null ? 0 : kept.length - from;
  }

  /** Takes of the bytes that are kept. */
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

  /** Forgets what is kept. */
  public void drop() {
    if (kept != null) {
      account.gaveUp(kept.length);
      kept = null;
    }
  }
}
