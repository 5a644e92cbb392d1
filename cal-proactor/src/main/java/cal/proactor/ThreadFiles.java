package cal.proactor;

import cal.core.spi.FileProvider;
import cal.reactive.BlockingThreads;
import cal.reactive.JdkChannels;
import java.io.FileDescriptor;
import java.io.IOException;

/**
 * Has activities leave their loops for calls on files, which they make as these are written. Bytes
 * that the system has in memory are read on the loop. Thread-safe.
 */
final class ThreadFiles implements FileProvider {
  /** Activities that wait for files at a time: a journal commits as many of them together. */
  static final int MOST = 64;

  private final BlockingThreads threads = new BlockingThreads("cal-proactor-file", MOST);
  private final CachedBytes.Pool cached = new CachedBytes.Pool();
  private final boolean looks;

  /**
   * Has no thread yet.
   *
   * @param looks whether the system can be asked for bytes that it has in memory
   */
  ThreadFiles(boolean looks) {
    this.looks = looks;
  }

  @Override
  public int read(FileDescriptor file, byte[] into, int offset, int length, Call<Integer> plain)
      throws IOException {
    boolean asks = looks && length > 0 && BlockingThreads.isOnLoop();
    return asks ? readAtOnce(file, into, offset, length, plain) : call(plain);
  }

  /**
   * As the JDK does, reads as many bytes as there are; those that are missing off the loop. The
   * number of the file may be another's once the activity has waited for a thread.
   */
  private int readAtOnce(
      FileDescriptor file, byte[] into, int offset, int length, Call<Integer> plain)
      throws IOException {
    int done = 0;
    boolean waits = false;
    while (done < length) {
      int count =
          cached.read(JdkChannels.descriptor(file), into, offset + done, length - done, waits);
      if (count > 0) {
        done += count;
      } else if (count == 0 && done == 0) {
        return -1;
      } else if (count == 0 || waits) {
        break;
      } else if (done == 0) {
        return call(plain);
      } else {
        threads.enter();
        waits = true;
      }
    }
    return done;
  }

  @Override
  public <T> T call(Call<T> plain) throws IOException {
    threads.enter();
    return plain.call();
  }

  /** For the line at the start. */
  @Override
  public String toString() {
    return "files by threads";
  }

  /** Ends the threads; from now on an activity makes its calls on its loop. */
  @Override
  public void close() {
    threads.close();
  }
}
