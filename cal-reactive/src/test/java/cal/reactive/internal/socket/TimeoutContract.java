package cal.reactive.internal.socket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.InputStream;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** SO_TIMEOUT: a read or an accept gives up in time, and the socket is as good as before. */
abstract class TimeoutContract extends SocketFixture {
  private static final int SHORT = 40;
  private static final int LONG = 60_000;

  TimeoutContract(SocketContract contract) {
    super(contract);
  }

  /** The time it takes is at least the timeout; how much more, the machine decides. */
  private static void timesOut(String message, int millis, ThrowingCallable waiting) {
    long begin = System.nanoTime();
    assertThatThrownBy(waiting).isInstanceOf(SocketTimeoutException.class).hasMessage(message);
    long took = System.nanoTime() - begin;
    assertThat(Duration.ofNanos(took)).isGreaterThanOrEqualTo(Duration.ofMillis(millis));
  }

  private static void readTimesOut(InputStream in, int millis) {
    timesOut("Read timed out", millis, in::read);
  }

  @Test
  void shouldGiveUpReadingAndReadOnLater() throws Exception {
    Ends ends = connect();
    ends.here().setSoTimeout(SHORT);
    readTimesOut(ends.in(), SHORT);
    timesOut("Read timed out", SHORT, () -> ends.in().read(new byte[10]));
    assertThat(ends.here().isClosed()).isFalse();
    assertThat(ends.here().isConnected()).isTrue();
    send(ends, (byte) 1, (byte) 2);
    assertThat(ends.in().readNBytes(2)).containsExactly(1, 2);
    readTimesOut(ends.in(), SHORT);
    ends.out().write(3);
    assertThat(callThere(() -> ends.peerIn().read()).get()).isEqualTo(3);
    ends.there().close();
    assertThat(ends.in().read()).isEqualTo(-1);
  }

  @Test
  void shouldGiveUpAcceptingAndAcceptLater() throws Exception {
    ServerSocket server = listening();
    server.setSoTimeout(SHORT);
    timesOut("Accept timed out", SHORT, server::accept);
    timesOut("Accept timed out", SHORT, server::accept);
    assertThat(server.isClosed()).isFalse();
    server.setSoTimeout(LONG);
    Call<Socket> accepter = call(server::accept).blockedIn("accept");
    Socket peer = connectPeer(server);
    Socket accepted = closeAtEnd(accepter.get());
    assertThat(accepted.getSoTimeout()).as("not handed down to what it accepts").isZero();
    Ends ends = new Ends(accepted, peer);
    Call<Integer> reader = call(() -> ends.in().read()).blockedIn("read");
    send(ends, (byte) 5);
    assertThat(reader.get()).isEqualTo(5);
  }

  @Test
  void shouldReturnAsSoonAsSomethingComes() throws Exception {
    Ends ends = connect();
    ends.here().setSoTimeout(LONG);
    for (int i = 0; i < 3; i++) {
      Call<Integer> reader = call(() -> ends.in().read()).blockedIn("read");
      send(ends, (byte) i);
      assertThat(reader.get()).isEqualTo(i);
    }
  }

  @Test
  void shouldWaitWithoutALimitAtATimeoutOfZero() throws Exception {
    Ends ends = connect();
    assertThat(ends.here().getSoTimeout()).isZero();
    ends.here().setSoTimeout(SHORT);
    assertThat(ends.here().getSoTimeout()).isEqualTo(SHORT);
    readTimesOut(ends.in(), SHORT);
    ends.here().setSoTimeout(0);
    Call<Integer> reader = call(() -> ends.in().read()).blockedIn("read");
    watchFor(Duration.ofMillis(3 * SHORT));
    assertThat(reader.hasEnded()).isFalse();
    send(ends, (byte) 1);
    assertThat(reader.get()).isEqualTo(1);
  }

  @Test
  void shouldHoldForReadsThatBeginAfterItIsSet() throws Exception {
    Ends ends = connect();
    Call<Integer> reader = call(() -> ends.in().read()).blockedIn("read");
    ends.here().setSoTimeout(SHORT);
    watchFor(Duration.ofMillis(3 * SHORT));
    assertThat(reader.hasEnded()).as("it began when there was no timeout").isFalse();
    send(ends, (byte) 1);
    assertThat(reader.get()).isEqualTo(1);
    readTimesOut(ends.in(), SHORT);
    ends.here().setSoTimeout(2 * SHORT);
    readTimesOut(ends.in(), 2 * SHORT);
    ends.here().setSoTimeout(150);
    Call<Integer> timed = call(() -> ends.in().read()).blockedInOrEnded("read");
    ends.here().setSoTimeout(0);
    assertThat(timed.thrown())
        .as("it began when there was one")
        .isInstanceOf(SocketTimeoutException.class);
  }

  @Test
  void shouldHoldForAcceptsThatBeginAfterItIsSet() throws Exception {
    ServerSocket server = listening();
    Call<Socket> accepter = call(server::accept).blockedIn("accept");
    server.setSoTimeout(SHORT);
    watchFor(Duration.ofMillis(3 * SHORT));
    assertThat(accepter.hasEnded()).as("it began when there was no timeout").isFalse();
    connectPeer(server);
    closeAtEnd(accepter.get());
    timesOut("Accept timed out", SHORT, server::accept);
  }

  @Test
  void shouldBeginAnewWithEachRead() throws Exception {
    Ends ends = connect();
    Duration limit = Duration.ofMillis(250);
    ends.here().setSoTimeout((int) limit.toMillis());
    Semaphore read = new Semaphore(0);
    Call<Void> trickler =
        startThere(
            () -> {
              for (int i = 0; i < 5; i++) {
                watchFor(Duration.ofMillis(60));
                ends.peerOut().write(i);
                read.acquire();
              }
            });
    for (int i = 0; i < 5; i++) {
      assertThat(readOnceItIsThere(ends.in(), limit)).isEqualTo(i);
      read.release();
    }
    trickler.get();
  }

  /** A byte that a slow machine sends late may cost a timeout, but none before its time. */
  private static int readOnceItIsThere(InputStream in, Duration limit) throws Exception {
    while (true) {
      long begin = System.nanoTime();
      try {
        return in.read();
      } catch (SocketTimeoutException late) {
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThanOrEqualTo(limit);
      }
    }
  }

  @Test
  void shouldNeitherLoseNorDoubleWhatComesAsTheTimeRunsOut() throws Exception {
    Ends ends = connect();
    ends.here().setSoTimeout(1);
    int rounds = 100;
    Semaphore turn = new Semaphore(0);
    Call<Void> writer =
        startThere(
            () -> {
              for (int i = 0; i < rounds; i++) {
                assertThat(turn.tryAcquire(Call.DEADLINE.toSeconds(), TimeUnit.SECONDS)).isTrue();
                ends.peerOut().write(i);
              }
            });
    InputStream in = ends.in();
    for (int i = 0; i < rounds; i++) {
      Callable<Integer> read = in::read;
      for (int early = i % 3; early > 0; early--) {
        assertThat(readOrTimeOut(read)).as("nothing was sent").isNull();
      }
      turn.release();
      Integer got = readOrTimeOut(read);
      while (got == null) {
        got = readOrTimeOut(read);
      }
      assertThat(got).isEqualTo(i & 0xff);
    }
    writer.get();
  }

  private static Integer readOrTimeOut(Callable<Integer> read) throws Exception {
    try {
      return read.call();
    } catch (SocketTimeoutException late) {
      return null;
    }
  }

  @Test
  void shouldNeitherLoseNorDoubleAConnectionThatComesAsTheTimeRunsOut() throws Exception {
    ServerSocket server = listening();
    server.setSoTimeout(1);
    for (int i = 0; i < 50; i++) {
      Call<Socket> peer = callThere(() -> connectPeer(server));
      Socket accepted = null;
      while (accepted == null) {
        try {
          accepted = closeAtEnd(server.accept());
        } catch (SocketTimeoutException early) {
          assertThat(server.isClosed()).isFalse();
        }
      }
      assertThat(accepted.getPort()).isEqualTo(peer.get().getLocalPort());
      Ends.reset(accepted);
    }
    assertThatThrownBy(server::accept).isInstanceOf(SocketTimeoutException.class);
  }

  @Test
  void shouldTimeOutAllWhoWait() throws Exception {
    Ends ends = connect();
    ServerSocket server = listening();
    ends.here().setSoTimeout(SHORT);
    server.setSoTimeout(SHORT);
    Call<Integer> reader = call(() -> ends.in().read());
    Call<Integer> second = call(() -> ends.in().read());
    Call<Socket> accepter = call(server::accept);
    Call<Socket> other = call(server::accept);
    for (Call<?> waiting : new Call<?>[] {reader, second, accepter, other}) {
      assertThat(waiting.thrown()).isInstanceOf(SocketTimeoutException.class);
    }
    send(ends, (byte) 1);
    assertThat(ends.in().read()).isEqualTo(1);
  }

  @Test
  void shouldLimitNoWrite() throws Exception {
    Ends ends = connect().narrow();
    ends.here().setSoTimeout(SHORT);
    byte[] much = new byte[3_000_000];
    Call<Void> writer = start(() -> ends.out().write(much)).blockedIn("write");
    readTimesOut(ends.in(), SHORT);
    readTimesOut(ends.in(), SHORT);
    writer.blockedIn("write");
    assertThat(callThere(() -> ends.peerIn().readNBytes(much.length)).get()).hasSize(much.length);
    writer.get();
  }

  @Test
  void shouldRefuseANegativeTimeout() throws Exception {
    Ends ends = connect();
    ends.here().setSoTimeout(7);
    assertThatThrownBy(() -> ends.here().setSoTimeout(-1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(ends.here().getSoTimeout()).isEqualTo(7);
  }
}
