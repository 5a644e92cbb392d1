package cal.sample.web.http;

import java.io.IOException;

/** The content of an answer that is not kept in memory. Immutable, hence thread-safe. */
public interface Body {
  /** Bytes of the content. */
  long length();

  /**
   * Opens the content before the head of the answer is sent.
   *
   * @param grown whether a file will do that has more bytes by now, of which the first are sent
   * @throws IOException if it cannot be sent as the head tells it
   */
  Opened open(boolean grown) throws IOException;

  /** A content that is to be sent once. */
  interface Opened extends AutoCloseable {
    /**
     * Sends all of it.
     *
     * @throws IOException if the client is gone, or the content has changed meanwhile
     */
    void send(Output out) throws IOException;

    @Override
    void close() throws IOException;
  }
}
