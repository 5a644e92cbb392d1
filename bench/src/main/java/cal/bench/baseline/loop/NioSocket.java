package cal.bench.baseline.loop;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;

/** A channel of the JDK, and the key of the loop's selector. Confined to the loop. */
final class NioSocket implements ClientSocket {
  private static final Logger LOG = System.getLogger(NioSocket.class.getName());

  private final SocketChannel channel;
  private final SocketAddress address;
  private SelectionKey key;

  NioSocket(SocketChannel channel) throws IOException {
    this.channel = channel;
    address = channel.getRemoteAddress();
  }

  void register(Selector selector, LoopConnection connection) throws IOException {
    key = channel.register(selector, SelectionKey.OP_READ, connection);
  }

  @Override
  public int read(ByteBuffer into) throws IOException {
    return channel.read(into);
  }

  @Override
  public void write(ByteBuffer from) throws IOException {
    channel.write(from);
  }

  @Override
  public void awaitRoom() {
    key.interestOps(SelectionKey.OP_WRITE);
  }

  @Override
  public void awaitInput() {
    key.interestOps(SelectionKey.OP_READ);
  }

  @Override
  public void shutdownOutput() throws IOException {
    channel.shutdownOutput();
  }

  @Override
  public SocketAddress address() {
    return address;
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException failure) {
      LOG.log(Level.DEBUG, "closing", failure);
    }
  }
}
