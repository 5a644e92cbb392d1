package cal.core.spi;

import java.io.FileDescriptor;
import java.io.IOException;

/**
 * Carries out calls of woven code on files, under a model whose activities share a thread: none of
 * them may keep it while a device works.
 *
 * <p>Each method has the result, the position and the exceptions of the call as it is written,
 * which it is given. Thread-safe: any thread may call, and one that is not the model's makes the
 * call as it is written. An interrupt does not end a call, and stays set.
 */
public interface FileProvider extends AutoCloseable {
  /** A call as the server's code has it. */
  @FunctionalInterface
  interface Call<T> {
    /**
     * Makes the call, which blocks.
     *
     * @return its result
     * @throws IOException what it throws
     */
    T call() throws IOException;
  }

  /** A stream of woven code that has its calls carried out here; otherwise it is the JDK's. */
  interface Stream {}

  /**
   * Reads at the position of a file, as {@link java.io.FileInputStream#read(byte[], int, int)}
   * does. No other call moves the position meanwhile.
   *
   * @param file the open file
   * @param into takes the bytes
   * @param offset of the first one
   * @param length bytes to be read at most; the arguments are in range
   * @param plain the call
   * @return bytes read, -1 at the end
   * @throws IOException what the call throws
   */
  int read(FileDescriptor file, byte[] into, int offset, int length, Call<Integer> plain)
      throws IOException;

  /**
   * Makes any other call that may wait for a device.
   *
   * @param <T> its result
   * @param plain the call
   * @return its result
   * @throws IOException what the call throws
   */
  <T> T call(Call<T> plain) throws IOException;

  /**
   * Ends its threads, when no activity is left; what is called afterwards is made as it is written.
   *
   * @throws IOException if the system fails, or operations are still under way
   */
  @Override
  void close() throws IOException;
}
