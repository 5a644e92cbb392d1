package cal.sample.upload;

/**
 * One client's conversation, a request at a time.
 *
 * <p>A connection owns its socket and closes it by itself when the conversation ends. Not
 * thread-safe, but for {@link #close()}; successive calls of {@link #serve()} may come from
 * different threads as long as they do not overlap. (CAL paper, section 4.)
 */
public interface Connection extends AutoCloseable {

  /**
   * Reads one request, waiting for it as long as the client likes, and answers it.
   *
   * <p>It throws nothing on account of the client or the network: at the end of the stream, on bad
   * input, after a timeout or an I/O error it logs, answers where the protocol has room for it,
   * closes the connection and returns {@code false}.
   *
   * @return true while there is more to do; false once the connection is closed
   */
  boolean serve();

  /** Closes the socket. Idempotent, and safe from any thread: a read that waits ends quietly. */
  @Override
  void close();
}
