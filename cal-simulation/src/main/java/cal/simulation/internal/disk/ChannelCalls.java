package cal.simulation.internal.disk;

import cal.simulation.internal.disk.Node.Plain;
import cal.simulation.internal.jdk.JdkFiles;
import cal.simulation.seam.Seam;
import java.io.FileDescriptor;
import java.io.IOException;
import java.io.SyncFailedException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** The calls of file channels and of descriptors, and copies of files. For one run. */
final class ChannelCalls {
  private static final int END = -1;

  /** To the JDK: this case is not supported, but perhaps another. */
  private static final long UNSUPPORTED = -6;

  private static final int LOCKED = 0;
  private static final int NO_LOCK = -1;

  /** To the JDK: ask again, where the channel is open yet. */
  private static final int INTERRUPTED = 2;

  private static final long MILLI_NANOS = 1_000_000;

  /** A wait for a lock grows to a second. */
  private static final int MOST_DOUBLED = 10;

  private static final int MAP_READ_WRITE = 1;
  private static final int ALIGNMENT = 512;
  private static final int COPIED = 65_536;

  /** The address and the length of a part, in the system's {@code iovec}. */
  private static final int VECTOR = 16;

  private final Disk disk;
  private final OpenFiles files;

  ChannelCalls(Disk disk, OpenFiles files) {
    this.disk = disk;
    this.files = files;
  }

  /** Answers, as {@link Disk#call} does. */
  Object call(String name, Object[] arguments) throws Throwable {
    try {
      return switch (name) {
        case "FileDescriptor.sync0", "FileDescriptor.close0" -> descriptor(name, arguments[0]);
        case "FileKey.create" -> key((FileDescriptor) arguments[0]);
        case "LinuxFileSystem.directCopy", "LinuxFileSystem.bufferedCopy" ->
            copy(name, (int) arguments[1], (int) arguments[2]);
        case "LinuxFileSystem.copyNonPosixAttributes" ->
            Disk.isOwn((int) arguments[2]) ? Seam.DONE : null;
        case "FileChannelImpl.transferToTrustedChannel",
            "FileChannelImpl.transferFromFileChannel" ->
            UNSUPPORTED; // it would map the file
        default -> channel(name.substring(name.indexOf('.') + 1), arguments);
      };
    } catch (Errno failure) {
      throw name.equals("FileDescriptor.sync0")
          ? new SyncFailedException("sync failed")
          : failure.asIo();
    }
  }

  private Object descriptor(String name, Object asked) throws Errno {
    FileDescriptor descriptor = (FileDescriptor) asked;
    int number = JdkFiles.number(descriptor);
    if (!Disk.isOwn(number)) {
      return null;
    }
    if (name.endsWith("sync0")) {
      files.sync(disk.file(number));
    } else {
      JdkFiles.number(descriptor, -1);
      disk.close(number);
    }
    return Seam.DONE;
  }

  /** Locks of the JVM end with the machine that has them. */
  private Object key(FileDescriptor descriptor) throws Errno {
    int number = JdkFiles.number(descriptor);
    return Disk.isOwn(number)
        ? JdkFiles.key(disk.device(disk.file(number).machine), disk.file(number).node.number)
        : null;
  }

  private Object channel(String call, Object[] arguments) throws Errno {
    if (call.startsWith("transfer")) {
      return Arrays.stream(arguments).anyMatch(ChannelCalls::isOwn) ? (Object) UNSUPPORTED : null;
    }
    int number = JdkFiles.number((FileDescriptor) arguments[1]);
    if (!Disk.isOwn(number)) {
      return null;
    }
    OpenFile file = disk.file(number);
    return switch (call) {
      case "read" -> read(file, -1, (long) arguments[2], (int) arguments[3]);
      case "pread" -> read(file, (long) arguments[4], (long) arguments[2], (int) arguments[3]);
      case "write" -> write(file, -1, (long) arguments[2], (int) arguments[3]);
      case "pwrite" -> write(file, (long) arguments[4], (long) arguments[2], (int) arguments[3]);
      case "readv" -> all(file, true, (long) arguments[2], (int) arguments[3]);
      case "writev" -> all(file, false, (long) arguments[2], (int) arguments[3]);
      case "seek" -> seek(file, (long) arguments[2]);
      case "size" -> OpenFiles.size(file);
      case "available" ->
          (int) Math.min(Integer.MAX_VALUE, Math.max(0, OpenFiles.size(file) - file.position));
      case "isOther" -> false;
      case "setDirectIO" -> ALIGNMENT;
      case "map" -> map(file, arguments);
      case "lock" -> lock(file, arguments);
      case "release" -> {
        disk.locks().release(file, (long) arguments[2], (long) arguments[3]);
        yield Seam.DONE;
      }
      case "force" -> {
        files.sync(file);
        yield 0;
      }
      case "truncate" -> {
        files.truncate(file, (long) arguments[2]);
        yield 0;
      }
      default -> throw disk.refused("the call " + call + " of a file channel");
    };
  }

  private static boolean isOwn(Object argument) {
    return argument instanceof FileDescriptor descriptor && Disk.isOwn(JdkFiles.number(descriptor));
  }

  private static long seek(OpenFile file, long to) {
    if (to >= 0) {
      file.position = to;
    }
    return file.position;
  }

  private int lock(OpenFile file, Object[] arguments) {
    boolean waits = (boolean) arguments[2];
    boolean shared = (boolean) arguments[5];
    if (disk.locks().take(file, (long) arguments[3], (long) arguments[4], shared)) {
      file.lockWaits = 0;
      return LOCKED;
    }
    if (!waits) {
      return NO_LOCK;
    }
    disk.pause(MILLI_NANOS << Math.min(MOST_DOUBLED, file.lockWaits++));
    return INTERRUPTED;
  }

  /** Maps a real file to be read. */
  private Object map(OpenFile file, Object[] arguments) throws Errno {
    if (!(file.node instanceof Plain plain)
        || !plain.isPristine()
        || (int) arguments[2] == MAP_READ_WRITE) {
      throw disk.refused("a mapped file; read and write its channel");
    }
    return disk.files().map(plain.real, arguments);
  }

  private int read(OpenFile file, long at, long address, int length) throws Errno {
    byte[] bytes = files.read(file, at, length);
    JdkFiles.memory(address, length).put(bytes);
    return bytes.length == 0 && length > 0 ? END : bytes.length;
  }

  private int write(OpenFile file, long at, long address, int length) throws Errno {
    byte[] bytes = new byte[length];
    JdkFiles.memory(address, length).get(bytes);
    return files.write(file, at, bytes);
  }

  /** Reads or writes the parts of a vector, as one call or less of it. */
  private long all(OpenFile file, boolean reads, long address, int count) throws Errno {
    ByteBuffer vector = JdkFiles.memory(address, count * VECTOR);
    long done = 0;
    for (int i = 0; i < count; i++) {
      long part = vector.getLong(i * VECTOR);
      int length = (int) vector.getLong(i * VECTOR + Long.BYTES);
      int moved = reads ? read(file, -1, part, length) : write(file, -1, part, length);
      if (moved < length) {
        return done + moved == END ? END : done + Math.max(0, moved);
      }
      done += moved;
    }
    return done;
  }

  /** Copies the bytes of a file, the source perhaps real. */
  private Object copy(String name, int target, int source) throws Errno, IOException {
    if (!Disk.isOwn(target)) {
      return null;
    }
    OpenFile to = disk.file(target);
    ByteBuffer direct = ByteBuffer.allocateDirect(COPIED);
    while (true) {
      byte[] bytes;
      if (Disk.isOwn(source)) {
        bytes = files.read(disk.file(source), -1, COPIED);
      } else {
        bytes = new byte[JdkFiles.read(source, direct.clear())];
        direct.get(0, bytes);
      }
      if (bytes.length == 0) {
        return name.endsWith("directCopy") ? (Object) 0 : Seam.DONE;
      }
      for (int from = 0; from < bytes.length; ) {
        from += files.write(to, -1, Arrays.copyOfRange(bytes, from, bytes.length));
      }
    }
  }
}
