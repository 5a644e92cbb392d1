package cal.core.spi;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.nio.channels.FileChannel;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;

/**
 * Makes the sockets of woven code under a model that waits for them in a way of its own.
 *
 * <p>Thread-safe. Its sockets pass for the JDK's with any code, and work on any thread, one of the
 * model's or another. As with the JDK's, closing gives the descriptor back, and a socket that was
 * lost is closed once it is collected.
 */
public interface SocketProvider {
  /**
   * Makes a listening socket. Bound without a backlog ({@link ServerSocket#bind(SocketAddress)}) it
   * takes the backlog that the provider thinks right.
   *
   * @return the socket, not bound yet
   * @throws IOException if the system has none left
   */
  ServerSocket serverSocket() throws IOException;

  /**
   * Makes a client's socket.
   *
   * @return the socket, neither bound nor connected
   * @throws IOException if the system has none left
   */
  Socket socket() throws IOException;

  /**
   * Moves all that a stream still has to another, as {@link InputStream#transferTo} does, if there
   * is a better way between these two, such as from a file to a socket of this provider.
   *
   * @param from where the bytes come from; at its end afterwards
   * @param to where they go
   * @return the bytes moved; empty if nothing was done, and the streams are to do it
   * @throws IOException if reading or writing failed
   */
  default OptionalLong transfer(InputStream from, OutputStream to) throws IOException {
    return OptionalLong.empty();
  }

  /**
   * Moves a part of a file to a stream, as {@link FileChannel#transferTo} does to a channel of that
   * stream, if there is a better way between these two.
   *
   * @param from the file, whose position stays
   * @param position where the part begins
   * @param count bytes of the part; fewer are moved where the file ends before
   * @param to where they go
   * @return the bytes moved; empty if nothing was done, and the channels are to do it
   * @throws IOException if reading or writing failed
   */
  default OptionalLong transfer(FileChannel from, long position, long count, OutputStream to)
      throws IOException {
    return OptionalLong.empty();
  }

  /**
   * The input kept that came before the server asked for it. Peers decide how much comes, so it has
   * a limit.
   *
   * @return one entry a reader; none where nothing is read ahead
   */
  default List<ReadAheadStatus> readAhead() {
    return List.of();
  }

  /**
   * How these sockets wait, where the machine decides, for the line that a start prints.
   *
   * @return a clause for people, if there is something to say
   */
  default Optional<String> remark() {
    return Optional.empty();
  }

  /** A socket of a provider, if it can tell of input without waiting for its reader. */
  interface Telling {
    /**
     * Whether bytes have come that no read has taken. Asked by any thread, also while another
     * reads; it never waits for that one.
     *
     * @return false as well at the end of the input
     * @throws IOException if the socket is closed
     */
    boolean hasInput() throws IOException;

    /**
     * Has a read that waits look once more: where no byte has come, and a condition holds, the read
     * finds the end of the input. So does each later read. Asked by any thread; never waits.
     *
     * @param condition asked by the thread that reads
     * @return false where this cannot be done, and the socket is to be closed instead
     */
    default boolean endInput(BooleanSupplier condition) {
      return false;
    }
  }

  /** A client's socket of a provider, which can become the end of a connection of the JDK's. */
  interface Accepting {
    /**
     * Takes a connection: a listening socket of the server's own class, which is the JDK's and
     * accepts with sockets of the JDK alone, has accepted it for this socket.
     *
     * @param accepted closed together with this socket, or at once where this fails
     * @throws IOException if this socket is closed
     */
    void take(Socket accepted) throws IOException;
  }

  /** Asks for the name of a host, or for its address. */
  @FunctionalInterface
  interface Lookup<T> {
    /**
     * Asks, and waits for the answer.
     *
     * @return the answer
     * @throws IOException if there is none
     */
    T call() throws IOException;
  }

  /**
   * Looks up a name, for which a thread may wait for seconds, where that holds up nobody else.
   *
   * @param <T> what is asked for
   * @param lookup asks; on the calling thread or on another
   * @return the answer
   * @throws IOException what the lookup throws
   */
  default <T> T lookUp(Lookup<T> lookup) throws IOException {
    return lookup.call();
  }

  /**
   * The bytes that one reader of sockets keeps at a moment: it read them before the server asked.
   *
   * @param reader the reader's name: that of an event loop's thread, for example
   * @param bytes what is kept for all connections
   * @param limit what may be kept at most
   */
  record ReadAheadStatus(String reader, long bytes, long limit) {}
}
