package cal.proactor.internal.uring;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import cal.core.internal.os.JdkChannels;
import cal.core.internal.os.Linux;
import cal.proactor.AioHandle;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.channels.Channel;
import java.nio.channels.FileChannel;
import java.nio.charset.Charset;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystems;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;

/** A file by its descriptor. */
public final class UringFile extends AioHandle {
  private static final int WRITE_ONLY = 1;
  private static final int READ_AND_WRITE = 2;
  private static final int CREATE = 0x40;
  private static final int EXCLUSIVE = 0x80;
  private static final int TRUNCATE = 0x200;
  private static final int CLOSE_ON_EXEC = 0x80000;

  private static final int NO_ENTRY = 2;
  private static final int INTERRUPTED = 4;
  private static final int NO_ACCESS = 13;
  private static final int EXISTS = 17;
  private static final int MODE = 0666; // the umask takes away from it, as in the JDK

  private static final MethodHandle OPEN =
      Linux.variadic("open", 2, JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT);

  /** For calls whose {@code errno} nobody asks for. */
  private static final MemorySegment UNREAD = Linux.state();

  private final int descriptor;

  /** For transfers; empty at first. */
  private final AtomicReference<FileChannel> content = new AtomicReference<>();

  private UringFile(int descriptor) {
    this.descriptor = descriptor;
  }

  public static UringFile open(Path path, Set<? extends OpenOption> options) throws IOException {
    if (path.getFileSystem() != FileSystems.getDefault()) {
      throw new UnsupportedOperationException(
          "path=%s is of no file system of the system's".formatted(path));
    }
    boolean writes = options.contains(StandardOpenOption.WRITE);
    int flags =
        !writes ? 0 : options.contains(StandardOpenOption.READ) ? READ_AND_WRITE : WRITE_ONLY;
    for (OpenOption option : options) {
      int flag =
          switch (option) {
            case StandardOpenOption.READ, StandardOpenOption.WRITE -> 0;
            case StandardOpenOption.CREATE -> CREATE;
            case StandardOpenOption.CREATE_NEW -> CREATE | EXCLUSIVE;
            case StandardOpenOption.TRUNCATE_EXISTING -> TRUNCATE;
            default ->
                throw new UnsupportedOperationException(
                    "option=%s of a file; give READ, WRITE, CREATE, CREATE_NEW or TRUNCATE_EXISTING"
                        .formatted(option));
          };
      flags |= writes ? flag : 0; // a file that is read is never made, as in the JDK
    }
    return new UringFile(open(path, flags | CLOSE_ON_EXEC));
  }

  /** Opens a file; its failures are those of the JDK. */
  private static int open(Path path, int flags) throws IOException {
    byte[] name =
        path.toAbsolutePath()
            .toString()
            .getBytes(Charset.forName(System.getProperty("sun.jnu.encoding")));
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = arena.allocate(Linker.Option.captureStateLayout());
      MemorySegment text = arena.allocate(name.length + 1L);
      text.copyFrom(MemorySegment.ofArray(name));
      int descriptor;
      int errno;
      do {
        try {
          descriptor = (int) OPEN.invokeExact(state, text, flags, MODE);
        } catch (Throwable impossible) {
          throw new AssertionError("open", impossible);
        }
        errno = Linux.errno(state);
      } while (descriptor < 0 && errno == INTERRUPTED);
      if (descriptor >= 0) {
        return descriptor;
      }
      throw switch (errno) {
        case NO_ENTRY -> new NoSuchFileException(path.toString());
        case EXISTS -> new FileAlreadyExistsException(path.toString());
        case NO_ACCESS -> new AccessDeniedException(path.toString());
        default -> new FileSystemException(path.toString(), null, Linux.text(errno));
      };
    }
  }

  int descriptor() {
    return descriptor;
  }

  @Override
  protected Channel channel() {
    return null;
  }

  /** Opens the same file anew, once: the JDK has no channel of a descriptor. */
  @Override
  protected FileChannel content() throws IOException {
    FileChannel present = content.get();
    if (present == null) {
      present = FileChannel.open(Path.of("/proc/self/fd", Integer.toString(descriptor)));
      boolean unused = JdkChannels.shield(present); // a ring needs the package of the channel
      if (!content.compareAndSet(null, present)) {
        present.close();
        present = content.get();
      }
    }
    return present;
  }

  @Override
  protected void release() throws IOException {
    Linux.close(UNREAD, descriptor);
    FileChannel opened = content.get();
    if (opened != null) {
      opened.close();
    }
  }
}
