package cal.bench.micro;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/**
 * Reads blocks of a file, one a step, each from another place. It is no {@link AutoCloseable}: CAL
 * would close it when its activity ends. One thread at a time.
 */
final class BlockReader {
  private final RandomAccessFile file;
  private final byte[] block;
  private final Places places;
  private Runnable end = () -> {};
  private int left;

  /** Where the next block is that no reader has read for long. */
  @FunctionalInterface
  interface Places {
    long next();
  }

  BlockReader(Path path, int size, Places places) throws IOException {
    file = new RandomAccessFile(path.toFile(), "r");
    block = new byte[size];
    this.places = places;
  }

  /** Is to read so many blocks from now on. */
  BlockReader begin(int blocks, Runnable whenDone) {
    left = blocks;
    end = whenDone;
    return this;
  }

  /** The same as {@link #step}, and no activity. */
  boolean read() {
    try {
      file.seek(places.next());
      file.readFully(block);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    left--;
    if (left == 0) {
      end.run();
    }
    return left > 0;
  }

  /** Reads a block; false after the last. */
  boolean step() {
    return read();
  }

  void close() throws IOException {
    file.close();
  }
}
