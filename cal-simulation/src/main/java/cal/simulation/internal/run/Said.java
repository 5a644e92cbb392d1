package cal.simulation.internal.run;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The last words that a run printed; earlier words are dropped. Thread-safe. */
final class Said extends OutputStream {
  private static final int KEPT = 4096;

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  @Override
  public synchronized void write(int one) {
    write(new byte[] {(byte) one}, 0, 1);
  }

  @Override
  public synchronized void write(byte[] from, int offset, int length) {
    bytes.write(from, offset, length);
    if (bytes.size() > 2 * KEPT) {
      byte[] all = bytes.toByteArray();
      bytes.reset();
      bytes.writeBytes(Arrays.copyOfRange(all, all.length - KEPT, all.length));
    }
  }

  /** Begins a run. */
  synchronized void clear() {
    bytes.reset();
  }

  @Override
  public synchronized String toString() {
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
