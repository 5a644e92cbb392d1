package cal.cli.load;

/** Decides the next request of a free client: a {@link Pace} at work. Confined to a loop. */
interface Pacer {
  /** The window begins. */
  default void begin(long now) {}

  /** A client is free: with a connection, or without in a short session. */
  void free(Client client, long now);

  /** A free client has lost its connection. */
  default void lost(Client client) {}

  /** Lets due clients ask. */
  default void go(long now) {}

  /** Nanoseconds until somebody's time comes; nobody's: a long time. */
  default long untilNext(long now) {
    return Long.MAX_VALUE;
  }

  /** The window is over, and the server stands still until the next window. */
  default void hold(long now) {}

  /**
   * The window is over: no client asks any more, and the free clients are free {@link
   * Player#later}.
   */
  default void end() {}
}
