package cal.reactive.internal.transport;

/** Told by a poller what a channel is ready for. Thread-safe. */
public interface ReadinessListener {
  /**
   * The channel was found ready: that may be while its registration, by another thread, has not
   * returned yet.
   *
   * @param operations of {@link java.nio.channels.SelectionKey}
   */
  void ready(Registration registration, int operations);

  /** The poller has work for its next look: its loop is to look soon. */
  void wakeUp();

  /** The channel was closed. */
  void closed();
}
