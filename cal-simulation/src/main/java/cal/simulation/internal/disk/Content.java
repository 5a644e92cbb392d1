package cal.simulation.internal.disk;

import cal.simulation.internal.schedule.Machine;
import cal.simulation.spi.Chance;
import java.util.ArrayList;
import java.util.List;

/**
 * The bytes of a file as they are read, those on the device, and the changes between. A crash makes
 * some changes of its machine by chance: none, all, a beginning whose last write is torn, or any
 * sectors; a torn write may have its length, and zeros. A sync has the changes before its begin on
 * the device. A failed sync loses these changes for good, as Linux does: a later sync has no more
 * of them. Used by the threads of one run.
 */
final class Content {
  private static final int SECTOR = 512;

  private final List<Change> changes = new ArrayList<>();
  private Bytes bytes;

  /** On the device; null for the same as are read. */
  private Bytes device;

  /** The number of all changes so far. */
  private long made;

  Content(byte[] bytes) {
    this.bytes = new Bytes(bytes);
  }

  /** A write, or a new size, where there are no bytes. */
  private static final class Change {
    /** A crash of which may take the change back; null for none. */
    final Machine machine;

    /** Of changes before. */
    final long number;

    final long at;
    final byte[] bytes;

    Change(Machine machine, long number, long at, byte[] bytes) {
      this.machine = machine;
      this.number = number;
      this.at = at;
      this.bytes = bytes;
    }

    void make(Bytes file) {
      if (bytes == null) {
        file.resize(at);
      } else {
        file.put((int) at, bytes, 0, bytes.length);
      }
    }

    /** Makes the size, and each sector, by chance. */
    void tear(Bytes file, Chance chance) {
      long end = bytes == null ? at : Math.max(file.size(), at + bytes.length);
      for (int from = 0; bytes != null && from < bytes.length; ) {
        int to = (int) Math.min(bytes.length, from + SECTOR - (at + from) % SECTOR);
        if (chance.oneIn(2)) {
          file.put((int) at + from, bytes, from, to - from);
        }
        from = to;
      }
      if (chance.oneIn(2)) {
        file.resize(end);
      }
    }
  }

  long size() {
    return bytes.size();
  }

  /** Returns the number of bytes that take room. */
  int written() {
    return bytes.written();
  }

  /** Returns bytes from a place on, at most so many. */
  byte[] read(long at, int length) {
    return bytes.read(at, length);
  }

  /**
   * Writes.
   *
   * @param by a crash of which may take this back; null for none
   */
  void write(int at, byte[] written, Machine by) {
    make(new Change(by, made, at, written));
  }

  /** Gives the file another size; new bytes are 0. */
  void truncate(long wanted, Machine by) {
    if (wanted != size()) {
      make(new Change(by, made, wanted, null));
    }
  }

  private void make(Change change) {
    made++;
    if (change.machine != null) {
      device = device == null ? new Bytes(bytes) : device;
      changes.add(change);
    } else if (device != null) {
      sync(made);
      change.make(device);
    }
    change.make(bytes);
  }

  /** Returns the begin of a sync, for its end. */
  long mark() {
    return made;
  }

  /** The changes before a mark are on the device, but for those that a sync has lost. */
  void sync(long mark) {
    List<Change> synced = before(mark);
    synced.forEach(change -> change.make(device));
    synced.clear();
  }

  /** A sync from a mark on has failed. */
  void lose(long mark) {
    before(mark).clear();
  }

  private List<Change> before(long mark) {
    int end = 0;
    while (end < changes.size() && changes.get(end).number < mark) {
      end++;
    }
    return changes.subList(0, end);
  }

  /** A machine crashes. */
  void crash(Machine machine, Chance chance) {
    if (device == null) {
      return;
    }
    List<Change> own = changes.stream().filter(change -> change.machine == machine).toList();
    boolean sectors = chance.oneIn(3);
    int whole = chance.oneIn(3) ? own.size() : chance.below(own.size() + 1);
    for (int i = 0; i < own.size(); i++) {
      if (sectors || i == whole) {
        own.get(i).tear(device, chance);
      } else if (i < whole) {
        own.get(i).make(device);
      }
    }
    changes.removeIf(change -> change.machine == machine);
    bytes = device;
    device = changes.isEmpty() ? null : new Bytes(bytes);
    changes.forEach(change -> change.make(bytes));
  }
}
