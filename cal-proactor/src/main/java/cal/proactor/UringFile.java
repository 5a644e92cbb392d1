package cal.proactor;

import cal.reactive.Linux;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.net.SocketAddress;
import java.nio.file.FileSystems;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/** A file by its descriptor. */
final class UringFile extends AioHandle {
  private static final int WRITE_ONLY = 1;
  private static final int READ_AND_WRITE = 2;
  private static final int CREATE = 0x40;
  private static final int EXCLUSIVE = 0x80;
  private static final int TRUNCATE = 0x200;
  private static final int CLOSE_ON_EXEC = 0x80000;

  /** For calls whose {@code errno} nobody asks for. */
  private static final MemorySegment UNREAD = Linux.state();

  private final int descriptor;

  private UringFile(int descriptor) {
    this.descriptor = descriptor;
  }

  static UringFile open(Path path, Set<? extends OpenOption> options) throws IOException {
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
    return new UringFile(UringCalls.open(path, flags | CLOSE_ON_EXEC));
  }

  int descriptor() {
    return descriptor;
  }

  @Override
  public SocketAddress localAddress() {
    return null;
  }

  @Override
  protected void release() {
    Linux.close(UNREAD, descriptor);
  }
}
