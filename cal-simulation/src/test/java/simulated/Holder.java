package simulated;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A server that holds the lock of the begin of a file for a second, at its start and if asked. */
final class Holder {
  static final int LENGTH = 10;
  static final int MILLIS = 1_000;

  private Holder() {}

  static FileChannel open() throws IOException {
    return FileChannel.open(Path.of("held"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
  }

  /** Holds, and serves. */
  public static void main(String[] none) throws Exception {
    FileChannel file = open();
    FileLock first = file.lock(0, LENGTH, false);
    LineServer unused = new LineServer(line -> held(file), 2);
    Thread.sleep(MILLIS);
    first.release();
    Thread.sleep(Long.MAX_VALUE);
  }

  private static String held(FileChannel file) {
    try (FileLock lock = file.lock(0, LENGTH, false)) {
      return "held " + lock.isValid();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
