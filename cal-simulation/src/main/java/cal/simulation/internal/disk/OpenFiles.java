package cal.simulation.internal.disk;

import cal.simulation.internal.disk.Errno.Kind;
import cal.simulation.internal.disk.Node.Folder;
import cal.simulation.internal.disk.Node.Plain;
import java.util.Arrays;

/** Reads, writes and syncs of open files. For one run. */
final class OpenFiles {
  /** Arrays are not longer. */
  private static final int LONGEST = Integer.MAX_VALUE - 8;

  private final Disk disk;

  OpenFiles(Disk disk) {
    this.disk = disk;
  }

  private static Plain plain(OpenFile file) throws Errno {
    if (!(file.node instanceof Plain plain)) {
      throw new Errno(Kind.EISDIR);
    }
    return plain;
  }

  /**
   * Reads.
   *
   * @param at the place; or -1 for the position, which then moves
   */
  byte[] read(OpenFile file, long at, int length) throws Errno {
    disk.enter("read");
    if (!file.reads) {
      throw new Errno(Kind.EBADF);
    }
    byte[] bytes = plain(file).content(disk.files()).read(at < 0 ? file.position : at, length);
    file.position += at < 0 ? bytes.length : 0;
    return bytes;
  }

  /** Writes, as many bytes as have room; returns their number. */
  int write(OpenFile file, long at, byte[] bytes) throws Errno {
    disk.enter("write");
    if (!file.writes) {
      throw new Errno(Kind.EBADF);
    }
    Plain plain = plain(file);
    Content content = disk.changed(plain);
    long from = file.appends ? content.size() : at < 0 ? file.position : at;
    long more = Math.min(from + bytes.length, LONGEST) - content.size();
    int room = disk.room((int) Math.max(0, more));
    int length = (int) Math.max(0, bytes.length - (Math.max(0, more) - room));
    if (length == 0 && bytes.length > 0) {
      throw new Errno(Kind.ENOSPC);
    }
    byte[] written = length == bytes.length ? bytes.clone() : Arrays.copyOf(bytes, length);
    content.write((int) from, written, disk.isKept());
    file.position = at < 0 ? from + length : file.position;
    if (file.syncs) {
      sync(file);
    }
    return length;
  }

  void truncate(OpenFile file, long size) throws Errno {
    disk.enter("truncate");
    Content content = disk.changed(plain(file));
    int more = (int) Math.max(0, size - content.size());
    if (disk.room(more) < more) {
      throw new Errno(Kind.ENOSPC);
    }
    content.truncate((int) size, disk.isKept());
  }

  /** Has the bytes of a file, or the names of a folder, on the device. */
  void sync(OpenFile file) throws Errno {
    disk.enter("sync");
    disk.awaitDevice();
    boolean fails = disk.syncFails();
    if (file.node instanceof Folder folder) {
      if (!fails) {
        disk.journal().sync(folder);
      }
    } else if (!plain(file).isPristine()) {
      Content content = plain(file).content(disk.files());
      if (fails) {
        content.lose();
      } else {
        content.sync();
      }
    }
    if (fails) {
      throw new Errno(Kind.EIO);
    }
  }

  /** Returns the bytes of a file; none of a folder. */
  static long size(OpenFile file) {
    return file.node instanceof Plain plain ? plain.size() : 0;
  }
}
