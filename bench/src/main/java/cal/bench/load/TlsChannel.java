package cal.bench.load;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.SocketChannel;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLEngineResult.Status;

/**
 * TLS of a client, above a channel that does not block. Confined to one loop.
 *
 * <p>A read decrypts all records that have come whole with the bytes that it takes, so its buffer
 * needs room for {@value #INPUT_BYTES} bytes: the channel tells only of bytes that it still has.
 */
final class TlsChannel implements ByteChannel {
  /** Two records: a large file costs few calls of the system. */
  private static final int INPUT_BYTES = 34 << 10;

  private static final int RECORD_BYTES = 17 << 10;
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  private final SocketChannel channel;
  private final SSLEngine engine;

  /** Bytes that are not decrypted yet, up to its position. */
  private final ByteBuffer received = ByteBuffer.allocate(INPUT_BYTES);

  TlsChannel(SocketChannel channel, SSLEngine engine) {
    this.channel = channel;
    this.engine = engine;
  }

  /**
   * Agrees with the server, as far as that goes now.
   *
   * @return whether both have agreed
   * @throws IOException if they cannot, or the server is gone
   */
  boolean greet() throws IOException {
    while (true) {
      switch (engine.getHandshakeStatus()) {
        case NEED_WRAP -> write(NOTHING);
        case NEED_TASK -> runTasks();
        case NEED_UNWRAP, NEED_UNWRAP_AGAIN -> {
          if (!decryptOne(ByteBuffer.allocate(RECORD_BYTES)) && takeMore() == 0) {
            return false;
          }
        }
        default -> {
          return true;
        }
      }
    }
  }

  private void runTasks() {
    Runnable task = engine.getDelegatedTask();
    while (task != null) {
      task.run();
      task = engine.getDelegatedTask();
    }
  }

  private int takeMore() throws IOException {
    int count = channel.read(received);
    if (count < 0) {
      throw new EOFException("the server ended the stream");
    }
    return count;
  }

  /** Decrypts a record, if one has come whole. */
  private boolean decryptOne(ByteBuffer target) throws IOException {
    received.flip();
    try {
      SSLEngineResult result = engine.unwrap(received, target);
      if (result.getStatus() == Status.BUFFER_OVERFLOW) {
        throw new IOException("there is no room for a record");
      }
      return result.getStatus() == Status.OK;
    } finally {
      received.compact();
    }
  }

  @Override
  public int read(ByteBuffer target) throws IOException {
    int before = target.position();
    if (channel.read(received) < 0) {
      return -1;
    }
    while (received.position() > 0 && decryptOne(target)) {
      if (engine.getHandshakeStatus() == HandshakeStatus.NEED_TASK) {
        runTasks();
      }
    }
    boolean ended = engine.isInboundDone() && target.position() == before;
    return ended ? -1 : target.position() - before;
  }

  /** Writes all of it: a request is small, and the server has taken those before it. */
  @Override
  public int write(ByteBuffer source) throws IOException {
    int before = source.position();
    ByteBuffer record = ByteBuffer.allocate(RECORD_BYTES);
    do {
      engine.wrap(source, record.clear());
      channel.write(record.flip());
      if (record.hasRemaining()) {
        throw new IOException("the server takes no request");
      }
    } while (source.hasRemaining());
    return source.position() - before;
  }

  @Override
  public boolean isOpen() {
    return channel.isOpen();
  }

  /** Tells the server of the end, if it is there. */
  @Override
  public void close() throws IOException {
    try (channel) {
      engine.closeOutbound();
      if (channel.isConnected()) {
        write(NOTHING);
      }
    } catch (IOException gone) {
      // Nobody is left to be told.
    }
  }
}
