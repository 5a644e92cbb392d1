package cal.bench.load;

/**
 * Decides when a client that has nothing to do asks next: a {@link Pace} at work. Confined to one
 * loop.
 */
interface Pacer {
  /** The window begins. */
  default void begin(long now) {}

  /** A client has nothing to do: one with a connection, or without in a short session. */
  void free(Client client, long now);

  /** A client that was free has lost its connection. */
  default void lost(Client client) {}

  /** Lets those ask whose time has come. */
  default void go(long now) {}

  /** Nanoseconds until somebody's time comes; nobody's: a long time. */
  default long untilNext(long now) {
    return Long.MAX_VALUE;
  }

  /** The window is over, and the server stands still until the next one begins. */
  default void hold(long now) {}

  /**
   * The window is over: no client asks any more, and the free clients are free {@link
   * Player#later}.
   */
  default void end() {}
}
