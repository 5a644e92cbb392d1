package cal.cli.load;

import static cal.cli.load.LoadSessionTest.round;
import static cal.cli.load.LoadSessionTest.roundWith;
import static cal.cli.load.LoadSessionTest.spec;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import cal.cli.load.exchange.Workload;
import cal.cli.load.result.ErrorKind;
import cal.cli.load.result.LoadResult;
import cal.cli.load.result.Sessions;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Errors between a client and a server are counted by kind. */
@Tag("measuring")
@Timeout(300)
class LoadErrorsTest {
  /** Of GIOP. */
  private static final byte[] CLOSE_CONNECTION = {'G', 'I', 'O', 'P', 1, 2, 0, 5, 0, 0, 0, 0};

  @Test
  void shouldReportWrongAnswers() throws Exception {
    AtomicBoolean wrong = new AtomicBoolean();
    try (TestServer server =
        new TestServer(
            (socket, in, out) -> {
              while (true) {
                int crc = TestServer.checksum(TestServer.frame(in));
                out.writeInt(wrong.getAndSet(true) ? crc : ~crc);
              }
            })) {
      LoadResult result =
          roundWith(ErrorKind.WRONG_ANSWER, spec(server, Workload.upload(64), Sessions.LONG, 2));

      assertThat(result.errors()).containsExactly(entry(ErrorKind.WRONG_ANSWER, 1L));
      assertThat(result.isRight()).isFalse();
      assertThat(result.warnings())
          .anyMatch(w -> w.startsWith("first error: wrong answer: got 0x"));
    }
  }

  /** A refusal by a line is no end of a kept connection. */
  @Test
  void shouldGoOnAfterARefusalByALine() throws Exception {
    Workload workload = Workload.factor();
    ByteBuffer answer = workload.exchanges().getFirst().answer();
    byte[] right = new byte[answer.remaining()];
    answer.duplicate().get(right);
    AtomicInteger connections = new AtomicInteger();
    try (TestServer server =
        new TestServer(
            (socket, in, out) -> {
              connections.incrementAndGet();
              for (int i = 0; ; i++) {
                while (in.readByte() != '\n') {
                  Thread.onSpinWait();
                }
                out.write(i == 1 ? "ERR too busy\n".getBytes(ISO_8859_1) : right);
              }
            })) {
      LoadResult result = roundWith(ErrorKind.REFUSED, spec(server, workload, Sessions.LONG, 2));

      assertThat(result.errors()).containsOnlyKeys(ErrorKind.REFUSED);
      assertThat(result.answers()).isPositive();
      assertThat(connections).hasValue(2);
    }
  }

  @Test
  void shouldReportBytesThatNobodyAskedFor() throws Exception {
    try (TestServer server =
        new TestServer(
            (socket, in, out) -> {
              TestServer.frame(in);
              out.writeLong(0);
              in.read();
            })) {
      LoadResult result =
          roundWith(ErrorKind.PROTOCOL, spec(server, Workload.upload(0), Sessions.LONG, 1));

      // The CRC-32C of nothing is 0, so the answer is right, and then comes more.
      assertThat(result.errors()).containsKey(ErrorKind.PROTOCOL);
      assertThat(result.isRight()).isFalse();
    }
  }

  @Test
  void shouldReportAnOrbThatAnswersAndClosesAsAnEnd() throws Exception {
    Workload factor = Workload.orbFactor();
    ByteBuffer answer = factor.exchanges().getFirst().answer().duplicate();
    ByteBuffer both = ByteBuffer.allocate(answer.remaining() + CLOSE_CONNECTION.length);
    both.put(answer).put(CLOSE_CONNECTION);
    try (TestServer server =
        new TestServer(
            (socket, in, out) -> {
              in.read();
              out.write(both.array());
              in.transferTo(OutputStream.nullOutputStream());
            })) {
      LoadResult result = roundWith(ErrorKind.CLOSED, spec(server, factor, Sessions.LONG, 1));

      assertThat(result.errors()).containsOnlyKeys(ErrorKind.CLOSED);
      assertThat(result.answers()).isPositive();
    }
  }

  @Test
  void shouldReportAnOrbThatClosesAsAnEnd() throws Exception {
    try (TestServer server =
        new TestServer(
            (socket, in, out) -> {
              in.read();
              out.write(CLOSE_CONNECTION);
              in.transferTo(OutputStream.nullOutputStream());
            })) {
      LoadResult result =
          roundWith(ErrorKind.CLOSED, spec(server, Workload.orbUpload(64), Sessions.LONG, 1));

      assertThat(result.errors()).containsOnlyKeys(ErrorKind.CLOSED);
    }
  }

  @Test
  void shouldReportResets() throws Exception {
    try (TestServer server =
        new TestServer(
            (socket, in, out) -> {
              TestServer.frame(in);
              socket.setOption(StandardSocketOptions.SO_LINGER, 0);
            })) {
      LoadResult result =
          roundWith(ErrorKind.RESET, spec(server, Workload.upload(64), Sessions.LONG, 2));

      assertThat(result.errors()).containsOnlyKeys(ErrorKind.RESET);
      assertThat(result.answers()).isZero();
      assertThat(result.isRight()).isFalse();
    }
  }

  @Test
  void shouldReportConnectionsThatEndTooEarly() throws Exception {
    try (TestServer server = new TestServer((socket, in, out) -> TestServer.frame(in))) {
      LoadResult result =
          roundWith(ErrorKind.CLOSED, spec(server, Workload.upload(64), Sessions.SHORT, 2));

      assertThat(result.errors()).containsOnlyKeys(ErrorKind.CLOSED);
    }
  }

  @Test
  void shouldEndWithErrorsWhereTheServerNeverAnswers() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    try (TestServer server =
        new TestServer(
            (socket, in, out) -> {
              try {
                never.await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            })) {
      LoadResult result = round(spec(server, Workload.upload(81_920), Sessions.LONG, 7));

      assertThat(result.errors()).containsExactly(entry(ErrorKind.TIMEOUT, 7L));
      assertThat(result.latency()).isNull();
      assertThat(result.fairness()).isNull();
    }
  }

  @Test
  void shouldGiveUpAnAnswerAfterItsLimit() throws Exception {
    AtomicBoolean second = new AtomicBoolean();
    try (TestServer server =
        new TestServer(
            (socket, in, out) -> {
              if (second.getAndSet(true)) {
                while (true) {
                  out.writeInt(TestServer.checksum(TestServer.frame(in)));
                }
              }
              in.readAllBytes();
            })) {
      LoadSpec spec =
          new LoadSpec(
              server.address(), Workload.upload(64), Sessions.LONG, 2, 2, Duration.ofSeconds(1));
      try (LoadSession session = LoadSession.open(spec, OptionalLong.empty())) {
        LoadResult result = session.round(Duration.ofSeconds(4), Duration.ZERO);

        assertThat(result.errors()).containsOnlyKeys(ErrorKind.TIMEOUT);
        assertThat(result.answers()).isPositive();
      }
    }
  }

  @Test
  void shouldEndAtOnceWhereNobodyListens() throws Exception {
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    InetSocketAddress nobody = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    try (LoadSession session =
        LoadSession.open(
            new LoadSpec(nobody, Workload.factor(), Sessions.LONG, 3), OptionalLong.empty())) {
      LoadResult result = session.round(Duration.ofHours(1), Duration.ZERO);

      assertThat(result.errors()).containsOnlyKeys(ErrorKind.CONNECT_REFUSED);
      assertThat(result.warnings())
          .contains("no client could connect; start the server first, or name its --port");
      assertThat(result.answers()).isZero();
    }
  }
}
