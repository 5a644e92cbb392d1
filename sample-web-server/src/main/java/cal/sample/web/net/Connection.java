package cal.sample.web.net;

/**
 * One client's conversation, some requests at a time.
 *
 * <p>A connection owns its socket. Not thread-safe, but for {@link #close()}; successive calls of
 * {@link #serve()} may come from different threads as long as they do not overlap.
 */
public interface Connection extends AutoCloseable {
  /**
   * Reads a request, waiting for it, and answers it, and those that came with it.
   *
   * <p>It throws nothing on account of the client or the network. At the end of the stream, on bad
   * input, after a timeout or an I/O error it closes the connection and returns false.
   *
   * @return true while there is more to do; false once the connection is closed
   */
  boolean serve();

  /**
   * Ends the conversation if its client has taken nothing for too long. For one thread at a time,
   * which may be another than the one that serves.
   *
   * @return whether the conversation goes on
   */
  boolean watch();

  /** Closes the socket. Idempotent, and safe from any thread: a read that waits ends quietly. */
  @Override
  void close();
}
