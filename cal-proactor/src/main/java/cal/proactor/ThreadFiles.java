package cal.proactor;

import cal.core.spi.FileProvider;
import cal.reactive.CallsElsewhere;
import java.io.FileDescriptor;
import java.io.IOException;
import java.nio.channels.FileChannel;

/** Makes the calls of activities on files as they are written, on a few threads. Thread-safe. */
class ThreadFiles implements FileProvider {
  private final CallsElsewhere threads = new CallsElsewhere("cal-proactor-file", FileThreads.COUNT);
  private final String why;

  ThreadFiles() {
    this("");
  }

  /**
   * Has no thread yet.
   *
   * @param why it is not a faster one, for the line at the start
   */
  ThreadFiles(String why) {
    this.why = why;
  }

  @Override
  public int read(FileDescriptor file, byte[] into, int offset, int length, Call<Integer> plain)
      throws IOException {
    return call(plain);
  }

  @Override
  public void write(FileDescriptor file, byte[] from, int offset, int length, Call<?> plain)
      throws IOException {
    call(plain);
  }

  @Override
  public void sync(FileDescriptor file, Call<?> plain) throws IOException {
    call(plain);
  }

  @Override
  public void force(FileChannel file, Call<?> plain) throws IOException {
    call(plain);
  }

  @Override
  public <T> T call(Call<T> plain) throws IOException {
    return threads.make(plain::call);
  }

  /** For the line at the start. */
  @Override
  public String toString() {
    return "files by threads" + why;
  }

  /** Ends the threads; from now on an activity makes its calls itself. */
  @Override
  public void close() throws IOException {
    threads.close();
  }
}
