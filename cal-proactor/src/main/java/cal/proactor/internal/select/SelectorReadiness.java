package cal.proactor.internal.select;

import cal.proactor.internal.channel.ChannelHandle;
import java.io.IOException;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** The selector of the JDK, whose own wake-up ends a wait. */
final class SelectorReadiness implements Readiness {
  private static final int IN = SelectionKey.OP_READ | SelectionKey.OP_ACCEPT;

  private final Selector selector;
  private final Consumer<SelectionKey> tell = this::tell;
  private Listener listener;

  SelectorReadiness() throws IOException {
    selector = Selector.open();
  }

  @Override
  public boolean isEdge() {
    return false;
  }

  @Override
  public void watch(ChannelHandle socket, Watch watch, int event) throws IOException {
    SelectableChannel channel = socket.channel();
    int interest =
        event == INPUT
            ? (channel instanceof ServerSocketChannel
                ? SelectionKey.OP_ACCEPT
                : SelectionKey.OP_READ)
            : isConnecting(channel) ? SelectionKey.OP_CONNECT : SelectionKey.OP_WRITE;
    SelectionKey key = channel.keyFor(selector);
    if (key == null) {
      key = channel.register(selector, interest, socket);
    } else if ((key.interestOps() & interest) == 0) {
      key.interestOpsOr(interest);
    }
  }

  private static boolean isConnecting(SelectableChannel channel) {
    return channel instanceof SocketChannel socket && socket.isConnectionPending();
  }

  @Override
  public void unwatch(ChannelHandle socket, Watch watch, int event) {
    SelectionKey key = socket.channel().keyFor(selector);
    if (key != null) {
      key.interestOpsAnd(event == INPUT ? ~IN : IN);
    }
  }

  @Override
  public void await(long nanos, Listener told) throws IOException {
    listener = told;
    if (nanos == 0) {
      selector.selectNow(tell);
    } else {
      long millis =
          nanos == Long.MAX_VALUE ? 0 : TimeUnit.NANOSECONDS.toMillis(nanos - 1) + 1; // 0: ever
      selector.select(tell, millis);
    }
  }

  private void tell(SelectionKey key) {
    ChannelHandle socket = (ChannelHandle) key.attachment();
    try {
      int ready = key.readyOps();
      int events = ((ready & IN) != 0 ? INPUT : 0) | ((ready & ~IN) != 0 ? OUTPUT : 0);
      listener.ready(socket, (Watch) socket.attachment(), events);
    } catch (CancelledKeyException closed) {
      return; // a socket without an operation may be closed at any time
    }
  }

  @Override
  public void interrupt() {
    selector.wakeup();
  }

  /** The selector lets the channel go in its next wait. */
  @Override
  public void closed() {
    selector.wakeup();
  }

  @Override
  public void close() throws IOException {
    selector.close();
  }
}
