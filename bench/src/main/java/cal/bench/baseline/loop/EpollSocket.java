package cal.bench.baseline.loop;

import cal.bench.baseline.os.Epoll;
import cal.bench.baseline.os.NativeSockets;
import io.netty.channel.unix.Socket;
import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;

/** A descriptor of an edge-triggered epoll. Confined to its loop. */
final class EpollSocket implements ClientSocket {
  private static final int FOR_INPUT = Epoll.INPUT | Epoll.END | Epoll.EDGE;
  private static final int FOR_ROOM = Epoll.ROOM | Epoll.EDGE;

  /** In the loop's list of those that are to be read again. */
  boolean isListed;

  private final Socket socket;
  private final SocketAddress address;
  private EpollLoop loop;
  private LoopConnection connection;
  private boolean awaitsRoom;
  private boolean hasEnded;
  private boolean mayHaveMore;

  EpollSocket(NativeSockets.Accepted client) {
    socket = client.socket();
    address = client.address();
  }

  /** Belongs to a loop from now on, which it tells by its descriptor. */
  void begin(EpollLoop its, LoopConnection told) throws IOException {
    loop = its;
    connection = told;
    loop.epoll.add(descriptor(), FOR_INPUT);
  }

  int descriptor() {
    return socket.intValue();
  }

  /** Notes what the epoll told. */
  void note(int events) {
    hasEnded |= (events & (Epoll.END | Epoll.LOST)) != 0;
  }

  /** Tells the connection: whether there may be more to read, of which the epoll will not tell. */
  boolean tell() {
    mayHaveMore = false;
    if (awaitsRoom) {
      connection.roomIsThere();
    } else {
      connection.inputIsThere();
    }
    return mayHaveMore && !awaitsRoom && isOpen();
  }

  boolean isOpen() {
    return socket.isOpen();
  }

  /** A buffer that is not full has got all that was there, but for the end of the stream. */
  @Override
  public int read(ByteBuffer into) throws IOException {
    int room = into.remaining();
    int count = NativeSockets.receive(socket, into);
    mayHaveMore = count > 0 && (count == room || hasEnded);
    return count;
  }

  @Override
  public void write(ByteBuffer from) throws IOException {
    NativeSockets.send(socket, from);
  }

  @Override
  public void awaitRoom() throws IOException {
    awaitsRoom = true;
    loop.epoll.change(descriptor(), FOR_ROOM);
  }

  @Override
  public void awaitInput() throws IOException {
    awaitsRoom = false;
    loop.epoll.change(descriptor(), FOR_INPUT);
  }

  @Override
  public void shutdownOutput() throws IOException {
    socket.shutdown(false, true);
  }

  @Override
  public SocketAddress address() {
    return address;
  }

  @Override
  public void close() {
    if (isOpen()) {
      loop.forget(descriptor());
      NativeSockets.close(socket);
    }
  }
}
