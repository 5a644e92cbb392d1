package cal.sample.web.http;

import java.io.IOException;

/** The content of an answer outside of memory. Immutable, hence thread-safe. */
public interface Body {
  /** Bytes of the content. */
  long length();

  /**
   * Opens the content before the head of the answer is sent.
   *
   * @param asIs whether a content that has changed since the answer was made will do
   * @throws IOException if the content cannot be sent as told by the head
   */
  Opened open(boolean asIs) throws IOException;

  /** A content to be sent once. */
  interface Opened extends AutoCloseable {
    /**
     * Sends the whole content.
     *
     * @throws IOException if the client is gone, or the content has shrunk meanwhile
     */
    void send(Output out) throws IOException;

    @Override
    void close() throws IOException;
  }
}
