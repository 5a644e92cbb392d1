package cal.reactive.internal.socket;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketOption;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.channels.spi.SelectorProvider;
import java.util.Set;

/** A channel of nothing, whose closing fails. */
final class FailingClose extends SocketChannel {
  FailingClose() {
    super(SelectorProvider.provider());
  }

  @Override
  protected void implCloseSelectableChannel() throws IOException {
    throw new IOException("not closed");
  }

  @Override
  protected void implConfigureBlocking(boolean block) {}

  @Override
  public SocketChannel bind(SocketAddress local) {
    return this;
  }

  @Override
  public <T> SocketChannel setOption(SocketOption<T> name, T value) {
    return this;
  }

  @Override
  public <T> T getOption(SocketOption<T> name) {
    return null;
  }

  @Override
  public Set<SocketOption<?>> supportedOptions() {
    return Set.of();
  }

  @Override
  public SocketChannel shutdownInput() {
    return this;
  }

  @Override
  public SocketChannel shutdownOutput() {
    return this;
  }

  @Override
  public Socket socket() {
    return null;
  }

  @Override
  public boolean isConnected() {
    return true;
  }

  @Override
  public boolean isConnectionPending() {
    return false;
  }

  @Override
  public boolean connect(SocketAddress remote) {
    return true;
  }

  @Override
  public boolean finishConnect() {
    return true;
  }

  @Override
  public SocketAddress getRemoteAddress() {
    return null;
  }

  @Override
  public SocketAddress getLocalAddress() {
    return null;
  }

  @Override
  public int read(ByteBuffer target) {
    return -1;
  }

  @Override
  public long read(ByteBuffer[] targets, int offset, int length) {
    return -1;
  }

  @Override
  public int write(ByteBuffer source) {
    return 0;
  }

  @Override
  public long write(ByteBuffer[] sources, int offset, int length) {
    return 0;
  }
}
