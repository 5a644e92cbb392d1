package cal.proactor.internal.channel;

import cal.proactor.AioHandle;
import cal.proactor.AioOperation;
import cal.proactor.Completions;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.nio.channels.ConnectionPendingException;
import java.nio.channels.DatagramChannel;
import java.nio.channels.FileChannel;
import java.nio.channels.SelectableChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/**
 * A socket over a non-blocking channel of the JDK. The JDK makes, binds and closes the channel, and
 * has the options.
 */
public final class ChannelHandle extends AioHandle {
  private final SelectableChannel channel;
  private final Runnable whenClosed;

  /** The address of a connection under way; for the leader alone. */
  private SocketAddress connecting;

  /** The device's own; set by a thread that starts an operation. */
  private volatile Object attachment;

  private ChannelHandle(SelectableChannel channel, Runnable whenClosed) {
    this.channel = channel;
    this.whenClosed = whenClosed;
  }

  /**
   * Takes a channel.
   *
   * @param whenClosed called afterwards, for a selector to let the channel go
   */
  public static ChannelHandle of(SelectableChannel channel, Runnable whenClosed)
      throws IOException {
    try {
      channel.configureBlocking(false);
      return new ChannelHandle(channel, whenClosed);
    } catch (IOException | RuntimeException failure) {
      channel.close();
      throw failure;
    }
  }

  public static ChannelHandle listener(SocketAddress local, int backlog, Runnable whenClosed)
      throws IOException {
    ServerSocketChannel channel = ServerSocketChannel.open();
    try {
      channel.setOption(StandardSocketOptions.SO_REUSEADDR, true);
      channel.bind(local, backlog);
    } catch (IOException | RuntimeException failure) {
      channel.close();
      throw failure;
    }
    return of(channel, whenClosed);
  }

  public static ChannelHandle socket(Runnable whenClosed) throws IOException {
    return of(SocketChannel.open(), whenClosed);
  }

  public static ChannelHandle datagram(SocketAddress local, Runnable whenClosed)
      throws IOException {
    boolean old =
        local instanceof InetSocketAddress inet && inet.getAddress() instanceof Inet4Address;
    DatagramChannel channel =
        old ? DatagramChannel.open(StandardProtocolFamily.INET) : DatagramChannel.open();
    try {
      channel.bind(local);
    } catch (IOException | RuntimeException failure) {
      channel.close();
      throw failure;
    }
    return of(channel, whenClosed);
  }

  @Override
  public SelectableChannel channel() {
    return channel;
  }

  /** The part of the device; null at first. */
  public Object attachment() {
    return attachment;
  }

  /** Gives the handle a part of the device. */
  public void attach(Object part) {
    attachment = part;
  }

  @Override
  protected void release() throws IOException {
    channel.close();
    whenClosed.run();
  }

  /**
   * Makes the non-blocking call of an operation, and tells the end.
   *
   * @return false where the channel is not ready
   */
  public boolean attempt(AioOperation operation, Completions completions) {
    try {
      return call(operation, completions);
    } catch (IOException | RuntimeException | Error failure) {
      completions.failed(operation, failure);
      return true;
    }
  }

  private boolean call(AioOperation operation, Completions completions) throws IOException {
    switch (operation.code()) {
      case ACCEPT -> {
        SocketChannel made = ((ServerSocketChannel) channel).accept();
        if (made == null) {
          return false;
        }
        completions.accepted(operation, of(made, whenClosed));
      }
      case CONNECT -> {
        if (!connect((SocketChannel) channel, operation.address())) {
          return false;
        }
        completions.completed(operation, 0);
      }
      case READ_STREAM -> {
        return moved(((SocketChannel) channel).read(operation.buffer()), operation, completions);
      }
      case WRITE_STREAM -> {
        return moved(((SocketChannel) channel).write(operation.buffer()), operation, completions);
      }
      case READ_DATAGRAM -> {
        int before = operation.buffer().position();
        SocketAddress sender = ((DatagramChannel) channel).receive(operation.buffer());
        if (sender == null) {
          return false;
        }
        operation.address(sender);
        completions.completed(operation, operation.buffer().position() - before);
      }
      case WRITE_DATAGRAM -> {
        int length = operation.buffer().remaining();
        int count = ((DatagramChannel) channel).send(operation.buffer(), operation.address());
        if (count == 0 && length > 0) {
          return false;
        }
        completions.completed(operation, count);
      }
      case TRANSMIT_FILE -> {
        return sent(operation, (SocketChannel) channel, completions);
      }
      default -> throw new UnsupportedOperationException(operation.toString());
    }
    return true;
  }

  /** Sends without a copy here. */
  private static boolean sent(AioOperation operation, SocketChannel to, Completions completions)
      throws IOException {
    FileChannel file = operation.source();
    long count = file.transferTo(operation.position(), operation.length(), to);
    boolean ended = count == 0 && operation.position() >= file.size();
    if (count > 0 || ended) {
      completions.completed(operation, ended ? -1 : count);
    }
    return count > 0 || ended;
  }

  /** Goes on with a cancelled operation's begin, but to no other address. */
  private boolean connect(SocketChannel socket, SocketAddress to) throws IOException {
    if (!socket.isConnectionPending()) {
      connecting = to;
      return socket.connect(to);
    }
    if (!to.equals(connecting)) {
      throw new ConnectionPendingException();
    }
    return socket.finishConnect();
  }

  private static boolean moved(int count, AioOperation operation, Completions completions) {
    if (count == 0) {
      return false;
    }
    completions.completed(operation, count);
    return true;
  }
}
