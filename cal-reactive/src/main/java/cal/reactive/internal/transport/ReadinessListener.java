package cal.reactive.internal.transport;

/** Told by a poller of a channel's readiness. Thread-safe. */
public interface ReadinessListener {
  /**
   * The channel was found ready, perhaps before the return of its registration by another thread.
   *
   * @param operations of {@link java.nio.channels.SelectionKey}
   */
  void ready(Registration registration, int operations);

  /** The poller has work for the next look: the loop is to look soon. */
  void wakeUp();

  /** The channel was closed. */
  void closed();
}
