package cal.reactive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cal.core.contract.ModelFixture;
import cal.reactive.internal.socket.LoopFixture;
import cal.reactive.internal.transport.Transport;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What else comes to a socket, or reads there, while an activity is left that awaits its input. */
@ParameterizedClass
@EnumSource(names = {"NIO", "EPOLL", "IO_URING"})
class SecondReaderTest extends LeavingFixture {
  private static final int SHORT = 50;

  SecondReaderTest(Transport transport) {
    super(Map.of("cal.model", "reactive", "cal.reactive.transport", transport.spelling()));
    LoopFixture.assumeKnown(transport);
  }

  /** A peer that was answered once, and whose next step is left; it tries again in time. */
  private Peer patientPeer(int timeoutMillis) throws IOException {
    Peer peer = new Peer();
    peer.socket.setSoTimeout(timeoutMillis);
    peer.serve(
        () -> {
          try {
            return peer.echo();
          } catch (SocketTimeoutException notYet) {
            return true;
          }
        });
    peer.ask(1);
    peer.left();
    return peer;
  }

  @Test
  void shouldGoOnBesideAThreadThatWaits() throws Exception {
    open();
    Peer peer = leftPeer();
    FutureTask<Integer> other = new FutureTask<>(peer.in::read);
    Thread thread = start(other);
    eventually("it waits", () -> thread.getState() == Thread.State.WAITING);
    peer.client.getOutputStream().write(2);
    peer.client.getOutputStream().write(3);
    int answer = peer.client.getInputStream().read();
    assertThat(new int[] {answer, soon(other)}).containsExactlyInAnyOrder(2, 3);
    assertThat(warnings).isEmpty();
  }

  @Test
  void shouldGoOnAfterAThreadThatHasTimedOut() throws Exception {
    open();
    Peer peer = patientPeer(0);
    peer.socket.setSoTimeout(SHORT);
    timesOut(peer);
    peer.socket.setSoTimeout(0);
    peer.ask(2);
    peer.left();
    peer.ask(3);
    assertThat(warnings).isEmpty();
  }

  @Test
  void shouldNotCountItsWaitForAnotherThread() throws Exception {
    open();
    Peer peer = patientPeer((int) TimeUnit.HOURS.toMillis(1));
    long left = System.nanoTime();
    eventually("it has waited", () -> System.nanoTime() - left > nanos(2 * SHORT));
    peer.socket.setSoTimeout(SHORT);
    long begun = System.nanoTime();
    timesOut(peer);
    assertThat(System.nanoTime() - begun).isGreaterThan(nanos(SHORT / 2));
    peer.socket.setSoTimeout(0);
    peer.ask(2);
  }

  /** Whatever a poller tells of beside input, such as a byte of urgent data, is over once. */
  @Test
  void shouldBeLeftAgainAfterUrgentData() throws Exception {
    open();
    Peer peer = leftPeer();
    peer.client.sendUrgentData(9);
    peer.ask(2);
    eventually(
        "a step is left, after one that has found nothing more",
        () -> {
          boolean left = peer.isLeft();
          if (!left) {
            peer.ask(3);
          }
          return left;
        });
    assertThat(warnings).isEmpty();
  }

  /** Another thread reads until its time is over. */
  private static void timesOut(Peer peer) {
    FutureTask<Integer> other = new FutureTask<>(peer.in::read);
    start(other);
    assertThatThrownBy(() -> soon(other)).hasCauseInstanceOf(SocketTimeoutException.class);
  }

  private static Thread start(FutureTask<Integer> reader) {
    return Thread.ofPlatform().daemon().start(reader);
  }

  private static int soon(FutureTask<Integer> reader) throws Exception {
    return reader.get(ModelFixture.DEADLINE.toSeconds(), TimeUnit.SECONDS);
  }

  private static long nanos(int millis) {
    return TimeUnit.MILLISECONDS.toNanos(millis);
  }
}
