package cal.reactive.internal.socket;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.io.OutputStream;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.StandardSocketOptions;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Closing at any moment of anything else: it succeeds, or says that the socket is closed. */
abstract class RaceContract extends SocketFixture {
  private static final int ROUNDS = 15;

  RaceContract(SocketContract contract) {
    super(contract);
  }

  /** Calls the action and the close at the same time; what the action threw. */
  private Throwable race(Call.Action action, Call.Action close) throws Exception {
    CyclicBarrier together = new CyclicBarrier(2);
    Call<Void> racer =
        start(
            () -> {
              together.await(Call.DEADLINE.toSeconds(), TimeUnit.SECONDS);
              action.run();
            });
    together.await(Call.DEADLINE.toSeconds(), TimeUnit.SECONDS);
    close.run();
    return racer.thrown();
  }

  private static void succeededOrWasClosed(Throwable thrown) {
    if (thrown != null) {
      assertThat(thrown)
          .isInstanceOf(SocketException.class)
          .hasMessageMatching("Socket (is )?closed|Socket input is (already )?shutdown");
    }
  }

  @Test
  void shouldCloseAtAnyMomentOfARead() throws Exception {
    for (int i = 0; i < ROUNDS; i++) {
      Ends ends = connect();
      InputStream in = ends.in();
      boolean reset = i % 3 == 0;
      Throwable thrown =
          race(
              in::read,
              () -> {
                if (reset) {
                  Ends.reset(ends.here());
                } else {
                  ends.here().close();
                }
              });
      assertThat(thrown).isInstanceOf(SocketException.class).hasMessage("Socket closed");
    }
  }

  @Test
  void shouldCloseAtAnyMomentOfAnAccept() throws Exception {
    for (int i = 0; i < ROUNDS; i++) {
      ServerSocket server = listening();
      Throwable thrown = race(server::accept, server::close);
      assertThat(thrown).isNotNull();
      succeededOrWasClosed(thrown);
    }
  }

  @Test
  void shouldCloseAtAnyMomentOfAConnect() throws Exception {
    for (int i = 0; i < ROUNDS; i++) {
      ServerSocket server = listening(contract.there());
      Socket here = socket();
      int timeout = i % 2 * 60_000;
      succeededOrWasClosed(
          race(() -> here.connect(server.getLocalSocketAddress(), timeout), here::close));
      assertThat(here.isClosed()).isTrue();
    }
  }

  @Test
  void shouldCloseAtAnyMomentOfAConnectionThatComes() throws Exception {
    for (int i = 0; i < ROUNDS; i++) {
      ServerSocket server = listening();
      Call<Socket> accepter = call(() -> closeAtEnd(server.accept()));
      Socket peer = closeAtEnd(contract.there().sockets().socket());
      startThere(
          () -> {
            peer.connect(server.getLocalSocketAddress());
            peer.close();
          });
      server.close();
      succeededOrWasClosed(accepter.thrown());
    }
  }

  /** Other calls that can be under way when a socket is closed. */
  enum Other {
    AVAILABLE,
    SHUT_INPUT,
    SHUT_OUTPUT,
    URGENT_DATA,
    GET_STREAMS,
    GET_OPTION,
    SET_OPTION,
    GET_LINGER,
    SET_TIMEOUT,
    ADDRESSES,
    CLOSE;

    void run(Ends ends, InputStream in) throws Exception {
      Socket here = ends.here();
      switch (this) {
        case AVAILABLE -> assertThat(in.available()).isZero();
        case SHUT_INPUT -> here.shutdownInput();
        case SHUT_OUTPUT -> here.shutdownOutput();
        case URGENT_DATA -> here.sendUrgentData(1);
        case GET_STREAMS -> {
          assertThat(here.getInputStream()).isNotNull();
          assertThat(here.getOutputStream()).isNotNull();
        }
        case GET_OPTION -> here.getOption(StandardSocketOptions.TCP_NODELAY);
        case SET_OPTION -> here.setOption(StandardSocketOptions.TCP_NODELAY, true);
        case GET_LINGER -> assertThat(here.getSoLinger()).isEqualTo(-1);
        case SET_TIMEOUT -> here.setSoTimeout(1);
        case ADDRESSES -> assertThat(here.getLocalSocketAddress()).isNotNull();
        case CLOSE -> here.close();
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void shouldCloseAtAnyMomentOfAnythingElse(Other other) throws Exception {
    for (int i = 0; i < ROUNDS; i++) {
      Ends ends = connect();
      InputStream in = ends.in();
      succeededOrWasClosed(race(() -> other.run(ends, in), ends.here()::close));
    }
  }

  /** The reader, woken up by the first of two calls, acts at the moment of the second. */
  @ParameterizedTest
  @EnumSource
  void shouldCloseWhileAReaderThatWasWokenDoesAnythingElse(Other other) throws Exception {
    for (int i = 0; i < ROUNDS; i++) {
      Ends ends = connect();
      InputStream in = ends.in();
      Call<Void> reader =
          start(
              () -> {
                assertThat(in.read()).isEqualTo(-1);
                other.run(ends, in);
              });
      if (i % 2 == 0) {
        reader.blockedIn("read");
      }
      ends.here().shutdownInput();
      ends.here().close();
      succeededOrWasClosed(reader.thrown());
    }
  }

  @Test
  void shouldWriteAllOrFailWhenThePeerClosesAtAnyMoment() throws Exception {
    for (int i = 0; i < ROUNDS; i++) {
      Ends ends = connect();
      OutputStream out = ends.out();
      Throwable thrown = race(() -> out.write(new byte[20_000]), ends.there()::close);
      if (thrown != null) {
        assertThat(thrown).isInstanceOf(SocketException.class);
      }
      assertThat(ends.here().isClosed()).isFalse();
    }
  }
}
