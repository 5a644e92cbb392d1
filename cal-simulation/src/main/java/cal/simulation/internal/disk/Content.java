package cal.simulation.internal.disk;

import cal.simulation.spi.Chance;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The bytes of a file, and the changes that are not synced. A crash takes all of these back, and
 * then makes some again by chance: none, all, a beginning whose last write is torn, or any sectors.
 * A failed sync loses its changes for good, as Linux does: a later sync has no more of them. Used
 * by the threads of one run.
 */
final class Content {
  private static final int SECTOR = 512;
  private static final byte[] NONE = {};

  private final List<Change> changes = new ArrayList<>();
  private byte[] bytes;
  private int size;

  Content(byte[] bytes) {
    this.bytes = bytes;
    this.size = bytes.length;
  }

  /** A write, or a new size where the bytes are null. */
  private static final class Change {
    final int at;
    final byte[] before;
    final byte[] after;
    final int sizeBefore;
    final int sizeAfter;
    boolean lost;
    boolean synced;

    Change(int at, byte[] before, byte[] after, int sizeBefore, int sizeAfter) {
      this.at = at;
      this.before = before;
      this.after = after;
      this.sizeBefore = sizeBefore;
      this.sizeAfter = sizeAfter;
    }
  }

  int size() {
    return size;
  }

  /** Returns bytes from a place on, at most so many. */
  byte[] read(long at, int length) {
    int from = (int) Math.min(at, size);
    return Arrays.copyOfRange(bytes, from, from + Math.min(length, size - from));
  }

  /**
   * Writes.
   *
   * @param kept whether a crash may take this back
   */
  void write(int at, byte[] written, boolean kept) {
    int end = Math.max(size, at + written.length);
    if (kept) {
      int over = Math.max(0, Math.min(size - at, written.length));
      byte[] before = over == 0 ? NONE : Arrays.copyOfRange(bytes, at, at + over);
      changes.add(new Change(at, before, written, size, end));
    }
    put(at, written, 0, written.length);
  }

  private void put(int at, byte[] from, int offset, int length) {
    resize(Math.max(size, at + length));
    System.arraycopy(from, offset, bytes, at, length);
  }

  /** Gives the file another size; new bytes are 0. */
  void truncate(int wanted, boolean kept) {
    if (kept && wanted != size) {
      byte[] before = wanted < size ? Arrays.copyOfRange(bytes, wanted, size) : NONE;
      changes.add(new Change(wanted, before, null, size, wanted));
    }
    resize(wanted);
  }

  private void resize(int wanted) {
    if (wanted > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(wanted, (int) Math.min(2L * size, 1 << 30)));
    }
    if (wanted < size) {
      Arrays.fill(bytes, wanted, size, (byte) 0);
    }
    size = wanted;
  }

  /** All changes are on the device, but for those that an earlier sync has lost. */
  void sync() {
    if (changes.stream().noneMatch(change -> change.lost)) {
      changes.clear();
    }
    changes.forEach(change -> change.synced |= !change.lost);
  }

  /** A sync has failed. */
  void lose() {
    changes.forEach(change -> change.lost |= !change.synced);
  }

  /** The machine crashes. */
  void crash(Chance chance) {
    for (Change change : changes.reversed()) {
      resize(change.sizeBefore);
      put(change.at, change.before, 0, change.before.length);
      resize(change.sizeBefore);
    }
    boolean sectors = chance.oneIn(3);
    int whole = chance.oneIn(3) ? changes.size() : chance.below(changes.size() + 1);
    for (int i = 0; i < changes.size(); i++) {
      Change change = changes.get(i);
      if (change.synced) {
        again(change, null);
      } else if (!change.lost && (sectors || i == whole)) {
        again(change, chance);
      } else if (!change.lost && i < whole) {
        again(change, null);
      }
    }
    changes.clear();
  }

  /** Makes a change again; with a chance, each sector by chance. */
  private void again(Change change, Chance chance) {
    if (change.after == null) {
      if (chance == null || chance.oneIn(2)) {
        resize(change.sizeAfter);
      }
      return;
    }
    int length = change.after.length;
    for (int from = 0; from < length; ) {
      int to = Math.min(length, from + SECTOR - (change.at + from) % SECTOR);
      if (chance == null || chance.oneIn(2)) {
        put(change.at + from, change.after, from, to - from);
      }
      from = to;
    }
  }
}
