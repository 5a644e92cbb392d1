package cal.core.internal.file;

import cal.core.spi.FileProvider;
import cal.core.spi.FileProvider.Call;
import java.io.FileDescriptor;
import java.io.IOException;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The calls that use the position of an open file, one at a time: an operation in flight has the
 * position and the descriptor for itself. A close waits for it. Thread-safe.
 */
final class OpenFile {
  private final FileProvider provider;
  private final FileDescriptor descriptor;
  private final ReentrantLock turn = new ReentrantLock();

  OpenFile(FileProvider provider, FileDescriptor descriptor) {
    this.provider = provider;
    this.descriptor = descriptor;
  }

  int read(byte[] into, int offset, int length, Call<Integer> plain) throws IOException {
    return isRange(into, offset, length)
        ? alone(() -> provider.read(descriptor, into, offset, length, plain))
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

  void write(byte[] from, int offset, int length, Call<?> plain) throws IOException {
    if (!isRange(from, offset, length)) {
      plain.call();
      return;
    }
    alone(
        () -> {
          provider.write(descriptor, from, offset, length, plain);
          return null;
        });
  }

  void write(int value, Call<?> plain) throws IOException {
    write(new byte[] {(byte) value}, 0, 1, plain);
  }

  /** Makes a call that blocks. It may use this file, maybe on another thread. */
  <T> T call(Call<T> plain) throws IOException {
    return provider.call(plain);
  }

  /** Makes a call when no operation is in flight. */
  <T> T alone(Call<T> call) throws IOException {
    turn.lock();
    try {
      return call.call();
    } finally {
      turn.unlock();
    }
  }
}
