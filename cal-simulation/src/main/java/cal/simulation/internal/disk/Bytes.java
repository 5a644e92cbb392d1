package cal.simulation.internal.disk;

import java.util.Arrays;

/** The bytes of a file; behind the last that was written, all are 0. Not thread-safe. */
final class Bytes {
  /** Arrays are not longer. */
  static final int LONGEST = Integer.MAX_VALUE - 8;

  private static final int MOST_SPARE = 1 << 30;

  private byte[] array;
  private int written;
  private long size;

  Bytes(byte[] array) {
    this.array = array;
    this.written = array.length;
    this.size = array.length;
  }

  Bytes(Bytes other) {
    this.array = Arrays.copyOf(other.array, other.written);
    this.written = other.written;
    this.size = other.size;
  }

  long size() {
    return size;
  }

  /** Returns the number of bytes that take room. */
  int written() {
    return written;
  }

  /** Returns bytes from a place on, at most so many. */
  byte[] read(long at, int length) {
    byte[] read = new byte[(int) Math.min(length, Math.max(0, size - at))];
    if (at < written) {
      System.arraycopy(array, (int) at, read, 0, (int) Math.min(read.length, written - at));
    }
    return read;
  }

  void put(int at, byte[] from, int offset, int length) {
    int end = at + length;
    if (end > array.length) {
      array = Arrays.copyOf(array, (int) Math.max(end, Math.min(2L * written, MOST_SPARE)));
    }
    System.arraycopy(from, offset, array, at, length);
    written = Math.max(written, end);
    size = Math.max(size, end);
  }

  /** Gives the file another size; new bytes are 0. */
  void resize(long wanted) {
    if (wanted < written) {
      Arrays.fill(array, (int) wanted, written, (byte) 0);
      written = (int) wanted;
    }
    size = wanted;
  }
}
