package cal.reactive.internal.socket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.Closeable;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Closing, by whatever thread: it wakes whoever waits, once and for all. */
abstract class CloseContract extends SocketFixture {
  CloseContract(SocketContract contract) {
    super(contract);
  }

  /** The objects by whose closing a socket is closed. */
  enum Part {
    SOCKET,
    INPUT,
    OUTPUT;

    Closeable of(Socket socket) throws Exception {
      return switch (this) {
        case SOCKET -> socket;
        case INPUT -> socket.getInputStream();
        case OUTPUT -> socket.getOutputStream();
      };
    }
  }

  private static void wasClosed(Call<?> call) throws Exception {
    assertThat(call.thrown()).isInstanceOf(SocketException.class).hasMessage("Socket closed");
  }

  @ParameterizedTest
  @EnumSource
  void shouldWakeAReaderWhenAnotherThreadCloses(Part part) throws Exception {
    Ends ends = connect();
    Call<Integer> reader = call(() -> ends.in().read()).blockedIn("read");
    part.of(ends.here()).close();
    wasClosed(reader);
    assertThat(ends.here().isClosed()).isTrue();
    assertThat(callThere(() -> ends.peerIn().read()).get()).as("the peer sees it").isEqualTo(-1);
  }

  @Test
  void shouldWakeAReaderWithATimeoutWhenAnotherThreadCloses() throws Exception {
    Ends ends = connect();
    ends.here().setSoTimeout(60_000);
    Call<Integer> reader = call(() -> ends.in().read()).blockedIn("read");
    ends.here().close();
    wasClosed(reader);
  }

  @ParameterizedTest
  @EnumSource
  void shouldWakeAWriterWhenAnotherThreadCloses(Part part) throws Exception {
    Ends ends = connect().narrow();
    Closeable closed = part.of(ends.here());
    Call<Void> writer = start(() -> ends.out().write(new byte[5_000_000])).blockedIn("write");
    closed.close();
    wasClosed(writer);
    assertThat(ends.here().isClosed()).isTrue();
  }

  @Test
  void shouldWakeAnAccepterWhenAnotherThreadCloses() throws Exception {
    ServerSocket server = listening();
    Call<Socket> accepter = call(server::accept).blockedIn("accept");
    server.close();
    wasClosed(accepter);
    ServerSocket timed = listening();
    timed.setSoTimeout(60_000);
    Call<Socket> other = call(timed::accept).blockedIn("accept");
    timed.close();
    wasClosed(other);
    assertThatThrownBy(timed::accept)
        .isInstanceOf(SocketException.class)
        .hasMessage("Socket is closed");
  }

  @Test
  void shouldWakeAllWhoWait() throws Exception {
    Ends ends = connect().narrow();
    ServerSocket server = listening();
    List<Call<?>> waiting = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      waiting.add(call(() -> ends.in().read()).blockedIn("read"));
      waiting.add(start(() -> ends.out().write(new byte[5_000_000])).blockedIn("write"));
      waiting.add(call(server::accept).blockedIn("accept"));
    }
    ends.here().close();
    server.close();
    for (Call<?> call : waiting) {
      wasClosed(call);
    }
  }

  @Test
  void shouldWakeWhoWaitsOnWhateverThread() throws Exception {
    for (Side side : sides()) {
      Ends ends = connect();
      Call<Integer> reader = call(side, () -> ends.in().read()).blockedIn("read");
      ends.here().close();
      wasClosed(reader);
      ServerSocket server = listening();
      Call<Socket> accepter = call(side, server::accept).blockedIn("accept");
      server.close();
      wasClosed(accepter);
    }
  }

  @Test
  void shouldBeClosedByWhateverThread() throws Exception {
    for (Side side : sides()) {
      Ends ends = connect();
      Call<Integer> reader = call(() -> ends.in().read()).blockedIn("read");
      call(
              side,
              () -> {
                ends.here().close();
                return null;
              })
          .get();
      wasClosed(reader);
    }
  }

  private List<Side> sides() {
    return List.of(
        contract.here(),
        contract.there(),
        Side.onPlatformThreads(Side.JDK),
        Side.onVirtualThreads(Side.JDK));
  }

  @Test
  void shouldCloseOnce() throws Exception {
    Ends ends = connect();
    ServerSocket server = listening();
    CyclicBarrier together = new CyclicBarrier(6);
    List<Call<Void>> closers = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      closers.add(
          start(
              () -> {
                together.await();
                ends.here().close();
                server.close();
              }));
    }
    for (Call<Void> closer : closers) {
      closer.get();
    }
    ends.here().close();
    server.close();
    assertThat(ends.here().isClosed()).isTrue();
    assertThat(server.isClosed()).isTrue();
    assertThat(ends.there().isClosed()).as("the peer closes for itself").isFalse();
  }

  @ParameterizedTest
  @EnumSource
  void shouldEndEverythingThroughTheStreamsItGave(Part part) throws Exception {
    Ends ends = connect();
    InputStream in = ends.in();
    OutputStream out = ends.out();
    send(ends, (byte) 1, (byte) 2, (byte) 3);
    arrived(ends, 3);
    assertThat(in.read()).isEqualTo(1);
    part.of(ends.here()).close();
    assertThat(ends.here().isClosed()).isTrue();
    assertThatThrownBy(in::read).isInstanceOf(SocketException.class).hasMessage("Socket closed");
    assertThatThrownBy(() -> out.write(1))
        .isInstanceOf(SocketException.class)
        .hasMessage("Socket closed");
    in.close();
    out.close();
    out.flush();
  }

  @Test
  void shouldCloseAtTheEndOfATryBlock() throws Exception {
    Ends ends = connect();
    ServerSocket server = listening();
    try (server;
        Socket here = ends.here();
        OutputStream out = here.getOutputStream()) {
      out.write(8);
    }
    assertThat(ends.here().isClosed()).isTrue();
    assertThat(server.isClosed()).isTrue();
    assertThat(callThere(() -> ends.peerIn().readAllBytes()).get()).containsExactly(8);
  }
}
