package cal.simulation.internal.disk;

import cal.simulation.internal.disk.Errno.Kind;
import cal.simulation.internal.disk.Node.Folder;
import cal.simulation.internal.disk.Node.Plain;
import java.util.Arrays;

/** Reads, writes and syncs of open files. For one run. */
final class OpenFiles {
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
    Plain plain = plain(file);
    long from = at < 0 ? file.position : at;
    byte[] bytes =
        plain.isPristine()
            ? disk.files().read(plain.real, from, length)
            : plain.changed().read(from, length);
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
    if (from > Bytes.LONGEST - bytes.length) {
      throw new Errno(Kind.EFBIG);
    }
    int before = content.written();
    int more = (int) Math.max(0, from + bytes.length - before);
    int length = bytes.length - (more - disk.room(more));
    if (length <= 0 && bytes.length > 0) {
      throw new Errno(Kind.ENOSPC);
    }
    byte[] written = length == bytes.length ? bytes.clone() : Arrays.copyOf(bytes, length);
    content.write((int) from, written, disk.acting());
    disk.grow(content.written() - before);
    file.position = at < 0 ? from + length : file.position;
    if (file.syncs) {
      sync(file);
    }
    return length;
  }

  /** Gives a file another size; only what is written takes room. */
  void truncate(OpenFile file, long size) throws Errno {
    disk.enter("truncate");
    disk.truncate(plain(file), size);
  }

  /** Has the bytes of a file, or the names of a folder, on the device: those of the begin. */
  void sync(OpenFile file) throws Errno {
    disk.enter("sync");
    Journal journal = disk.journal();
    Content content = file.node instanceof Plain plain ? plain.changed() : null;
    long names = journal.mark();
    long bytes = content == null ? 0 : content.mark();
    disk.awaitDevice();
    boolean fails = disk.syncFails();
    if (content != null && fails) {
      content.lose(bytes);
    } else if (content != null) {
      content.sync(bytes);
    } else if (file.node instanceof Folder folder && !fails) {
      journal.sync(folder, names);
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
