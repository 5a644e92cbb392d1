package cal.simulation.internal.net;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketImpl;
import java.nio.channels.SocketChannel;

/** The socket of a channel, which asks the channel. Used by the threads of one run. */
final class ChannelSocket extends Socket {
  private final SimulatedChannel channel;
  private final SimulatedSocket inside;

  ChannelSocket(SimulatedChannel channel, SimulatedSocket inside) throws IOException {
    super((SocketImpl) inside);
    this.channel = channel;
    this.inside = inside;
  }

  @Override
  public SocketChannel getChannel() {
    return channel;
  }

  @Override
  public boolean isConnected() {
    return channel.isConnected();
  }

  @Override
  public boolean isBound() {
    return channel.end().localPort() != 0;
  }

  @Override
  public boolean isInputShutdown() {
    return channel.isOpen() && isConnected() && channel.end().in().isInputEnded();
  }

  @Override
  public boolean isOutputShutdown() {
    return channel.isOpen() && isConnected() && channel.end().out().isFinished();
  }

  @Override
  public boolean isClosed() {
    return !channel.isOpen();
  }

  @Override
  public InetAddress getInetAddress() {
    return isConnected() ? channel.end().remote().getAddress() : null;
  }

  @Override
  public int getPort() {
    return isConnected() ? channel.end().remote().getPort() : 0;
  }

  @Override
  public InetAddress getLocalAddress() {
    return InetAddress.getLoopbackAddress();
  }

  @Override
  public int getLocalPort() {
    return isBound() ? channel.end().localPort() : -1;
  }

  @Override
  public SocketAddress getRemoteSocketAddress() {
    return isConnected() ? channel.end().remote() : null;
  }

  @Override
  public SocketAddress getLocalSocketAddress() {
    return isBound() ? channel.end().local() : null;
  }

  @Override
  public void bind(SocketAddress local) throws IOException {
    channel.bind(local);
  }

  @Override
  public void connect(SocketAddress to) throws IOException {
    connect(to, 0);
  }

  @Override
  public void connect(SocketAddress to, int millis) throws IOException {
    channel.end().connect((InetSocketAddress) to, millis);
  }

  @Override
  public InputStream getInputStream() {
    return inside.getInputStream();
  }

  @Override
  public OutputStream getOutputStream() {
    return inside.getOutputStream();
  }

  @Override
  public void shutdownInput() throws IOException {
    channel.shutdownInput();
  }

  @Override
  public void shutdownOutput() throws IOException {
    channel.shutdownOutput();
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
