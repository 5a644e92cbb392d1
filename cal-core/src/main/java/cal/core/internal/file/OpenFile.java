package cal.core.internal.file;

import cal.core.spi.FileProvider;
import cal.core.spi.FileProvider.Call;
import java.io.Closeable;
import java.io.FileDescriptor;
import java.io.IOException;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The calls that use the position of an open file, one at a time: an operation in flight has the
 * position and the descriptor for itself. A close waits for it. Thread-safe.
 *
 * <p>No lock is held while the JDK closes: its channel and its stream close each other, each under
 * a lock of its own.
 */
final class OpenFile {
  private final FileProvider provider;
  private final FileDescriptor descriptor;
  private final ReentrantLock turn = new ReentrantLock();

  /** From now on calls are made as they are written, which the JDK refuses. Guarded by the turn. */
  private boolean closed;

  OpenFile(FileProvider provider, FileDescriptor descriptor) {
    this.provider = provider;
    this.descriptor = descriptor;
  }

  int read(byte[] into, int offset, int length, Call<Integer> plain) throws IOException {
    return isRange(into, offset, length)
        ? alone(() -> provider.read(descriptor, into, offset, length, plain), plain)
        : plain.call();
  }

  /** Otherwise the call as it is written throws what is right. */
  private static boolean isRange(byte[] bytes, int offset, int length) {
    return bytes != null && (offset | length | (bytes.length - offset - length)) >= 0;
  }

  /** Reads one byte, -1 at the end. */
  int read(Call<Integer> plain) throws IOException {
    byte[] one = new byte[1];
    Call<Integer> plainly =
        () -> {
          int value = plain.call();
          one[0] = (byte) value;
          return value < 0 ? -1 : 1;
        };
    return read(one, 0, 1, plainly) < 0 ? -1 : one[0] & 0xff;
  }

  void write(Call<?> plain) throws IOException {
    this.<Object>alone(() -> provider.call(plain), plain::call);
  }

  /** Makes a call that blocks. It may use this file. */
  <T> T call(Call<T> plain) throws IOException {
    return provider.call(plain);
  }

  /** Makes a call when no operation is in flight. */
  <T> T alone(Call<T> call) throws IOException {
    return alone(call, call);
  }

  private <T> T alone(Call<T> call, Call<T> afterClose) throws IOException {
    turn.lock();
    try {
      return (closed ? afterClose : call).call();
    } finally {
      turn.unlock();
    }
  }

  /** Closes the file when no operation is in flight. */
  void close(Closeable plain) throws IOException {
    turn.lock();
    try {
      closed = true;
    } finally {
      turn.unlock();
    }
    plain.close();
  }
}
