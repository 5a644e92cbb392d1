package cal.bench.baseline.loop;

import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;

/** A client's socket for a loop to move bytes; nothing blocks. Confined to the loop. */
interface ClientSocket {
  /** Reads into the rest of a direct buffer: how many bytes, 0 for none yet, -1 at the end. */
  int read(ByteBuffer into) throws IOException;

  /** Takes as many of the rest of a direct buffer as there is room for. */
  void write(ByteBuffer from) throws IOException;

  /** From now on the loop tells the connection of room, and not of input. */
  void awaitRoom() throws IOException;

  /** From now on the loop tells the connection of input, and not of room. */
  void awaitInput() throws IOException;

  /** Ends the output to the client. */
  void shutdownOutput() throws IOException;

  /** The client's. */
  SocketAddress address();

  /** Closes; idempotent. */
  void close();
}
