package cal.proactor.internal.concurrent;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Lets users into a resource until the gate is shut, and tells the last user out, which gives the
 * resource back. So a descriptor is never used after its return to the system. Thread-safe, and
 * nobody waits.
 */
public final class Gate {
  private static final int SHUT = Integer.MIN_VALUE;

  /** Users within, and the sign of a shut gate. */
  private final AtomicInteger users = new AtomicInteger();

  /** Enters; false if shut. */
  public boolean enter() {
    return users.getAndUpdate(now -> now < 0 ? now : now + 1) >= 0;
  }

  /**
   * Leaves.
   *
   * @return whether the caller is to give the resource back
   */
  public boolean leave() {
    return users.decrementAndGet() == SHUT;
  }

  /** Whether the gate is shut. */
  public boolean isShut() {
    return users.get() < 0;
  }

  /**
   * Lets nobody in any more. Idempotent.
   *
   * @return whether the caller is to give the resource back
   */
  public boolean shut() {
    return users.getAndUpdate(now -> now | SHUT) == 0;
  }
}
