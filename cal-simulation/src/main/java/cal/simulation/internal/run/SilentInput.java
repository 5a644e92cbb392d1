package cal.simulation.internal.run;

import java.io.InputStream;
import java.util.concurrent.locks.LockSupport;

/** The input of a run: somebody may type, and nobody does. A read waits for ever. Stateless. */
final class SilentInput extends InputStream {
  @Override
  public int read() {
    while (Thread.currentThread().isVirtual()) {
      LockSupport.park(this);
      boolean unused = Thread.interrupted(); // which ends no read of a terminal
    }
    return -1;
  }

  @Override
  public int read(byte[] into, int offset, int length) {
    return length == 0 ? 0 : read();
  }
}
