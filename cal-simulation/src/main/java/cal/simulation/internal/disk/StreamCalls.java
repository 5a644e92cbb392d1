package cal.simulation.internal.disk;

import cal.simulation.internal.disk.Node.Folder;
import cal.simulation.internal.disk.Node.Plain;
import cal.simulation.internal.jdk.JdkFiles;
import cal.simulation.seam.Seam;
import java.io.File;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.util.Arrays;
import java.util.Objects;

/** The calls of {@code java.io}: files, streams, and files of random access. For one run. */
final class StreamCalls {
  private static final int EXISTS = 1;
  private static final int REGULAR = 2;
  private static final int DIRECTORY = 4;

  /** Modes of {@code RandomAccessFile}. */
  private static final int BOTH = 2;

  private static final int SYNCS = 4 | 8;
  private static final int WRITERS = 0222;
  private static final int OF_OWNER = 0100;
  private static final int OF_ALL = 0111;
  private static final long NANOS_OF_MILLI = 1_000_000;

  private final Disk disk;
  private final Posix posix;
  private final OpenFiles files;

  StreamCalls(Disk disk, Posix posix, OpenFiles files) {
    this.disk = disk;
    this.posix = posix;
    this.files = files;
  }

  /** Answers, as {@link Disk#call} does. */
  Object call(String name, Object[] arguments) throws Throwable {
    String call = name.substring(name.indexOf('.') + 1);
    if (name.startsWith("UnixFileSystem.")) {
      return ofFile(call, arguments);
    }
    FileDescriptor descriptor =
        switch (arguments[0]) {
          case FileInputStream in -> in.getFD();
          case FileOutputStream out -> out.getFD();
          default -> ((RandomAccessFile) arguments[0]).getFD();
        };
    if (call.equals("open0")) {
      return open(descriptor, (String) arguments[1], flags(arguments));
    }
    int number = JdkFiles.number(descriptor);
    try {
      return Disk.isOwn(number) ? ofStream(call, disk.file(number), arguments) : null;
    } catch (Errno failure) {
      throw failure.asIo();
    }
  }

  private static int flags(Object[] arguments) {
    if (arguments[0] instanceof FileInputStream) {
      return Posix.READ;
    }
    if (arguments[0] instanceof FileOutputStream) {
      return Posix.WRITE | Posix.CREATE | ((boolean) arguments[2] ? Posix.APPEND : Posix.TRUNCATE);
    }
    int mode = (int) arguments[2];
    return ((mode & BOTH) == 0 ? Posix.READ : Posix.BOTH | Posix.CREATE)
        | ((mode & SYNCS) == 0 ? 0 : Posix.SYNC);
  }

  private Object open(FileDescriptor descriptor, String path, int flags)
      throws FileNotFoundException {
    try {
      int number = posix.open(absolute(path), flags);
      if (number == Posix.REAL) {
        return null;
      }
      if (disk.file(number).node instanceof Folder) {
        disk.close(number);
        throw new Errno(Errno.Kind.EISDIR);
      }
      JdkFiles.number(descriptor, number);
      return Seam.DONE;
    } catch (Errno failure) {
      throw new FileNotFoundException("%s (%s)".formatted(path, failure.getMessage()));
    }
  }

  private static String absolute(String path) {
    return new File(path).getAbsolutePath();
  }

  private Object ofStream(String call, OpenFile file, Object[] arguments)
      throws Errno, IOException {
    switch (call) {
      case "read0" -> {
        byte[] one = files.read(file, -1, 1);
        return one.length == 0 ? -1 : one[0] & 0xff;
      }
      case "readBytes", "readBytes0" -> {
        return read(file, (byte[]) arguments[1], (int) arguments[2], (int) arguments[3]);
      }
      case "write", "write0" -> write(file, new byte[] {(byte) (int) arguments[1]}, 0, 1);
      case "writeBytes", "writeBytes0" ->
          write(file, (byte[]) arguments[1], (int) arguments[2], (int) arguments[3]);
      case "length0" -> {
        return OpenFiles.size(file);
      }
      case "position0", "getFilePointer" -> {
        return file.position;
      }
      case "available0" -> {
        long left = Math.max(0, OpenFiles.size(file) - file.position);
        return (int) Math.min(Integer.MAX_VALUE, left);
      }
      case "isRegularFile0" -> {
        return true;
      }
      case "skip0" -> {
        long skipped = (long) arguments[1];
        if (file.position + skipped < 0) {
          throw new Errno(Errno.Kind.EINVAL);
        }
        file.position += skipped;
        return skipped;
      }
      case "seek0" -> file.position = (long) arguments[1];
      case "setLength0" -> {
        files.truncate(file, (long) arguments[1]);
        file.position = Math.min(file.position, (long) arguments[1]);
      }
      default -> throw disk.refused("the call " + call + " of a file");
    }
    return Seam.DONE;
  }

  private int read(OpenFile file, byte[] into, int offset, int length) throws Errno {
    Objects.checkFromIndexSize(offset, length, into.length);
    if (length == 0) {
      return 0;
    }
    byte[] bytes = files.read(file, -1, length);
    System.arraycopy(bytes, 0, into, offset, bytes.length);
    return bytes.length == 0 ? -1 : bytes.length;
  }

  private void write(OpenFile file, byte[] from, int offset, int length) throws Errno {
    Objects.checkFromIndexSize(offset, length, from.length);
    for (int done = 0; done < length; ) {
      done += files.write(file, -1, Arrays.copyOfRange(from, offset + done, offset + length));
    }
  }

  private Object ofFile(String call, Object[] arguments) throws IOException {
    String path =
        absolute(arguments[1] instanceof File file ? file.getPath() : (String) arguments[1]);
    try {
      return switch (call) {
        case "getBooleanAttributes0" -> kind(posix.stat(path, true));
        case "checkAccess0" -> posix.access(path, (int) arguments[2]) ? null : (Object) true;
        case "getLastModifiedTime0" -> {
          Node node = posix.stat(path, true);
          yield node == null ? null : (Object) (node.modified / NANOS_OF_MILLI);
        }
        case "getLength0" -> {
          Node node = posix.stat(path, true);
          yield node == null ? null : (Object) (node instanceof Plain file ? file.size() : 0L);
        }
        case "list0" -> posix.list(path).toArray(String[]::new);
        case "canonicalize0" -> posix.realpath(path);
        case "setLastModifiedTime0" -> {
          posix.change(path, true).modified = (long) arguments[2] * NANOS_OF_MILLI;
          yield true;
        }
        case "setReadOnly0" -> {
          posix.change(path, true).mode &= ~WRITERS;
          yield true;
        }
        case "setPermission0" -> {
          int bits = (int) arguments[2] * ((boolean) arguments[4] ? OF_OWNER : OF_ALL);
          Node node = posix.change(path, true);
          node.mode = (boolean) arguments[3] ? node.mode | bits : node.mode & ~bits;
          yield true;
        }
        default -> changed(call, path, arguments);
      };
    } catch (Errno failure) {
      return failed(call, failure);
    }
  }

  private Object changed(String call, String path, Object[] arguments) throws Errno {
    switch (call) {
      case "createFileExclusively0" ->
          disk.close(posix.open(path, Posix.BOTH | Posix.CREATE | Posix.NEW));
      case "createDirectory0" -> posix.mkdir(path);
      case "rename0" -> posix.rename(path, absolute(((File) arguments[2]).getPath()));
      case "delete0" -> {
        if (posix.isFolder(path)) {
          posix.rmdir(path);
        } else {
          posix.unlink(path);
        }
      }
      default -> throw disk.refused("the call " + call + " of a file");
    }
    return true;
  }

  private static Object kind(Node node) {
    return node == null ? null : (Object) (EXISTS | (node instanceof Folder ? DIRECTORY : REGULAR));
  }

  /** The answer of {@code java.io.File} to a failed call. */
  private static Object failed(String call, Errno failure) throws IOException {
    return switch (call) {
      case "getBooleanAttributes0" -> 0;
      case "getLastModifiedTime0", "getLength0" -> 0L;
      case "list0" -> Seam.DONE; // null
      case "canonicalize0" -> null; // a path without a file, as the system has it
      case "createFileExclusively0" -> {
        if (failure.kind() != Errno.Kind.EEXIST) {
          throw failure.asIo();
        }
        yield false;
      }
      default -> false;
    };
  }
}
