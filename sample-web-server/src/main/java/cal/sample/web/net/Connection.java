package cal.sample.web.net;

/**
 * A client's conversation, some requests at a time.
 *
 * <p>A connection owns its socket. Not thread-safe, except {@link #close()}; successive calls of
 * {@link #serve()} may come from different threads without overlap.
 */
public interface Connection extends AutoCloseable {
  /**
   * Waits for a request, and answers all requests that came together.
   *
   * <p>The method throws nothing on account of the client or the network. At the end of the stream,
   * on bad input, after a timeout or an I/O error the connection is closed, and the result false.
   *
   * @return true while there is more to do; false once the connection is closed
   */
  boolean serve();

  /** Closes the socket. Idempotent, and safe from any thread: a waiting read ends quietly. */
  @Override
  void close();
}
