package cal.sample.upload;

/**
 * A client's conversation, a request at a time.
 *
 * <p>A connection owns its socket and closes the socket when the conversation ends. Not
 * thread-safe, but for {@link #close()}; successive calls of {@link #serve()} may come from
 * different threads without overlap. (CAL paper, section 4.)
 */
public interface Connection extends AutoCloseable {

  /**
   * Reads a request, waiting as long as the client likes, and answers.
   *
   * <p>The method throws nothing on account of the client or the network: at the end of the stream,
   * on bad input, after a timeout or an I/O error the connection logs, answers where the protocol
   * has room, closes and returns {@code false}.
   *
   * @return true while there is more to do; false once the connection is closed
   */
  boolean serve();

  /**
   * Reads a request like {@link #serve}, and refuses it: where the protocol has no room for a
   * refusal, the connection ends.
   */
  void tooBusy();

  /** The rank of the client among those to refuse: the lowest is refused first. */
  default int rank() {
    return 0;
  }

  /** Closes the socket. Idempotent, and safe from any thread: a waiting read ends quietly. */
  @Override
  void close();
}
