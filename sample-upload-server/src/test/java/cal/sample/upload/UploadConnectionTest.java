package cal.sample.upload;

import static cal.sample.upload.Client.frame;
import static cal.sample.upload.Payloads.crc;
import static cal.sample.upload.Payloads.random;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import cal.sample.upload.MemoryStore.Totals;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(300)
class UploadConnectionTest {

  private static final Duration LONG = Duration.ofMinutes(2);
  private static final Duration SHORT = Duration.ofMillis(200);
  private static final Totals NOTHING = new Totals(0, 0, 0);

  private final LogRecords log = new LogRecords();
  private final MemoryStore store = new MemoryStore();
  private RunningListener listener;
  private Client client;

  @BeforeEach
  void listen() throws IOException {
    start(store, LONG);
  }

  @AfterEach
  void stop() throws Exception {
    client.close();
    listener.close();
    log.close();
  }

  private void start(Store into, Duration readTimeout) throws IOException {
    listener = RunningListener.upload(into, readTimeout);
    client = listener.connect();
  }

  private void restart(Store into, Duration readTimeout) throws Exception {
    client.close();
    listener.close();
    start(into, readTimeout);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 64, 1019, 1020, 1021, 1024, 1025, 8192, 80_000, 131_073, 1 << 20})
  void shouldAnswerTheChecksumOfFramesOfAnyLength(int length) throws IOException {
    byte[] payload = random(length);
    assertThat(client.upload(payload)).isEqualTo(crc(payload));
    assertThat(client.upload(payload)).isEqualTo(crc(payload));
    assertThat(store.totals())
        .isEqualTo(new Totals(2, 2L * length, 2 * Integer.toUnsignedLong(crc(payload))));
  }

  @Test
  void shouldAnswerPipelinedFramesInTheirOrder() throws Exception {
    ByteArrayOutputStream frames = new ByteArrayOutputStream();
    for (int i = 0; i < 300; i++) {
      frames.write(frame(random(i * 37 % 3000)));
    }
    client.send(frames.toByteArray());
    for (int i = 0; i < 300; i++) {
      assertThat(client.readAcknowledgement()).isEqualTo(crc(random(i * 37 % 3000)));
    }
  }

  @Test
  void shouldTakeAFrameHoweverItIsSplit() throws IOException {
    byte[] frame = frame(random(40));
    for (int split = 1; split < frame.length; split++) {
      client.send(ByteBuffer.allocate(split).put(frame, 0, split).array());
      int rest = frame.length - split;
      client.send(ByteBuffer.allocate(rest).put(frame, split, rest).array());
      assertThat(client.readAcknowledgement()).as("split=%d", split).isEqualTo(crc(random(40)));
    }
    for (byte single : frame) {
      client.send(single);
    }
    assertThat(client.readAcknowledgement()).isEqualTo(crc(random(40)));
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, Integer.MIN_VALUE, (1 << 20) + 1, Integer.MAX_VALUE})
  void shouldCloseAfterALengthOutOfRangeAndLoseNoEarlierAnswer(int length) throws IOException {
    client.send(frame(random(64)));
    client.send(ByteBuffer.allocate(100_004).putInt(length).array());
    assertThat(client.readAcknowledgement()).isEqualTo(crc(random(64)));
    assertThat(client.read()).isEqualTo(-1);
    assertThat(store.totals().frames()).isEqualTo(1);
    assertThat(log.warnings())
        .singleElement()
        .asString()
        .contains(client.address(), "length=" + Integer.toUnsignedString(length));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 4, 50, 1500})
  void shouldStoreNothingOfAFrameThatEndsTooEarly(int sent) throws IOException {
    client.send(ByteBuffer.allocate(sent).put(frame(random(2000)), 0, sent).array());
    client.endOutput();
    assertThat(client.read()).isEqualTo(-1);
    assertThat(store.totals()).isEqualTo(NOTHING);
    assertThat(log.warnings()).singleElement().asString().contains(client.address(), "ended");
  }

  @Test
  void shouldDropAClientThatStopsInsideAFrame() throws Exception {
    restart(store, SHORT);
    client.send((byte) 0, (byte) 0, (byte) 0, (byte) 9, (byte) 'x');
    assertThat(client.read()).isEqualTo(-1);
    assertThat(store.totals()).isEqualTo(NOTHING);
    assertThat(log.warnings()).singleElement().asString().contains(client.address(), "200 ms");
  }

  @Test
  void shouldDropAClientThatTrickles() throws Exception {
    restart(store, SHORT);
    client.send((byte) 0, (byte) 1, (byte) 0, (byte) 0);
    client.readTimeout(Duration.ofMillis(20));
    int answer = 0;
    while (answer != -1) {
      try {
        answer = client.read();
      } catch (SocketTimeoutException notYet) {
        client.send((byte) 'x');
      }
    }
    assertThat(store.totals()).isEqualTo(NOTHING);
  }

  @Test
  void shouldWaitBetweenFramesAsLongAsTheClientLikes() throws Exception {
    restart(store, SHORT);
    client.send(frame(random(2000))[0]);
    client.send(ByteBuffer.allocate(2003).put(frame(random(2000)), 1, 2003).array());
    assertThat(client.readAcknowledgement()).isEqualTo(crc(random(2000)));
    client.readTimeout(SHORT.multipliedBy(3));
    assertThatThrownBy(client::read).isInstanceOf(SocketTimeoutException.class);
    assertThat(client.upload(random(64))).isEqualTo(crc(random(64)));
    assertThat(log.warnings()).isEmpty();
  }

  @Test
  void shouldAnswerAllThatCameBeforeTheClientEndedItsOutput() throws IOException {
    client.send(frame(random(64)));
    client.send(frame(random(5000)));
    client.endOutput();
    assertThat(client.readAcknowledgement()).isEqualTo(crc(random(64)));
    assertThat(client.readAcknowledgement()).isEqualTo(crc(random(5000)));
    assertThat(client.read()).isEqualTo(-1);
    assertThat(log.messages(Level.INFO)).isEmpty();
  }

  @Test
  void shouldNotAcknowledgeWhatTheStoreDidNotCommit() throws Exception {
    restart(new FailingStore(), LONG);
    client.send(frame(random(64)));
    assertThat(client.read()).isEqualTo(-1);
    assertThat(log.warnings()).singleElement().asString().contains(client.address(), "disk full");
    try (Client next = listener.connect()) {
      next.send(frame(random(64)));
      assertThat(next.read()).as("the next client is served").isEqualTo(-1);
    }
  }

  /** A disk that is full fails each frame of every client. */
  @Test
  void shouldTellAFailingStoreInALineASecond() throws Exception {
    restart(new FailingStore(), LONG);
    client.close(); // the listener serves one client after the other
    long begun = System.nanoTime();
    for (int i = 0; i < 200; i++) {
      try (Client next = listener.connect()) {
        next.send(frame(random(64)));
        assertThat(next.read()).isEqualTo(-1);
      }
    }
    long seconds = (System.nanoTime() - begun) / 1_000_000_000L;
    assertThat(log.warnings()).isNotEmpty().hasSizeLessThanOrEqualTo((int) seconds + 1);
    assertThat(log.stacks(Level.INFO)).isZero();
    assertThat(log.stacks(Level.ALL)).as("who wants them has them").isEqualTo(200);
  }

  @Test
  void shouldEndQuietlyWhenClosedFromElsewhere() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Client other = new Client(server.getLocalPort());
        Socket accepted = server.accept()) {
      UploadConnection connection =
          new UploadConnection(accepted, store, new FrameArrays(), new Statistics(), LONG);
      CompletableFuture<Boolean> more = new CompletableFuture<>();
      Thread reader = Thread.ofPlatform().start(() -> more.complete(connection.serve()));
      await().atMost(Duration.ofMinutes(2)).until(() -> isReading(reader));
      connection.close();
      connection.close();
      assertThat(more.get(120, TimeUnit.SECONDS)).isFalse();
      assertThat(connection.serve()).as("once closed, always closed").isFalse();
      assertThat(other.read()).isEqualTo(-1);
      assertThat(log.messages(Level.INFO)).isEmpty();
    }
  }

  private static boolean isReading(Thread reader) {
    StackTraceElement[] stack = reader.getStackTrace();
    return stack.length > 0 && stack[0].isNativeMethod();
  }

  private static final class FailingStore implements Store {
    @Override
    public int store(byte[] bytes, int offset, int length) {
      throw new StoreException("disk full", null);
    }

    @Override
    public void close() {}
  }
}
