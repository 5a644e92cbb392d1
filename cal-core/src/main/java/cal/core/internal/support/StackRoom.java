package cal.core.internal.support;

/**
 * Makes sure that the calling thread has some stack left, before it does what a {@link
 * StackOverflowError} in the middle would leave half done: a guard that is taken and not noted, or
 * a message that nobody is told of.
 *
 * <p>Thread-safe: it has no state.
 */
public final class StackRoom {
  /** Many times as deep as a policy calls, however small the compiler makes these frames. */
  static final int FRAMES = 400;

  /** Many times as deep as a thread goes to wait for another. */
  private static final int FRAMES_TO_WAIT = 64;

  private StackRoom() {}

  /**
   * Goes down and comes back.
   *
   * @throws StackOverflowError if there is no room
   */
  public static void require() {
    dive(FRAMES);
  }

  /** The same where only the wait for another thread is not to fail: it costs less. */
  public static void requireToWait() {
    dive(FRAMES_TO_WAIT);
  }

  private static int dive(int frames) {
    return frames == 0 ? 0 : dive(frames - 1) + 1;
  }
}
