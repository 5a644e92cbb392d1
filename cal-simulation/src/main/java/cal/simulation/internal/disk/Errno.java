package cal.simulation.internal.disk;

import cal.simulation.internal.jdk.JdkFiles;
import java.io.IOException;

/** A failed call of the system. */
final class Errno extends Exception {
  private static final long serialVersionUID = 1;

  /** The errors, with the system's words. */
  enum Kind {
    ENOENT("No such file or directory"),
    EIO("Input/output error"),
    EACCES("Permission denied"),
    EEXIST("File exists"),
    ENOTDIR("Not a directory"),
    EISDIR("Is a directory"),
    EINVAL("Invalid argument"),
    ENOSPC("No space left on device"),
    ENOTEMPTY("Directory not empty"),
    ELOOP("Too many levels of symbolic links"),
    ENODATA("No data available"),
    EBADF("Bad file descriptor"),
    EFBIG("File too large");

    private final String words;
    private final int number;

    Kind(String words) {
      this.words = words;
      this.number =
          switch (name()) {
            case "EIO" -> 5; // of which the JDK has no constant
            case "EBADF" -> 9;
            case "EFBIG" -> 27;
            default -> JdkFiles.constant(name());
          };
    }
  }

  private final Kind kind;

  Errno(Kind kind) {
    super(kind.words, null, false, false);
    this.kind = kind;
  }

  Kind kind() {
    return kind;
  }

  /** Returns the system's number. */
  int number() {
    return kind.number;
  }

  /** Returns the exception of streams and channels. */
  IOException asIo() {
    return new IOException(getMessage());
  }
}
