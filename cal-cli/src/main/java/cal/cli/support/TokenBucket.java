package cal.cli.support;

import java.util.concurrent.locks.LockSupport;

/**
 * Lets so many megabits pass a second, in bursts of a millisecond at most (token bucket). Confined
 * to a thread, which waits.
 */
public final class TokenBucket {
  private static final long BURST_NANOS = 1_000_000;

  private final double nanosAByte;
  private long full = System.nanoTime();

  /** A bucket of some megabits a second; 0 for no limit. */
  public TokenBucket(int megabits) {
    nanosAByte = megabits == 0 ? 0 : 8000.0 / megabits;
  }

  /** Waits until so many bytes have passed. */
  public void pass(int bytes) {
    if (nanosAByte > 0) {
      long now = System.nanoTime();
      full = Math.max(full, now - BURST_NANOS) + (long) (bytes * nanosAByte);
      for (long left = full - now; left > 0; left = full - System.nanoTime()) {
        LockSupport.parkNanos(left);
      }
    }
  }
}
