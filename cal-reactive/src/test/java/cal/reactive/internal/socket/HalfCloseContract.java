package cal.reactive.internal.socket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.InputStream;
import java.io.OutputStream;
import java.net.SocketException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Ending one direction of a connection leaves the other as it was. */
abstract class HalfCloseContract extends SocketFixture {
  HalfCloseContract(SocketContract contract) {
    super(contract);
  }

  @Test
  void shouldAnswerARequestThatEndsWithItsOutput() throws Exception {
    Ends ends = connect();
    byte[] request = randomBytes(300_000, 1);
    Call<byte[]> peer =
        callThere(
            () -> {
              ends.peerOut().write(request);
              ends.there().shutdownOutput();
              return ends.peerIn().readAllBytes();
            });
    byte[] received = ends.in().readAllBytes();
    assertThat(ends.here().isInputShutdown()).isFalse();
    ends.out().write(received);
    ends.out().write(received);
    ends.here().close();
    assertThat(peer.get()).hasSize(600_000);
    assertThat(Arrays.equals(received, request)).isTrue();
  }

  @Test
  void shouldStillReadAfterItsOutputHasEnded() throws Exception {
    Ends ends = connect();
    OutputStream out = ends.out();
    out.write(1);
    ends.here().shutdownOutput();
    assertThat(callThere(() -> ends.peerIn().readAllBytes()).get()).containsExactly(1);
    assertThat(ends.here().isOutputShutdown()).isTrue();
    assertThat(ends.here().isInputShutdown()).isFalse();
    assertThat(ends.here().isClosed()).isFalse();
    assertThat(ends.here().isConnected()).isTrue();
    assertThatThrownBy(() -> out.write(2)).isInstanceOf(SocketException.class);
    assertThatThrownBy(ends::out)
        .isInstanceOf(SocketException.class)
        .hasMessage("Socket output is shutdown");
    assertThatThrownBy(ends.here()::shutdownOutput)
        .isInstanceOf(SocketException.class)
        .hasMessage("Socket output is already shutdown");
    Call<Integer> reader = call(() -> ends.in().read()).blockedIn("read");
    send(ends, (byte) 3);
    assertThat(reader.get()).isEqualTo(3);
    send(ends, (byte) 4);
    assertThat(ends.in().read()).isEqualTo(4);
  }

  @Test
  void shouldStillWriteAfterItsInputHasEnded() throws Exception {
    Ends ends = connect();
    InputStream in = ends.in();
    send(ends, (byte) 1, (byte) 2, (byte) 3);
    arrived(ends, 3);
    assertThat(in.read()).isEqualTo(1);
    ends.here().shutdownInput();
    assertThat(in.read()).as("what had come is gone").isEqualTo(-1);
    assertThat(in.read(new byte[5])).isEqualTo(-1);
    assertThat(in.available()).isZero();
    assertThat(ends.here().isInputShutdown()).isTrue();
    assertThat(ends.here().isOutputShutdown()).isFalse();
    assertThat(ends.here().isClosed()).isFalse();
    assertThatThrownBy(ends::in)
        .isInstanceOf(SocketException.class)
        .hasMessage("Socket input is shutdown");
    assertThatThrownBy(ends.here()::shutdownInput)
        .isInstanceOf(SocketException.class)
        .hasMessage("Socket input is already shutdown");
    ends.out().write(3);
    assertThat(callThere(() -> ends.peerIn().read()).get()).isEqualTo(3);
  }

  @Test
  void shouldEndAWaitingReadWhenItsInputEnds() throws Exception {
    Ends ends = connect();
    Call<Integer> reader = call(() -> ends.in().read()).blockedIn("read");
    ends.here().shutdownInput();
    assertThat(reader.get()).isEqualTo(-1);
    Ends timed = connect();
    timed.here().setSoTimeout(60_000);
    Call<Integer> other = call(() -> timed.in().read()).blockedIn("read");
    timed.here().shutdownInput();
    assertThat(other.get()).isEqualTo(-1);
  }

  @Test
  void shouldFailAWaitingWriteWhenItsOutputEnds() throws Exception {
    Ends ends = connect().narrow();
    Call<Void> writer = start(() -> ends.out().write(new byte[5_000_000])).blockedIn("write");
    ends.here().shutdownOutput();
    assertThat(writer.thrown()).isInstanceOf(SocketException.class);
    assertThat(ends.here().isClosed()).isFalse();
    send(ends, (byte) 1);
    assertThat(ends.in().read()).isEqualTo(1);
  }

  @Test
  void shouldStayOpenWhenBothDirectionsHaveEnded() throws Exception {
    Ends ends = connect();
    ends.here().shutdownInput();
    ends.here().shutdownOutput();
    assertThat(ends.here().isClosed()).isFalse();
    assertThat(ends.here().isConnected()).isTrue();
    assertThat(callThere(() -> ends.peerIn().read()).get()).isEqualTo(-1);
    ends.here().close();
    assertThat(ends.here().isInputShutdown()).as("after the close").isTrue();
    assertThat(ends.here().isOutputShutdown()).as("after the close").isTrue();
  }

  @Test
  void shouldReadWhatWasSentBeforeTheEndOnlyThenTheEnd() throws Exception {
    Ends ends = connect();
    send(ends, randomBytes(1_000, 2));
    ends.there().close();
    assertThat(ends.in().readNBytes(999)).hasSize(999);
    assertThat(ends.in().read()).isNotNegative();
    assertThat(ends.in().read()).isEqualTo(-1);
  }
}
