package simulated;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A server that keeps lines in a file, and answers once a line is on the device: lines of several
 * threads have one sync. With a planted bug, a sync is believed that has begun before the line was
 * written; seed 32 is the first that finds the bug.
 */
final class Ledger {
  static final Path FILE = Path.of("ledger");

  private final FileChannel file;
  private final boolean planted = Boolean.getBoolean("planted");
  private boolean syncs;
  private long begun;
  private long ended;

  private Ledger(FileChannel file) {
    this.file = file;
  }

  /** Serves; a line in part, of a crash, gets its end. */
  public static void main(String[] none) throws Exception {
    FileChannel file = FileChannel.open(FILE, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    file.write(StandardCharsets.UTF_8.encode("\n"));
    file.force(true);
    try (FileChannel folder = FileChannel.open(FILE.toAbsolutePath().getParent())) {
      folder.force(true);
    }
    LineServer unused = new LineServer(new Ledger(file)::keep, 4);
    Thread.sleep(Long.MAX_VALUE);
  }

  private String keep(String line) throws InterruptedException {
    try {
      file.write(StandardCharsets.UTF_8.encode(line + "\n"));
      sync();
      return "kept";
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private void sync() throws IOException, InterruptedException {
    synchronized (this) {
      long awaited = syncs && planted ? begun : begun + 1;
      while (syncs) {
        wait();
      }
      if (ended >= awaited) {
        return;
      }
      syncs = true;
      begun++;
    }
    file.force(false);
    synchronized (this) {
      syncs = false;
      ended = begun;
      notifyAll();
    }
  }
}
