package cal.reactive.internal.transport;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.internal.os.NativeBuffer;
import cal.core.internal.os.Ring;
import cal.reactive.internal.group.Loops;
import cal.reactive.internal.socket.LoopFixture;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Threads that serve a loop in turns: the ring of each is left where another goes on. */
@Tag("c2")
@EnabledOnOs(OS.LINUX)
class OwnRingTest extends LoopFixture {
  private static final int MUCH = 3 << 20;

  /** With input and room each, they are more than a ring has completions for. */
  private static final int MANY = 600;

  private UringPoller poller;
  private volatile boolean refused;
  private ServerSocketChannel listener;
  private final List<ExecutorService> servers = new ArrayList<>();

  OwnRingTest() {
    super(Transport.IO_URING);
  }

  @BeforeEach
  void open() throws IOException {
    poller = closing(new UringPoller(this::make, Outbox.LONGEST_NANOS));
    listener =
        closing(ServerSocketChannel.open())
            .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), MANY);
    for (int i = 0; i < 3; i++) {
      servers.add(closing(Executors.newSingleThreadExecutor()));
    }
  }

  private Ring make(int entries) throws IOException {
    if (refused) {
      throw new IOException("Too many open files");
    }
    return Ring.ofOneThread(entries);
  }

  private SocketChannel client() throws IOException {
    return closing(SocketChannel.open(listener.getLocalAddress()));
  }

  private UringRegistration accepted(int operations) throws IOException {
    SocketChannel accepted = closing(listener.accept());
    accepted.configureBlocking(false);
    return (UringRegistration) poller.join(accepted, operations, null);
  }

  /** Has one of the threads do something, and waits for that. */
  private <T> T by(int server, Callable<T> call) throws Exception {
    return servers.get(server).submit(call).get();
  }

  private Void serve(ReadySet found) throws IOException {
    poller.servedHere();
    poller.look(1, found);
    return null;
  }

  /** The threads live on, and make calls: the kernel would use them to receive. */
  @Test
  void shouldBringAllInOrderWhereThreadsServeInTurns() throws Exception {
    SocketChannel peer = client();
    UringRegistration registration = accepted(SelectionKey.OP_READ);
    byte[] sent = new byte[MUCH];
    new Random(1).nextBytes(sent);
    CompletableFuture<Integer> sending = elsewhere(() -> peer.write(ByteBuffer.wrap(sent)));
    Random random = new Random(2);
    ByteBuffer all = ByteBuffer.allocate(MUCH);
    while (all.hasRemaining()) {
      int server = random.nextInt(servers.size());
      by(server, () -> serve(new ReadySet()));
      int part = random.nextInt(100_000);
      by(server, () -> read(registration, all, part));
    }
    assertThat(all.array()).isEqualTo(sent);
    assertThat(get(sending)).isEqualTo(MUCH);
  }

  private Void read(Registration registration, ByteBuffer all, int part) throws IOException {
    NativeBuffer buffer = new NativeBuffer(10_000);
    for (int left = Math.min(part, all.remaining()), count = 1; left > 0 && count > 0; ) {
      buffer.bytes().clear().limit(Math.min(10_000, left));
      count = registration.read(buffer);
      assertThat(count).as("an end after %d bytes", all.position()).isNotNegative();
      all.put(buffer.bytes().flip());
      left -= count;
    }
    return null;
  }

  /** One look ends the operations of some of them, and no more. */
  @Test
  void shouldLetGoOfClosedChannelsThatTheRingOfAThreadHasThatIsAway() throws Exception {
    List<SocketChannel> peers = new ArrayList<>();
    List<UringRegistration> accepted = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      peers.add(client());
      accepted.add(accepted(SelectionKey.OP_READ));
    }
    by(0, () -> serve(new ReadySet()));
    accepted.forEach(UringRegistration::close);
    by(0, () -> serve(new ReadySet()));
    by(1, () -> serve(new ReadySet()));
    assertThat(poller.registrations()).isEmpty();
    for (SocketChannel peer : peers) {
      assertThat(peer.read(ByteBuffer.allocate(1))).as("the end").isEqualTo(-1);
    }
  }

  @Test
  void shouldLeaveNoCompletionWithARingThatHadNoRoomForAll() throws Exception {
    List<UringRegistration> accepted = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      SocketChannel peer = client();
      accepted.add(accepted(SelectionKey.OP_READ | SelectionKey.OP_WRITE));
      peer.write(ByteBuffer.wrap(new byte[] {(byte) i}));
    }
    by(0, () -> serve(new ReadySet()));
    NativeBuffer buffer = new NativeBuffer(1);
    for (int i = 0; i < MANY; i++) {
      UringRegistration registration = accepted.get(i);
      while (registration.available() == 0) {
        by(1, () -> serve(new ReadySet()));
      }
      buffer.bytes().clear();
      assertThat(registration.read(buffer)).isEqualTo(1);
      assertThat(buffer.bytes().get(0)).isEqualTo((byte) i);
    }
  }

  /** Only what is closed may give the system the memory or the descriptor for one. */
  @Test
  void shouldLetGoOfChannelsAndLoseNothingWhereNoRingCanBeHad() throws Exception {
    SocketChannel peer = client();
    UringRegistration registration = accepted(SelectionKey.OP_READ);
    SocketChannel left = client();
    UringRegistration closed = accepted(SelectionKey.OP_READ);
    by(0, () -> serve(new ReadySet()));
    peer.write(ByteBuffer.wrap(new byte[] {1}));
    refused = true;
    by(1, () -> serve(new ReadySet()));

    closed.close();
    by(1, () -> serve(new ReadySet()));

    assertThat(left.read(ByteBuffer.allocate(1))).as("the end").isEqualTo(-1);
    assertThat(registration.available()).isZero();
    refused = false;
    ReadySet found = new ReadySet();
    eventually(
        "it is heard", () -> by(2, () -> serve(found)) == null && registration.available() == 1);
  }

  /** In a drain, for example, a request that has come is answered. */
  @Test
  void shouldLetAReaderTakeAllThatHasComeWhereNoRingCanBeHad() throws Exception {
    SocketChannel peer = client();
    UringRegistration registration = accepted(SelectionKey.OP_READ);
    by(0, () -> serve(new ReadySet()));
    refused = true;
    by(1, () -> serve(new ReadySet()));
    peer.write(ByteBuffer.wrap(new byte[] {1}));

    registration.askForNews();
    by(1, () -> serve(new ReadySet()));

    assertThat(registration.lacksNews()).isFalse();
    NativeBuffer buffer = new NativeBuffer(2);
    assertThat(registration.read(buffer)).as("bytes").isEqualTo(1);
    refused = false;
    peer.write(ByteBuffer.wrap(new byte[] {2}));
    eventually(
        "the next byte, by the next ring",
        () -> by(1, () -> serve(new ReadySet())) == null && registration.read(buffer) == 1);
    assertThat(buffer.bytes().flip()).isEqualTo(ByteBuffer.wrap(new byte[] {1, 2}));
  }

  @Test
  void shouldTellOtherThreadsThatThereIsSomethingToFind() throws Exception {
    SocketChannel peer = client();
    UringRegistration registration = accepted(SelectionKey.OP_READ);
    by(0, () -> serve(new ReadySet()));
    assertThat(by(1, poller::mayLook)).isFalse();
    assertThat(by(0, poller::mayLook)).isTrue();
    assertThat(by(1, poller::hasNews)).isFalse();

    peer.write(ByteBuffer.wrap(new byte[1]));

    eventually("it tells", () -> by(1, poller::hasNews));
    by(0, () -> serve(new ReadySet()));
    assertThat(by(1, poller::hasNews)).isFalse();
    assertThat(registration.available()).isEqualTo(1);
  }

  @Test
  void shouldHaveFreedThePortWhereAnotherThreadThanTheLoopsCloses() throws Exception {
    Loops loops = loops(1);
    for (int i = 0; i < 20; i++) {
      ServerSocket closed = listen(sockets(loops));
      CompletableFuture<Socket> accepting = on(loops.place(), closed::accept);
      connect(closed);
      closing(get(accepting));
      closed.close();
      try (ServerSocketChannel next = ServerSocketChannel.open()) {
        next.setOption(StandardSocketOptions.SO_REUSEADDR, true);
        next.bind(new InetSocketAddress(closed.getInetAddress(), closed.getLocalPort()));
      }
    }
  }
}
