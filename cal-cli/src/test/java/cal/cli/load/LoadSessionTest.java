package cal.cli.load;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import cal.cli.load.exchange.Workload;
import cal.cli.load.result.ErrorKind;
import cal.cli.load.result.LoadResult;
import cal.cli.load.result.Sessions;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Tag("measuring")
@Timeout(300)
class LoadSessionTest {
  private static final Duration WINDOW = Duration.ofMillis(300);
  private static final Duration DRAIN = Duration.ofSeconds(5);

  @Test
  void shouldCountCheckedAnswersOfLongSessions() throws Exception {
    AtomicInteger connections = new AtomicInteger();
    try (TestServer server = TestServer.upload(connections::incrementAndGet)) {
      LoadResult result =
          round(
              spec(server, Workload.upload(81_920), Sessions.LONG, 20),
              one -> one.clientsServed() == 20 && one.serverCpuSecondsPer1000() > 0);

      assertThat(result.errors()).isEmpty();
      assertThat(result.isRight()).isTrue();
      assertThat(result.clientsServed()).isEqualTo(20);
      assertThat(connections).hasValue(20);
      assertThat(Math.round(result.answersPerSecond() * result.seconds()))
          .isEqualTo(result.answers());
      assertThat(result.latency().p50Micros()).isBetween(1L, result.latency().maxMicros());
      assertThat(result.fairness()).isLessThanOrEqualTo(1);
      assertThat(result.serverCpuSecondsPer1000()).isPositive();
      assertThat(result.serverPid()).isEqualTo(ProcessHandle.current().pid());
    }
  }

  @Test
  void shouldLetNobodyWaitForAServerThatIsHeld() throws Exception {
    Duration limit = Duration.ofSeconds(5); // of slots: those of this test take less
    CountDownLatch slot = new CountDownLatch(1);
    try (TestServer held =
            new TestServer(
                (socket, in, out) -> {
                  while (true) {
                    byte[] frame = TestServer.frame(in);
                    awaitQuietly(slot);
                    out.writeInt(TestServer.checksum(frame));
                  }
                });
        TestServer other = TestServer.upload();
        LoadSession clients =
            LoadSession.open(
                new LoadSpec(held.address(), Workload.upload(64), Sessions.LONG, 3, 1, limit),
                OptionalLong.empty());
        LoadSession others =
            LoadSession.open(
                spec(other, Workload.upload(64), Sessions.LONG, 1), OptionalLong.empty())) {
      LoadResult silence = clients.slot(Duration.ofMillis(50));
      assertThat(silence.answers()).isZero();
      assertThat(silence.errors()).isEmpty();
      others.round(limit.plusSeconds(1), DRAIN);
      slot.countDown();

      LoadResult result = clients.slot(Duration.ofMillis(300));
      long answers = result.answers();
      while (result.errors().isEmpty()
          && LongStream.of(clients.answersByClient()).min().orElse(0) == 0) {
        result = clients.slot(Duration.ofMillis(300));
        answers += result.answers();
      }

      assertThat(result.errors()).as("the time in between counts for nothing").isEmpty();
      assertThat(clients.answersByClient()).hasSize(3);
      assertThat(LongStream.of(clients.answersByClient()).sum()).isEqualTo(answers);
    }
  }

  @Test
  void shouldPlayThousandsOfClients() throws Exception {
    try (TestServer server = TestServer.upload()) {
      LoadSpec spec = spec(server, Workload.upload(64), Sessions.LONG, 4000);
      try (LoadSession session = LoadSession.open(spec, OptionalLong.empty())) {
        LoadResult result = session.round(Duration.ofSeconds(1), DRAIN);
        // How long each needs to get its turn is up to the machine.
        for (int seconds = 2; result.clientsServed() < 4000 && seconds <= 32; seconds *= 2) {
          result = session.round(Duration.ofSeconds(seconds), DRAIN);
        }

        assertThat(result.errors()).isEmpty();
        assertThat(result.clientsServed()).isEqualTo(4000);
        assertThat(result.generatorCpuShare()).isPositive();
      }
    }
  }

  @Test
  void shouldConnectAnewForEachRequestOfShortSessions() throws Exception {
    AtomicInteger connections = new AtomicInteger();
    CountDownLatch cleanEnd = new CountDownLatch(1);
    try (TestServer server =
        new TestServer(
            (socket, in, out) -> {
              connections.incrementAndGet();
              out.writeInt(TestServer.checksum(TestServer.frame(in)));
              if (in.read() < 0) {
                cleanEnd.countDown();
              }
            })) {
      LoadResult result = round(spec(server, Workload.upload(64), Sessions.SHORT, 5));

      assertThat(result.errors()).isEmpty();
      assertThat(result.answers()).isPositive();
      assertThat(connections.get()).isBetween((int) result.answers(), (int) result.answers() + 10);
      assertThat(cleanEnd.await(120, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void shouldCheckFactors() throws Exception {
    try (TestServer server =
        new TestServer(
            (socket, in, out) -> {
              while (true) {
                StringBuilder line = new StringBuilder();
                for (int c = in.readUnsignedByte(); c != '\n'; c = in.readUnsignedByte()) {
                  line.append((char) c);
                }
                assertThat(line).hasToString("22794993954179237141472");
                out.write("2 2 2 2 2 3 11 11 251 251 2271613 13712009\n".getBytes(ISO_8859_1));
              }
            })) {
      LoadResult result = round(spec(server, Workload.factor(), Sessions.LONG, 3));

      assertThat(result.errors()).isEmpty();
      assertThat(result.answers()).isPositive();
    }
  }

  @Test
  void shouldGoOnWithTheSameConnectionsInTheNextRound() throws Exception {
    AtomicInteger connections = new AtomicInteger();
    try (TestServer server = TestServer.upload(connections::incrementAndGet);
        LoadSession session =
            LoadSession.open(
                spec(server, Workload.upload(64), Sessions.LONG, 10), OptionalLong.empty())) {
      session.warmUp(Duration.ofMillis(50));
      for (int answered = 0; answered < 3; ) {
        LoadResult result = session.round(Duration.ofMillis(50), DRAIN);
        assertThat(result.errors()).isEmpty();
        answered += result.answers() > 0 ? 1 : 0;
      }
      assertThat(connections).hasValue(10);
    }
  }

  @Test
  void shouldShowClientsThatWaitForTheirTurn() throws Exception {
    try (ServerSocket listener = new ServerSocket(0, 100, InetAddress.getLoopbackAddress())) {
      // A server that serves one client after the other, on one thread.
      Thread sequential =
          Thread.ofVirtual()
              .start(
                  () -> {
                    try (var socket = listener.accept();
                        var in = new DataInputStream(socket.getInputStream());
                        var out = new DataOutputStream(socket.getOutputStream())) {
                      while (true) {
                        out.writeInt(TestServer.checksum(TestServer.frame(in)));
                      }
                    } catch (IOException clientLeft) {
                      return;
                    }
                  });
      InetSocketAddress address = (InetSocketAddress) listener.getLocalSocketAddress();
      LoadResult result = round(new LoadSpec(address, Workload.upload(64), Sessions.LONG, 50));

      assertThat(result.isRight()).isTrue();
      assertThat(result.errors()).isEmpty();
      assertThat(result.clientsServed()).isEqualTo(1);
      assertThat(result.fairness()).isNegative();
      assertThat(result.warnings())
          .contains("1 of 50 clients served, the others waited for their turn");
      sequential.join();
    }
  }

  /** A client that waits keeps its place over slots, in which a part of the clients is served. */
  @Test
  void shouldLetEachOfManyShortSessionsHaveItsTurn() throws Exception {
    try (TestServer server = TestServer.upload();
        LoadSession clients =
            LoadSession.open(
                spec(server, Workload.upload(64), Sessions.SHORT, 1000), OptionalLong.empty())) {
      long answers = 0;
      do {
        LoadResult result = clients.slot(Duration.ofMillis(50));
        assertThat(result.errors()).isEmpty();
        answers += result.answers();
      } while (answers < 10_000 && LongStream.of(clients.answersByClient()).anyMatch(n -> n == 0));

      assertThat(clients.answersByClient()).hasSize(1000).doesNotContain(0);
    }
  }

  private static void awaitQuietly(CountDownLatch latch) throws IOException {
    try {
      if (!latch.await(120, TimeUnit.SECONDS)) {
        throw new IOException("nobody gave the server its turn");
      }
    } catch (InterruptedException e) {
      throw new IOException("the test is over", e);
    }
  }

  static LoadSpec spec(TestServer server, Workload load, Sessions sessions, int clients) {
    return new LoadSpec(server.address(), load, sessions, clients);
  }

  /** The first round that has seen something: how long that takes is up to the machine. */
  static LoadResult round(LoadSpec spec) throws Exception {
    return round(spec, result -> result.answers() > 0 || !result.errors().isEmpty());
  }

  /** The first round with such errors alone: a client may be late at the end of a short round. */
  static LoadResult roundWith(ErrorKind error, LoadSpec spec) throws Exception {
    return round(spec, result -> result.errors().keySet().equals(Set.of(error)));
  }

  /** The first round that is long enough. */
  private static LoadResult round(LoadSpec spec, Predicate<LoadResult> enough) throws Exception {
    try (LoadSession session = LoadSession.open(spec, OptionalLong.empty())) {
      LoadResult result = session.round(WINDOW, Duration.ZERO);
      for (int times = 2; !enough.test(result) && times <= 128; times *= 2) {
        result = session.round(WINDOW.multipliedBy(times), Duration.ZERO);
      }
      return result;
    }
  }
}
