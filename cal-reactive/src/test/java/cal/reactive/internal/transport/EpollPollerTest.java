package cal.reactive.internal.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cal.core.internal.os.JdkChannels;
import cal.core.internal.os.NativeBuffer;
import cal.reactive.internal.socket.LoopFixture;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.Pipe;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** An epoll tells of each edge once, and a descriptor is used by nobody once it is closed. */
@Tag("c2")
@EnabledOnOs(OS.LINUX)
class EpollPollerTest extends LoopFixture {
  private static final int ROUNDS = 500;

  /** Keeps the registrations that it is told of. */
  private static final class Told extends ReadySet {
    final List<Registration> registrations = new ArrayList<>();

    @Override
    public void add(Registration registration, int ready) {
      registrations.add(registration);
    }
  }

  private static List<Registration> look(Poller poller) throws IOException {
    Told told = new Told();
    poller.look(0, told);
    return told.registrations;
  }

  private ServerSocketChannel listener() throws IOException {
    return closing(ServerSocketChannel.open())
        .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
  }

  private SocketChannel client(ServerSocketChannel listener) throws IOException {
    return closing(SocketChannel.open(listener.getLocalAddress()));
  }

  private SocketChannel accepted(ServerSocketChannel listener) throws IOException {
    SocketChannel accepted = closing(listener.accept());
    accepted.configureBlocking(false);
    return accepted;
  }

  private static Registration join(Poller poller, SocketChannel channel) throws IOException {
    return poller.join(channel, SelectionKey.OP_READ, null);
  }

  @Test
  void shouldTellOnceOfInputThatNobodyTakes() throws Exception {
    Poller poller = closing(new EpollPoller());
    ServerSocketChannel listener = listener();
    SocketChannel peer = client(listener);
    Registration registration = join(poller, accepted(listener));
    assertThat(look(poller)).isEmpty();

    peer.write(ByteBuffer.wrap(new byte[1]));
    List<Registration> told = new ArrayList<>();
    eventually("it is told", () -> told.addAll(look(poller)));

    assertThat(told).containsExactly(registration);
    assertThat(look(poller)).isEmpty();
    assertThat(registration.mayHaveMore()).isFalse();
  }

  @Test
  void shouldKnowOfAnEndThatCameWithTheInput() throws Exception {
    Poller poller = closing(new EpollPoller());
    ServerSocketChannel listener = listener();
    SocketChannel peer = client(listener);
    Registration registration = join(poller, accepted(listener));
    peer.write(ByteBuffer.wrap(new byte[1]));
    peer.close();

    eventually(
        "the end is told",
        () -> {
          look(poller);
          return registration.mayHaveMore();
        });

    NativeBuffer buffer = new NativeBuffer(8);
    assertThat(registration.read(buffer)).isEqualTo(1);
    assertThat(registration.read(buffer)).isEqualTo(-1);
  }

  @Test
  void shouldAskAnewForRoomThatIsThereAlready() throws Exception {
    Poller poller = closing(new EpollPoller());
    ServerSocketChannel listener = listener();
    closing(client(listener));
    Registration registration = join(poller, accepted(listener));
    for (int i = 0; i < 3; i++) {
      assertThat(registration.arm(SelectionKey.OP_WRITE)).isTrue();
      assertThat(look(poller)).containsExactly(registration);
    }
  }

  @Test
  void shouldEndEachLookThatIsWokenUp() throws Exception {
    Poller poller = closing(new EpollPoller());
    AtomicInteger looks = new AtomicInteger();
    CompletableFuture<Boolean> looking =
        elsewhere(
            () -> {
              for (int i = 0; i < ROUNDS; i++) {
                poller.look(Long.MAX_VALUE, new ReadySet());
                looks.incrementAndGet();
              }
              return true;
            });
    for (int i = 1; i <= ROUNDS; i++) {
      int round = i;
      poller.wakeUp();
      eventually("look " + round + " ends", () -> looks.get() >= round);
    }
    assertThat(get(looking)).isTrue();
  }

  @Test
  void shouldWriteToNobodyOnceItIsClosed() throws Exception {
    Poller poller = new EpollPoller();
    poller.close();
    Pipe heir = Pipe.open(); // of its descriptors
    Pipe.SourceChannel source = closing(heir.source());
    closing(heir.sink());
    source.configureBlocking(false);

    poller.wakeUp();
    poller.close();

    assertThat(source.read(ByteBuffer.allocate(8))).isZero();
    ServerSocketChannel listener = listener();
    closing(client(listener));
    SocketChannel late = accepted(listener);
    assertThatThrownBy(() -> join(poller, late)).isInstanceOf(ClosedSelectorException.class);
  }

  /** The system gives the descriptor of a closed connection to the next one. */
  @Test
  void shouldNeverReadFromTheHeirOfADescriptor() throws Exception {
    Poller poller = closing(new EpollPoller());
    ServerSocketChannel listener = listener();
    int inherited = 0;
    for (int i = 0; i < ROUNDS; i++) {
      SocketChannel quiet = SocketChannel.open(listener.getLocalAddress());
      SocketChannel closed = listener.accept();
      closed.configureBlocking(false);
      Registration registration = join(poller, closed);
      SocketChannel writer = SocketChannel.open(listener.getLocalAddress());
      writer.write(ByteBuffer.wrap(new byte[] {1}));
      int descriptor = JdkChannels.descriptor(closed);
      CompletableFuture<Integer> read = elsewhere(() -> readUntilClosed(registration));

      registration.close();
      SocketChannel heir = listener.accept();

      inherited += JdkChannels.descriptor(heir) == descriptor ? 1 : 0;
      assertThat(get(read)).as("bytes of another connection").isZero();
      assertThat(registration.arm(SelectionKey.OP_WRITE)).isFalse();
      heir.close();
      writer.close();
      quiet.close();
    }
    assertThat(inherited).as("descriptors that were given on").isPositive();
  }

  private static int readUntilClosed(Registration registration) throws IOException {
    NativeBuffer buffer = new NativeBuffer(8);
    int bytes = 0;
    try {
      while (true) {
        bytes += registration.read(buffer);
      }
    } catch (ClosedChannelException closed) {
      return bytes;
    }
  }
}
