package cal.reactive.internal.socket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Interrupts: as {@link SocketContract#closedByInterrupt} says; the status is never lost. */
abstract class InterruptContract extends SocketFixture {
  private static final Duration MOMENT = Duration.ofMillis(50);

  InterruptContract(SocketContract contract) {
    super(contract);
  }

  /** The exception that was thrown, if any, and whether the interrupt status was set afterwards. */
  record Outcome(Exception thrown, boolean interrupted) {
    static Callable<Outcome> of(Call.Action action) {
      return () -> {
        try {
          action.run();
          return new Outcome(null, Thread.interrupted());
        } catch (Exception thrown) {
          return new Outcome(thrown, Thread.interrupted());
        }
      };
    }

    void isClosedByInterrupt() {
      assertThat(thrown).isInstanceOf(SocketException.class).hasMessage("Closed by interrupt");
      assertThat(interrupted).as("the status is kept").isTrue();
    }

    void isUndisturbed() {
      assertThat(thrown).isNull();
      assertThat(interrupted).as("the status is kept").isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 60_000})
  void shouldInterruptAReader(int timeout) throws Exception {
    Ends ends = connect();
    ends.here().setSoTimeout(timeout);
    Call<Outcome> reader =
        call(Outcome.of(() -> assertThat(ends.in().read()).isEqualTo(1))).blockedIn("read");
    reader.interrupt();
    if (contract.closedByInterrupt()) {
      reader.get().isClosedByInterrupt();
      assertThat(ends.here().isClosed()).isTrue();
      assertThat(callThere(() -> ends.peerIn().read()).get()).isEqualTo(-1);
    } else {
      watchFor(MOMENT);
      assertThat(reader.hasEnded()).isFalse();
      send(ends, (byte) 1);
      reader.get().isUndisturbed();
    }
  }

  @Test
  void shouldInterruptAWriter() throws Exception {
    Ends ends = connect().narrow();
    byte[] much = new byte[2_000_000];
    Call<Outcome> writer = call(Outcome.of(() -> ends.out().write(much))).blockedIn("write");
    writer.interrupt();
    if (contract.closedByInterrupt()) {
      writer.get().isClosedByInterrupt();
      assertThat(ends.here().isClosed()).isTrue();
    } else {
      watchFor(MOMENT);
      assertThat(writer.hasEnded()).isFalse();
      assertThat(callThere(() -> ends.peerIn().readNBytes(much.length)).get()).hasSize(much.length);
      writer.get().isUndisturbed();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 60_000})
  void shouldInterruptAnAccepter(int timeout) throws Exception {
    ServerSocket server = listening();
    server.setSoTimeout(timeout);
    Call<Outcome> accepter =
        call(Outcome.of(() -> closeAtEnd(server.accept()))).blockedIn("accept");
    accepter.interrupt();
    if (contract.closedByInterrupt()) {
      accepter.get().isClosedByInterrupt();
      assertThat(server.isClosed()).isTrue();
    } else {
      watchFor(MOMENT);
      assertThat(accepter.hasEnded()).isFalse();
      connectPeer(server);
      accepter.get().isUndisturbed();
    }
  }

  @Test
  void shouldInterruptAConnecter() throws Exception {
    InetSocketAddress address = silent();
    Socket here = socket();
    Call<Outcome> connecter =
        call(Outcome.of(() -> here.connect(address, 60_000))).blockedIn("connect");
    connecter.interrupt();
    if (contract.closedByInterrupt()) {
      connecter.get().isClosedByInterrupt();
      assertThat(here.isClosed()).isTrue();
    } else {
      watchFor(MOMENT);
      assertThat(connecter.hasEnded()).isFalse();
      here.close();
      assertThat(connecter.get().thrown()).hasMessage("Socket closed");
    }
  }

  @Test
  void shouldReadWhatIsThereAlthoughInterrupted() throws Exception {
    Ends ends = connect();
    send(ends, (byte) 1, (byte) 2);
    arrived(ends, 2);
    Thread.currentThread().interrupt();
    assertThat(ends.in().read()).isEqualTo(1);
    ends.out().write(3);
    assertThat(Thread.interrupted()).as("the status is kept").isTrue();
    assertThat(ends.in().read()).isEqualTo(2);
    assertThat(callThere(() -> ends.peerIn().read()).get()).isEqualTo(3);
  }

  @Test
  void shouldNotWaitIfInterruptedBeforeUnlessInterruptsDoNotMatter() throws Exception {
    Ends ends = connect();
    Call<Outcome> reader =
        call(
            Outcome.of(
                () -> {
                  Thread.currentThread().interrupt();
                  assertThat(ends.in().read()).isEqualTo(1);
                }));
    if (contract.closedByInterrupt()) {
      reader.get().isClosedByInterrupt();
      assertThatThrownBy(ends::in).isInstanceOf(SocketException.class);
    } else {
      reader.blockedIn("read");
      send(ends, (byte) 1);
      reader.get().isUndisturbed();
    }
  }

  @Test
  void shouldDisturbNobodyElse() throws Exception {
    Ends ends = connect();
    Ends other = connect();
    Call<Integer> bystander = call(() -> other.in().read()).blockedIn("read");
    Call<Integer> reader = call(() -> ends.in().read()).blockedIn("read");
    reader.interrupt();
    if (!contract.closedByInterrupt()) {
      ends.here().close();
    }
    assertThat(reader.thrown()).isInstanceOf(SocketException.class);
    assertThat(bystander.hasEnded()).isFalse();
    send(other, (byte) 1);
    assertThat(bystander.get()).isEqualTo(1);
  }
}
