package cal.reactive;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.internal.activity.AttachedThread;
import cal.core.internal.activity.InputWait;
import cal.core.spi.StageStatus;
import cal.reactive.internal.socket.LoopFixture;
import cal.reactive.internal.transport.Transport;
import java.io.IOException;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A drain looks while a byte is on its way from the system to the server's read, where no other
 * thread sees the byte: within TLS, or in a read that has not returned yet.
 */
@ParameterizedClass
@EnumSource(names = {"NIO", "EPOLL", "IO_URING"})
class AskedReaderTest extends LeavingFixture {
  private final CountDownLatch there = new CountDownLatch(1);
  private final CountDownLatch goesOn = new CountDownLatch(1);

  AskedReaderTest(Transport transport) {
    super(Map.of("cal.model", "reactive", "cal.reactive.transport", transport.spelling()));
    LoopFixture.assumeKnown(transport);
  }

  /** Looks as a drain does, and closes what seems idle. */
  private void drain() {
    stage.drain();
    Queue<Runnable> closings = new ConcurrentLinkedQueue<>();
    stage.ending().closeAwaitingInput(activity -> true, closings::add);
    assertThat(closings).as("idle, by the look").hasSize(1);
    closings.remove().run();
  }

  private void hold() throws InterruptedException {
    there.countDown();
    await(goesOn, "the drain's look");
  }

  private static InputWait reader() {
    return AttachedThread.currentReader();
  }

  /** Reads as TLS does: nobody hears of bytes before the read returns. */
  private int readUnheard(Peer peer, int bytes) throws Exception {
    reader().beforeInput();
    int one = peer.in.read();
    hold();
    for (int i = 1; i < bytes && one >= 0; i++) {
      one = peer.in.read();
    }
    reader().requireInput(one >= 0);
    return one;
  }

  @Test
  void shouldAnswerARequestTakenByItsReader() throws Exception {
    open();
    Peer peer = new Peer();
    peer.serve(() -> answer(peer, readUnheard(peer, 1)));
    peer.client.getOutputStream().write(7);
    await(there, "the byte");
    drain();
    goesOn.countDown();
    assertThat(peer.client.getInputStream().read()).as("the answer").isEqualTo(7);
    assertThat(peer.client.getInputStream().read()).as("the end").isNegative();
  }

  /** The rest of a request that a read has heard of may come later. */
  @Test
  void shouldReadTheRestOfARequestThatHasBegunToCome() throws Exception {
    open();
    Peer peer = new Peer();
    peer.serve(
        () -> {
          reader().beforeInput();
          reader().beforeBytes(peer.socket);
          peer.in.read();
          hold();
          reader().afterBytes();
          reader().requireInput(true);
          return answer(peer, peer.in.read());
        });
    peer.client.getOutputStream().write(1);
    await(there, "the first byte");
    drain();
    goesOn.countDown();
    eventually("it waits for the rest", () -> running() == 1 && !isAsked());
    peer.client.getOutputStream().write(2);
    assertThat(peer.client.getInputStream().read()).as("the answer").isEqualTo(2);
  }

  private boolean isAsked() {
    boolean[] asked = {false};
    stage.attached().forEachRunning((worker, activity) -> asked[0] |= activity.cutShort());
    return asked[0];
  }

  private boolean answer(Peer peer, int one) throws IOException {
    peer.out.write(one);
    return true;
  }

  @Test
  void shouldEndAReaderThatWaits() throws Exception {
    open();
    Peer peer = new Peer();
    peer.serve(
        () -> {
          reader().beforeInput();
          reader().beforeBytes(peer.socket);
          there.countDown();
          return ends(peer);
        });
    await(there, "the read");
    eventually("it waits", () -> stage.workers().stream().anyMatch(w -> waits(w.thread())));
    drain();
    isClosed(peer);
  }

  @Test
  void shouldEndAReaderThatIsAboutToWait() throws Exception {
    open();
    Peer peer = new Peer();
    peer.serve(
        () -> {
          reader().beforeInput();
          reader().beforeBytes(peer.socket);
          hold();
          return ends(peer);
        });
    await(there, "the read");
    drain();
    goesOn.countDown();
    isClosed(peer);
  }

  private static boolean waits(Thread thread) {
    return thread.getState() == Thread.State.WAITING;
  }

  private boolean ends(Peer peer) throws IOException {
    if (peer.in.read() < 0) {
      reader().afterEnd();
    }
    throw new AssertionError("it was not told of the drain");
  }

  private void isClosed(Peer peer) throws Exception {
    assertThat(peer.client.getInputStream().read()).as("the end").isNegative();
    await(peer.closed, "the close of its target");
    eventually("it has ended", () -> stage.inFlight() == 0);
    StageStatus status = stage.status();
    assertThat(status.failed()).as("by what its read has thrown").isOne();
    assertThat(failures).as("what a drain closes is no failure to report").isEmpty();
  }
}
