package cal.reactive.internal.transport;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cal.core.internal.os.NativeBuffer;
import cal.core.internal.os.Ring;
import cal.reactive.internal.socket.LoopFixture;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Small writes leave with the next look of the ring, once and in order, whatever comes between. */
@Tag("c2")
@EnabledOnOs(OS.LINUX)
class OutboxTest extends LoopFixture {
  private static final int MUCH = 3 << 20;
  private static final int ROUNDS = 50;

  private UringPoller poller;
  private SocketChannel peer;
  private SocketChannel accepted;
  private UringRegistration registration;
  private final NativeBuffer buffer = new NativeBuffer(10_000);

  @BeforeEach
  void connect() throws IOException {
    connect(Long.MAX_VALUE);
  }

  private void connect(long longestNanos) throws IOException {
    poller = closing(new UringPoller(Ring::ofOneThread, longestNanos));
    ServerSocketChannel listener =
        closing(ServerSocketChannel.open())
            .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    peer = closing(SocketChannel.open(listener.getLocalAddress()));
    accepted = closing(listener.accept());
    accepted.configureBlocking(false);
    registration = (UringRegistration) poller.join(accepted, SelectionKey.OP_READ, null);
    look();
  }

  private void look() throws IOException {
    poller.look(0, new ReadySet());
  }

  private int write(byte[] from, int offset, int length) throws IOException {
    buffer.bytes().clear().put(from, offset, length).flip();
    return registration.write(buffer);
  }

  private void write(String text) throws IOException {
    assertThat(write(text.getBytes(UTF_8), 0, text.length())).isEqualTo(text.length());
  }

  /** The bytes that have come to the peer. */
  private String came() throws IOException {
    peer.configureBlocking(false);
    ByteBuffer bytes = ByteBuffer.allocate(10_000);
    int count = peer.read(bytes);
    peer.configureBlocking(true);
    return count < 0 ? "end" : new String(bytes.array(), 0, count, UTF_8);
  }

  private static byte[] random(int length) {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }

  private byte[] readAll() throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    ByteBuffer bytes = ByteBuffer.allocate(100_000);
    while (peer.read(bytes.clear()) >= 0) {
      all.write(bytes.array(), 0, bytes.position());
    }
    return all.toByteArray();
  }

  /** No completion would end the sleep: the client has ended, so nothing is in flight. */
  @Test
  void shouldNotSleepBetweenTheLastBytesAndTheClose() throws Exception {
    peer.shutdownOutput();
    buffer.bytes().clear();
    while (registration.read(buffer) == 0) {
      look();
    }
    write("bye");
    registration.close();
    peer.socket().setSoTimeout(60_000);
    AtomicBoolean over = new AtomicBoolean();
    CompletableFuture<byte[]> received =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return peer.socket().getInputStream().readAllBytes();
              } catch (IOException late) {
                throw new UncheckedIOException(late);
              } finally {
                over.set(true);
                poller.wakeUp();
              }
            });

    // A receive that has not ended yet is cancelled first, by a look more.
    while (!over.get()) {
      poller.look(Long.MAX_VALUE, new ReadySet());
    }

    assertThat(received.get()).asString().isEqualTo("bye");
  }

  @Test
  void shouldSendSmallWritesTogetherWithTheNextLook() throws Exception {
    write("one ");
    write("answer");
    assertThat(came()).isEmpty();
    assertThat(poller.hasNews()).isTrue();
    look();
    assertThat(came()).isEqualTo("one answer");
    write("next");
    look();
    assertThat(came()).isEqualTo("next");
  }

  @Test
  void shouldSendByCallsWhereTheLoopIsKept() throws Exception {
    write("kept");
    get(
        elsewhere(
            () -> {
              poller.flush();
              poller.flush(); // no look in between
              return true;
            }));
    assertThat(came()).isEqualTo("kept");
    look();
    write("waits");
    assertThat(came()).isEmpty();
    poller.flushUntil(System.nanoTime());
    write(", no more");
    assertThat(came()).isEqualTo("waits, no more");
  }

  @Test
  void shouldSendAtOnceWhereTheTurnOfAWriteTakesLong() throws Exception {
    poller.close();
    connect(0);
    write("one");
    look();
    write("two");
    assertThat(came()).isEqualTo("onetwo");
  }

  @Test
  void shouldLetOthersWritePastAllBytes() throws Exception {
    write("first");
    assertThat(get(elsewhere(registration::flush))).isTrue();
    assertThat(came()).isEqualTo("first");
    look();
    write("again");
    look();
    assertThat(came()).isEqualTo("again");
  }

  @Test
  void shouldKeepTheOrderOfAllKindsOfWrites() throws Exception {
    byte[] all = random(MUCH);
    AtomicBoolean over = new AtomicBoolean();
    CompletableFuture<byte[]> came = elsewhere(this::readAll);
    CompletableFuture<Boolean> flushing =
        elsewhere(
            () -> {
              while (!over.get()) {
                poller.flush();
              }
              return true;
            });
    Random random = new Random(1);
    int at = 0;
    while (at < MUCH) {
      int most = random.nextInt(10) == 0 ? 10_000 : 100;
      int count = write(all, at, Math.min(random.nextInt(most) + 1, MUCH - at));
      at += count;
      if (count == 0 || random.nextInt(3) == 0) {
        registration.arm(SelectionKey.OP_WRITE);
        look();
      }
    }
    over.set(true);
    get(flushing);
    registration.close();
    eventually("the channel is given back", this::isGivenBack);
    assertThat(get(came)).isEqualTo(all);
  }

  /** A server's last answer, beside the end of its drain: no loop looks any more. */
  @Test
  void shouldSendWhatIsWrittenBesideTheEnd() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      CompletableFuture<Boolean> end =
          elsewhere(
              () -> {
                poller.flushUntil(System.nanoTime() + DEADLINE.toNanos());
                return true;
              });
      write("one ");
      write("answer");
      get(end);
      assertThat(came()).isEqualTo("one answer");
      poller.close();
      connect();
    }
  }

  @Test
  void shouldGiveAFullSocketTimeAtTheEnd() throws Exception {
    int sent = fill();
    write("trailer");
    CompletableFuture<byte[]> came = elsewhere(this::readAll);
    poller.flushUntil(System.nanoTime() + DEADLINE.toNanos());
    poller.close();
    assertThat(get(came)).hasSize(sent + 7).endsWith("trailer".getBytes(UTF_8));
  }

  private boolean isGivenBack() {
    try {
      look();
    } catch (IOException failure) {
      throw new AssertionError(failure);
    }
    return poller.registrations().isEmpty();
  }

  private int fill() throws IOException {
    byte[] filling = random(100_000);
    NativeBuffer state = new NativeBuffer(8);
    int sent = 0;
    int count = filling.length;
    while (count > 0) {
      count = registration.write(filling, 0, filling.length, state);
      sent += count;
    }
    return sent;
  }

  @Test
  void shouldSendTheRestToASlowPeerAfterTheClose() throws Exception {
    int sent = fill();
    write("trailer");
    look();
    while (registration.flush()) { // the peer's system has made room
      sent += 7 + fill();
      write("trailer");
      look();
    }
    registration.close();
    look();
    assertThat(poller.registrations()).as("not given back").hasSize(1);

    CompletableFuture<byte[]> came = elsewhere(this::readAll);
    eventually("the channel is given back", this::isGivenBack);
    assertThat(get(came)).hasSize(sent + 7).endsWith("trailer".getBytes(UTF_8));
  }

  @Test
  void shouldTellTheWriterToAFullSocketOfTheClose() throws Exception {
    fillWithTrailer();
    assertThat(registration.flush()).isFalse();
    registration.close();
    assertThatThrownBy(registration::flush).isInstanceOf(ClosedChannelException.class);
  }

  @Test
  void shouldResetAConnectionWithAFullSocket() throws Exception {
    fillWithTrailer();
    accepted.setOption(StandardSocketOptions.SO_LINGER, 0);
    registration.close();
    eventually("the channel is given back", this::isGivenBack);
    assertThatThrownBy(this::readAll).hasMessageContaining("reset");
  }

  /** Others' closes do not wait for the slow peer. */
  @Test
  void shouldHaveLetGoBesideAFullSocket() throws Exception {
    fillWithTrailer();
    registration.close();
    look();
    assertThat(poller.hasLetGo()).isTrue();
    assertThat(poller.registrations()).hasSize(1);
  }

  private void fillWithTrailer() throws IOException {
    do {
      fill();
      write("trailer");
      look();
    } while (registration.flush()); // the peer's system has made room
  }

  @Test
  void shouldTellTheNextWriteOfALostConnection() throws Exception {
    peer.setOption(StandardSocketOptions.SO_LINGER, 0);
    peer.close();
    eventually("a write fails", this::fails);
    registration.close();
    eventually("the channel is given back", this::isGivenBack);
  }

  private boolean fails() {
    try {
      write("lost");
      look();
      return false;
    } catch (IOException failure) {
      return true;
    }
  }
}
