package cal.bench.baseline.loop;

import cal.bench.baseline.upload.Server;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/** A loop over the JDK's selector. */
final class NioLoop extends Loop<NioSocket> {
  private final Selector selector = Selector.open();
  private ServerSocketChannel listener;

  NioLoop(Setup setup) throws IOException {
    super(setup);
  }

  @Override
  InetSocketAddress listen(InetSocketAddress address, Runnable clientsWait) throws IOException {
    listener = ServerSocketChannel.open();
    listener.bind(address, Server.BACKLOG);
    listener.configureBlocking(false);
    listener.register(selector, SelectionKey.OP_ACCEPT, clientsWait);
    return (InetSocketAddress) listener.getLocalAddress();
  }

  @Override
  NioSocket accept() throws IOException {
    while (true) {
      SocketChannel client = listener.accept();
      if (client == null) {
        return null;
      }
      try {
        client.configureBlocking(false);
        client.setOption(StandardSocketOptions.TCP_NODELAY, true);
        return new NioSocket(client);
      } catch (IOException leftAtOnce) {
        client.close();
      }
    }
  }

  @Override
  void watch(NioSocket client, LoopConnection connection) throws IOException {
    client.register(selector, connection);
  }

  @Override
  void turn(int millis) throws IOException {
    selector.select(NioLoop::tell, millis);
  }

  private static void tell(SelectionKey ready) {
    if (!(ready.attachment() instanceof LoopConnection connection)) {
      ((Runnable) ready.attachment()).run();
    } else if (ready.isWritable()) {
      connection.roomIsThere();
    } else {
      connection.inputIsThere();
    }
  }

  @Override
  void wakeUp() {
    selector.wakeup();
  }
}
