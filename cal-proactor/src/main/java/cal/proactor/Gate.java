package cal.proactor;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Lets users into a resource until it is shut, and tells which of them is the last one out: that
 * one gives the resource back. So a descriptor is never used after it was given back. Thread-safe,
 * and nobody waits.
 */
final class Gate {
  private static final int SHUT = Integer.MIN_VALUE;

  /** Users within, and the sign where it is shut. */
  private final AtomicInteger users = new AtomicInteger();

  /** Enters; false where it is shut. */
  boolean enter() {
    return users.getAndUpdate(now -> now < 0 ? now : now + 1) >= 0;
  }

  /**
   * Leaves.
   *
   * @return whether the caller is to give the resource back
   */
  boolean leave() {
    return users.decrementAndGet() == SHUT;
  }

  /** Whether it is shut. */
  boolean isShut() {
    return users.get() < 0;
  }

  /**
   * Lets nobody in any more. Idempotent.
   *
   * @return whether the caller is to give the resource back
   */
  boolean shut() {
    return users.getAndUpdate(now -> now | SHUT) == 0;
  }
}
