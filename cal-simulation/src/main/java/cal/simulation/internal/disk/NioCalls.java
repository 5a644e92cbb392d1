package cal.simulation.internal.disk;

import cal.simulation.internal.disk.Node.Folder;
import cal.simulation.internal.disk.Node.Link;
import cal.simulation.internal.disk.Node.Plain;
import cal.simulation.internal.jdk.JdkFiles;
import cal.simulation.seam.Seam;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicLong;

/** The calls of {@code java.nio.file}, but for bytes of channels. For one run. */
final class NioCalls {
  private static final Charset NAMES =
      Charset.forName(System.getProperty("sun.jnu.encoding", "UTF-8"));

  /** Below all real streams of folders, and no number twice. */
  private static final AtomicLong STREAMS = new AtomicLong(Long.MIN_VALUE);

  private static final long NANOS = 1_000_000_000L;
  private static final int FOLDER = JdkFiles.constant("S_IFDIR");
  private static final int LINK = JdkFiles.constant("S_IFLNK");
  private static final int PLAIN = JdkFiles.constant("S_IFREG");

  private final Disk disk;
  private final Posix posix;
  private final Map<Long, Queue<String>> streams = new HashMap<>();

  NioCalls(Disk disk, Posix posix) {
    this.disk = disk;
    this.posix = posix;
  }

  /** Answers, as {@link Disk#call} does. */
  Object call(String name, Object[] arguments) throws Throwable {
    String call = name.substring(name.indexOf('.') + 1);
    try {
      return arguments.length > 0 && arguments[0] instanceof Path path
          ? ofPath(call, path.toAbsolutePath().toString(), arguments)
          : other(call, arguments);
    } catch (Errno failure) {
      if (call.equals("stat2") || call.equals("access")) {
        return failure.number();
      }
      throw JdkFiles.failure(failure.number());
    }
  }

  private Object ofPath(String call, String path, Object[] arguments) throws Errno {
    switch (call) {
      case "open" -> {
        int descriptor = posix.open(path, (int) arguments[1], (int) arguments[2]);
        return descriptor == Posix.REAL ? null : descriptor;
      }
      case "openForAttributeAccess" -> {
        return posix.openToChange(path, (boolean) arguments[1]);
      }
      case "stat", "stat2", "lstat" -> {
        Node node = posix.stat(path, !call.equals("lstat"));
        if (node == null) {
          return null;
        }
        tell(node, arguments[1]);
        return call.equals("stat2") ? (Object) 0 : Seam.DONE;
      }
      case "access" -> {
        return posix.access(path, (int) arguments[1]) ? null : (Object) 0;
      }
      case "readlink" -> {
        return bytes(posix.readlink(path));
      }
      case "realpath" -> {
        return bytes(posix.realpath(path));
      }
      case "opendir" -> {
        long stream = STREAMS.getAndIncrement();
        streams.put(stream, new ArrayDeque<>(posix.list(path)));
        return stream;
      }
      case "mkdir" -> posix.mkdir(path, (int) arguments[1]);
      case "rmdir" -> posix.rmdir(path);
      case "unlink" -> posix.unlink(path);
      case "rename" -> posix.rename(path, absolute(arguments[1]));
      case "link" -> posix.link(path, absolute(arguments[1]));
      case "chmod" -> posix.change(path, true).mode = (int) arguments[1];
      case "mknod" -> throw disk.refused("a device or a pipe, " + path + "; use a file");
      default -> posix.change(path, call.equals("chown")); // the owner stays
    }
    return Seam.DONE;
  }

  private static String absolute(Object path) {
    return ((Path) path).toAbsolutePath().toString();
  }

  private static byte[] bytes(String text) {
    return text == null ? null : text.getBytes(NAMES);
  }

  private Object other(String call, Object[] arguments) throws Errno {
    switch (call) {
      case "openatSupported" -> {
        return false; // else folders are listed by descriptors
      }
      case "symlink" ->
          posix.symlink(new String((byte[]) arguments[0], NAMES), absolute(arguments[1]));
      case "utimensat" ->
          posix.change(absolute(arguments[1]), false).modified = (long) arguments[3];
      case "fchmodat" -> posix.change(absolute(arguments[1]), false).mode = (int) arguments[2];
      case "readdir" -> {
        Queue<String> names = streams.get((Long) arguments[0]);
        if (names == null) {
          return null;
        }
        return names.isEmpty() ? Seam.DONE : bytes(names.poll());
      }
      case "closedir" -> {
        return streams.remove((Long) arguments[0]) == null ? null : Seam.DONE;
      }
      default -> {
        int descriptor = (int) arguments[0];
        return Disk.isOwn(descriptor) ? ofDescriptor(call, descriptor, arguments) : null;
      }
    }
    return Seam.DONE;
  }

  private Object ofDescriptor(String call, int descriptor, Object[] arguments) throws Errno {
    switch (call) {
      case "close" -> disk.close(descriptor);
      case "fstat" -> tell(disk.file(descriptor).node, arguments[1]);
      case "fchmod" -> disk.file(descriptor).node.mode = (int) arguments[1];
      case "futimens" -> disk.file(descriptor).node.modified = (long) arguments[2];
      case "fgetxattr", "fsetxattr", "fremovexattr" -> throw new Errno(Errno.Kind.ENODATA);
      default -> disk.file(descriptor); // fchown: the owner stays
    }
    return Seam.DONE;
  }

  private void tell(Node node, Object attributes) {
    int type =
        switch (node) {
          case Folder _ -> FOLDER;
          case Link _ -> LINK;
          default -> PLAIN;
        };
    JdkFiles.set(attributes, "st_mode", type | node.mode);
    JdkFiles.set(attributes, "st_nlink", 1);
    JdkFiles.set(attributes, "st_uid", 0);
    JdkFiles.set(attributes, "st_gid", 0);
    JdkFiles.set(attributes, "st_ino", node.number);
    JdkFiles.set(attributes, "st_dev", disk.number());
    JdkFiles.set(attributes, "st_size", node instanceof Plain file ? file.size() : 0L);
    for (String time : new String[] {"st_atime", "st_mtime", "st_ctime"}) {
      JdkFiles.set(attributes, time + "_sec", Math.floorDiv(node.modified, NANOS));
      JdkFiles.set(attributes, time + "_nsec", Math.floorMod(node.modified, NANOS));
    }
  }
}
