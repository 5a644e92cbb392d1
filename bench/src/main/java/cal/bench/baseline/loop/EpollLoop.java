package cal.bench.baseline.loop;

import cal.bench.baseline.os.Epoll;
import cal.bench.baseline.os.NativeSockets;
import cal.bench.baseline.upload.Server;
import cal.core.internal.os.Linux;
import io.netty.channel.unix.Socket;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A loop over an edge-triggered epoll, which costs fewer calls than the JDK's selector. A socket
 * that may have more to read is read again in the next turn, so that none keeps the others waiting.
 */
final class EpollLoop extends Loop<EpollSocket> {
  private static final int FOR_EVER = -1;

  final Epoll epoll = new Epoll();

  private final int alarm = Linux.eventfd(Linux.state());
  private EpollSocket[] sockets = new EpollSocket[1024];
  private List<EpollSocket> unread = new ArrayList<>();
  private List<EpollSocket> unreadBefore = new ArrayList<>();
  private Socket listener;
  private Runnable clientsWait;

  EpollLoop(Setup setup) throws IOException {
    super(setup);
    epoll.add(alarm, Epoll.INPUT | Epoll.EDGE); // each signal is told, so nobody reads it
  }

  @Override
  InetSocketAddress listen(InetSocketAddress address, Runnable waiting) throws IOException {
    clientsWait = waiting;
    listener = NativeSockets.listen(address, Server.BACKLOG);
    epoll.add(listener.intValue(), Epoll.INPUT);
    return listener.localAddress();
  }

  @Override
  EpollSocket accept() throws IOException {
    NativeSockets.Accepted client = NativeSockets.accept(listener);
    return client == null ? null : new EpollSocket(client);
  }

  @Override
  void watch(EpollSocket client, LoopConnection connection) throws IOException {
    int descriptor = client.descriptor();
    if (descriptor >= sockets.length) {
      sockets = Arrays.copyOf(sockets, 2 * descriptor);
    }
    sockets[descriptor] = client;
    client.begin(this, connection);
  }

  void forget(int descriptor) {
    sockets[descriptor] = null;
  }

  @Override
  void turn(int millis) throws IOException {
    int patience = millis == 0 ? FOR_EVER : millis;
    int ready = epoll.await(unread.isEmpty() ? patience : 0);
    List<EpollSocket> again = unread;
    unread = unreadBefore;
    for (int i = 0; i < ready; i++) {
      tell(epoll.descriptor(i), epoll.events(i));
    }
    for (EpollSocket socket : again) {
      socket.isListed = false;
      tell(socket);
    }
    again.clear();
    unreadBefore = again;
  }

  private void tell(int descriptor, int events) {
    if (listener != null && descriptor == listener.intValue()) {
      clientsWait.run();
    } else if (descriptor != alarm) {
      EpollSocket socket = sockets[descriptor];
      if (socket != null) { // closed in this turn
        socket.note(events);
        if (!socket.isListed) { // else its turn comes
          tell(socket);
        }
      }
    }
  }

  private void tell(EpollSocket socket) {
    if (socket.isOpen() && socket.tell()) {
      socket.isListed = true;
      unread.add(socket);
    }
  }

  @Override
  void wakeUp() {
    Linux.signal(alarm);
  }
}
