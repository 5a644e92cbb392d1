package cal.reactive.internal.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cal.core.internal.os.NativeBuffer;
import cal.core.internal.os.Ring;
import cal.reactive.internal.socket.LoopFixture;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** A ring brings all bytes of a connection once and in order, also where its buffers are gone. */
@Tag("c2")
@EnabledOnOs(OS.LINUX)
class UringPollerTest extends LoopFixture {
  /** More than the buffers of a ring hold. */
  private static final int MUCH = 5 << 20;

  private Poller poller;
  private ServerSocketChannel listener;

  private void open() throws IOException {
    open(Ring::ofOneThread);
  }

  private void open(OwnRing.Rings rings) throws IOException {
    poller = closing(new UringPoller(rings, Outbox.LONGEST_NANOS));
    listener =
        closing(ServerSocketChannel.open())
            .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
  }

  private SocketChannel client() throws IOException {
    return closing(SocketChannel.open(listener.getLocalAddress()));
  }

  private UringRegistration accepted() throws IOException {
    return joined(closing(listener.accept()));
  }

  private UringRegistration joined(SocketChannel accepted) throws IOException {
    accepted.configureBlocking(false);
    return (UringRegistration) poller.join(accepted, SelectionKey.OP_READ, null);
  }

  private void look() throws IOException {
    ReadySet ready = new ReadySet();
    poller.look(1, ready);
  }

  private static byte[] random(int length) {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }

  private byte[] read(Registration registration, int length) throws IOException {
    ByteBuffer all = ByteBuffer.allocate(length);
    NativeBuffer buffer = new NativeBuffer(10_000);
    while (all.hasRemaining()) {
      buffer.bytes().clear().limit(Math.min(10_000, all.remaining()));
      int count = registration.read(buffer);
      assertThat(count).as("an end after %d bytes", all.position()).isNotNegative();
      all.put(buffer.bytes().flip());
      if (count == 0) {
        look();
      }
    }
    return all.array();
  }

  @Test
  void shouldLoseNothingAndServeOthersWhereNoBufferIsLeft() throws Exception {
    open();
    SocketChannel hoarder = client();
    UringRegistration unread = accepted();
    SocketChannel other = client();
    UringRegistration served = accepted();
    byte[] sent = random(MUCH);
    CompletableFuture<Integer> sending = elsewhere(() -> hoarder.write(ByteBuffer.wrap(sent)));
    eventually(
        "the buffers are gone",
        () -> {
          look();
          return !unread.receives();
        });

    byte[] request = random(5_000);
    other.write(ByteBuffer.wrap(request));
    assertThat(read(served, request.length)).isEqualTo(request);

    assertThat(read(unread, MUCH)).isEqualTo(sent);
    assertThat(get(sending)).isEqualTo(MUCH);

    eventually(
        "the ring receives again",
        () -> {
          unread.read(new NativeBuffer(1));
          return unread.receives();
        });
    look();
    for (int size : new int[] {1, 3_000, 100}) {
      byte[] more = random(size);
      hoarder.write(ByteBuffer.wrap(more));
      assertThat(read(unread, size)).isEqualTo(more);
    }
  }

  @Test
  void shouldTellOtherThreadsOfBytesThatHaveCome() throws Exception {
    open();
    SocketChannel peer = client();
    UringRegistration registration = accepted();
    assertThat(registration.hasCome()).as("nothing was sent").isFalse();
    peer.write(ByteBuffer.wrap(random(1)));
    eventually(
        "the byte",
        () -> {
          look();
          return get(elsewhere(registration::hasCome));
        });
    read(registration, 1);
    assertThat(registration.hasCome()).as("all was read").isFalse();
  }

  /** Without the look of its thread, a ring of this kind has the byte: the system has none. */
  @Test
  void shouldTellAReaderWhenAllIsThere() throws Exception {
    open(entries -> new Ring(entries, false));
    SocketChannel peer = client();
    SocketChannel accepted = listener.accept();
    UringRegistration registration = joined(closing(accepted));
    look();
    peer.write(ByteBuffer.wrap(random(1)));
    eventually("the ring has it", () -> accepted.socket().getInputStream().available() == 0);
    assertThat(registration.hasCome()).as("to be seen by a reader").isFalse();

    registration.askForNews();
    assertThat(registration.lacksNews()).as("before the look").isTrue();
    look();
    assertThat(registration.lacksNews()).as("after the look").isFalse();
    assertThat(registration.hasCome()).as("to be seen by a reader").isTrue();
  }

  @Test
  void shouldReadInOrderWhereLargeReadsBegin() throws Exception {
    open();
    SocketChannel peer = client();
    UringRegistration registration = accepted();
    byte[] sent = random(MUCH);
    CompletableFuture<Integer> sending = elsewhere(() -> peer.write(ByteBuffer.wrap(sent)));
    byte[] all = new byte[MUCH];
    NativeBuffer state = new NativeBuffer(8);
    int at = 0;
    while (at < MUCH) {
      int count = registration.read(all, at, Math.min(100_000, MUCH - at), state);
      at += count;
      if (count == 0) {
        look();
      }
    }
    assertThat(all).isEqualTo(sent);
    assertThat(registration.receives()).as("by the ring").isFalse();
    assertThat(get(sending)).isEqualTo(MUCH);
  }

  @Test
  void shouldTellOfAResetBehindBytesWhereALargeReadBegins() throws Exception {
    open();
    SocketChannel peer = client();
    UringRegistration registration = accepted();
    byte[] sent = random(100);
    peer.write(ByteBuffer.wrap(sent));
    eventually("the bytes have come", () -> looked(() -> registration.available() == sent.length));
    peer.setOption(StandardSocketOptions.SO_LINGER, 0);
    peer.close();
    eventually("the reset has come", () -> looked(registration::mayHaveMore));

    byte[] large = new byte[100_000];
    NativeBuffer state = new NativeBuffer(8);
    assertThat(registration.read(large, 0, large.length, state)).isEqualTo(sent.length);
    look();
    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(() -> registration.read(large, 0, large.length, state))
          .isInstanceOf(SocketException.class)
          .hasMessage("Connection reset");
    }
  }

  private boolean looked(BooleanSupplier ready) throws IOException {
    look();
    return ready.getAsBoolean();
  }

  @Test
  void shouldGiveAChannelBackWithTheLookAfterItsClose() throws Exception {
    open();
    SocketChannel peer = client();
    UringRegistration registration = accepted();
    look();
    peer.write(ByteBuffer.wrap(new byte[1]));
    assertThat(poller.registrations()).hasSize(1);

    registration.close();
    poller.look(0, new ReadySet());

    assertThat(poller.registrations()).isEmpty();
    peer.configureBlocking(true);
    assertThat(read(peer)).as("the end, or a reset").isNegative();
  }

  private static int read(SocketChannel peer) {
    try {
      return peer.read(ByteBuffer.allocate(1));
    } catch (IOException reset) {
      return -1;
    }
  }
}
