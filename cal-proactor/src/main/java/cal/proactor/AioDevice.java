package cal.proactor;

import java.io.IOException;
import java.net.SocketAddress;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.util.Set;

/**
 * Starts operations, and waits for their ends: the paper's pluggable device driver (section 8),
 * with ways to wait and to be interrupted (sections 9 and 10).
 *
 * <p>{@link #start}, {@link #cancel} and {@link #await} are called by a single thread at a time,
 * the leader, with a happens-before edge between the calls. Handles are opened on any thread.
 */
public interface AioDevice {
  /**
   * Opens a listening socket.
   *
   * @param local the address of the listener
   * @param backlog the most unaccepted connections; 0 for a default
   * @return the listener
   * @throws IOException if the system refuses
   * @throws UnsupportedOperationException if the provider has no listeners
   */
  AioHandle listener(SocketAddress local, int backlog) throws IOException;

  /**
   * Opens an unconnected socket.
   *
   * @return the socket
   * @throws IOException if the system refuses
   * @throws UnsupportedOperationException if the provider has no sockets
   */
  AioHandle socket() throws IOException;

  /**
   * Opens a socket for datagrams.
   *
   * @param local the address of the socket
   * @return the socket
   * @throws IOException if the system refuses
   * @throws UnsupportedOperationException if the provider has no datagrams
   */
  AioHandle datagram(SocketAddress local) throws IOException;

  /**
   * Opens a file.
   *
   * @param path the file
   * @param options how, as {@link java.nio.channels.FileChannel#open} says
   * @return the file
   * @throws IOException if the system refuses
   * @throws UnsupportedOperationException if the provider has no files, or not this option
   */
  AioHandle file(Path path, Set<? extends OpenOption> options) throws IOException;

  /**
   * Starts an operation on a handle of this device, without waiting.
   *
   * @param operation the operation
   */
  void start(AioOperation operation);

  /**
   * Asks for the end of a started operation, without waiting: a cancellation, or the outcome.
   *
   * @param operation the operation
   */
  void cancel(AioOperation operation);

  /**
   * Waits until an operation has ended, or {@link #interrupt} was called.
   *
   * @param nanos to wait at most: 0 only looks, {@link Long#MAX_VALUE} waits for ever
   * @throws IOException if the system fails
   */
  void await(long nanos) throws IOException;

  /** Ends the present {@link #await}, or the next; for any thread, also after the close. */
  void interrupt();

  /**
   * Whether a started operation goes on to its end after a {@link #close}: the device then tells
   * the end, by any thread. The buffer is the system's until then; for good, where no system tells.
   *
   * @param operation an operation of the device
   * @return false where the operation is over with the close
   */
  default boolean outlives(AioOperation operation) {
    return false;
  }

  /**
   * Gives the system back all; called once, without an operation left but for a failed device.
   *
   * @throws IOException if the system fails
   */
  void close() throws IOException;
}
