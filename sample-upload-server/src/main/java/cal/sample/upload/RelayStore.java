package cal.sample.upload;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Passes each frame on to another upload server, and the answer back: this server is then a
 * mid-level server, in front of a low-level server (the ACE study of threaded servers, section
 * 5.2).
 *
 * <p>Thread-safe with {@link #take()} and {@link #give(Socket)} as its critical regions: each call
 * has a connection, used again by a later call.
 */
public final class RelayStore implements BlockingStore {

  private static final int TIMEOUT_MILLIS = 60_000;

  private final String host;
  private final int port;
  private final Deque<Socket> idle = new ArrayDeque<>();

  /**
   * Connects when there is a frame.
   *
   * @param host of the low-level server
   * @param port of the low-level server
   */
  public RelayStore(String host, int port) {
    this.host = host;
    this.port = port;
  }

  @Override
  public int store(byte[] bytes, int offset, int length) {
    ByteBuffer frame = ByteBuffer.allocate(4 + length).putInt(length).put(bytes, offset, length);
    Socket socket = take();
    try {
      if (socket == null) {
        socket = connect();
      }
      socket.getOutputStream().write(frame.array());
      int crc = new DataInputStream(socket.getInputStream()).readInt();
      give(socket);
      return crc;
    } catch (IOException failure) {
      if (socket != null) {
        Sockets.close(socket);
      }
      close(); // the idle ones lead to where this one led
      throw new StoreException(
          "cannot pass a frame on to " + host + ":" + port + ": " + failure.getMessage(), failure);
    }
  }

  private Socket connect() throws IOException {
    Socket socket = new Socket();
    try {
      socket.connect(new InetSocketAddress(host, port), TIMEOUT_MILLIS);
      socket.setTcpNoDelay(true);
      socket.setSoTimeout(TIMEOUT_MILLIS);
      return socket;
    } catch (IOException failure) {
      Sockets.close(socket);
      throw failure;
    }
  }

  /** An unused connection, or null. */
  Socket take() {
    return idle.poll();
  }

  /** Keeps a connection: as many as there were calls at a time, at most. */
  void give(Socket socket) {
    idle.push(socket);
  }

  @Override
  public void close() {
    for (Socket socket = take(); socket != null; socket = take()) {
      Sockets.close(socket);
    }
  }
}
