package cal.reactive.internal.socket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** A connection that its peer resets fails, and goes on failing, until it is closed. */
abstract class ResetContract extends SocketFixture {
  ResetContract(SocketContract contract) {
    super(contract);
  }

  @Test
  void shouldFailEachReadAfterAReset() throws Exception {
    Ends ends = connect();
    Ends.reset(ends.there());
    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(() -> ends.in().read())
          .isInstanceOf(SocketException.class)
          .hasMessage("Connection reset");
    }
    assertThat(ends.here().isClosed()).as("that is for this end to do").isFalse();
    assertThatThrownBy(() -> ends.out().write(1)).isInstanceOf(SocketException.class);
    ends.here().close();
    assertThat(ends.here().isClosed()).isTrue();
  }

  @Test
  void shouldFailEachLargeReadAfterAReset() throws Exception {
    Ends ends = connect();
    send(ends, randomBytes(100, 1));
    assertThat(ends.in().readNBytes(50)).isEqualTo(Arrays.copyOf(randomBytes(100, 1), 50));
    Ends.reset(ends.there());
    byte[] large = new byte[100_000];
    assertThat(ends.in().read(large)).isEqualTo(50);
    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(() -> ends.in().read(large))
          .isInstanceOf(SocketException.class)
          .hasMessage("Connection reset");
    }
  }

  @Test
  void shouldWakeAReaderWhenThePeerResets() throws Exception {
    Ends ends = connect();
    Call<Integer> reader = call(() -> ends.in().read()).blockedIn("read");
    Ends.reset(ends.there());
    assertThat(reader.thrown()).isInstanceOf(SocketException.class).hasMessage("Connection reset");
  }

  @Test
  void shouldWakeAWriterWhenThePeerResets() throws Exception {
    Ends ends = connect().narrow();
    Call<Void> writer = start(() -> ends.out().write(new byte[5_000_000])).blockedIn("write");
    Ends.reset(ends.there());
    assertThat(writer.thrown()).isInstanceOf(SocketException.class);
    assertThat(ends.here().isClosed()).isFalse();
  }

  @Test
  void shouldReadWhatCameBeforeTheReset() throws Exception {
    Ends ends = connect();
    send(ends, randomBytes(100, 1));
    arrived(ends, 100);
    Ends.reset(ends.there());
    assertThat(ends.in().readNBytes(100)).isEqualTo(randomBytes(100, 1));
    assertThatThrownBy(() -> ends.in().read())
        .isInstanceOf(SocketException.class)
        .hasMessage("Connection reset");
  }

  @Test
  void shouldResetItsPeerWhenItDoesNotLinger() throws Exception {
    Ends ends = connect();
    Call<Integer> peer = callThere(() -> ends.peerIn().read()).blockedIn("read");
    Ends.reset(ends.here());
    assertThat(peer.thrown()).isInstanceOf(SocketException.class).hasMessage("Connection reset");
  }

  @Test
  void shouldResetItsPeerWhenItDoesNotLingerAndAReaderWaits() throws Exception {
    Ends ends = connect();
    Call<Integer> reader = call(() -> ends.in().read()).blockedIn("read");
    Call<Integer> peer = callThere(() -> ends.peerIn().read()).blockedIn("read");
    Ends.reset(ends.here());
    assertThat(reader.thrown()).isInstanceOf(SocketException.class).hasMessage("Socket closed");
    assertThat(peer.thrown()).isInstanceOf(SocketException.class).hasMessage("Connection reset");
  }

  @Test
  void shouldFailToWriteToAPeerThatHasGone() throws Exception {
    Ends ends = connect();
    ends.there().close();
    assertThatThrownBy(
            () -> {
              while (!ends.here().isClosed()) {
                ends.out().write(new byte[1_000]);
              }
            })
        .isInstanceOf(SocketException.class);
  }

  @Test
  void shouldAcceptWhoHasResetInTheMeantime() throws Exception {
    ServerSocket server = listening();
    Ends.reset(connectPeer(server));
    Socket peer = connectPeer(server);
    Socket first = closeAtEnd(server.accept());
    assertThatThrownBy(() -> first.getInputStream().read())
        .isInstanceOf(SocketException.class)
        .hasMessage("Connection reset");
    Socket second = closeAtEnd(server.accept());
    assertThat(second.getPort()).isEqualTo(peer.getLocalPort());
  }

  @Test
  void shouldResetWhoWasNotAcceptedWhenTheServerCloses() throws Exception {
    ServerSocket server = listening();
    Socket peer = connectPeer(server);
    Call<Integer> reader = callThere(() -> peer.getInputStream().read()).blockedIn("read");
    server.close();
    assertThat(reader.thrown()).isInstanceOf(SocketException.class).hasMessage("Connection reset");
  }
}
