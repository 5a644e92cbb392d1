package cal.reactive;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.contract.Caller;
import cal.core.contract.Work;
import cal.core.internal.stage.OpenStage;
import cal.core.spi.ActivityScheduler.LeftStatus;
import cal.reactive.internal.socket.LoopFixture;
import java.io.IOException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A step that is left is called when there is a reason, and finds what a waiting one would. */
@ParameterizedClass(name = "loops={0}")
@ValueSource(ints = {1, 2})
class LeavingTest extends LeavingFixture {
  private static final int SOME = 50;
  private static final String TIMEOUT = "50";

  /** Two loops have no relief thread: the other loop does the work of a loop whose step lasts. */
  LeavingTest(int loops) {
    super(
        loops == 1
            ? Map.of("cal.model", "reactive")
            : Map.of(
                "cal.model",
                "reactive-pool",
                "cal.reactive-pool.loops",
                "2",
                "cal.reactive.lend-after",
                "0s"));
  }

  @Test
  void shouldKeepNoThreadWhileClientsAreIdle() throws Exception {
    open();
    List<Peer> peers = answeredPeers(SOME);
    eventually("all are left", () -> running() == 0);
    assertThat(stage.workers()).as("workers").hasSizeLessThan(SOME / 2);
    assertThat(stage.status().active()).as("in flight all the same").isEqualTo(SOME);
    for (Peer peer : peers.reversed()) {
      peer.left();
      peer.ask(7);
    }
    assertThat(warnings).isEmpty();
  }

  @Test
  void shouldLetOthersGoOnWhereAStepWaitsInItsMiddle() throws Exception {
    open();
    Peer whole = answeredPeers(1).getFirst();
    List<Peer> halves = peers(SOME, half -> half.in.readNBytes(2).length == 2 && half.echo());
    for (Peer half : halves) {
      half.client.getOutputStream().write(1);
    }
    eventually("all wait in their middle", () -> running() == SOME);
    whole.ask(2);
    for (Peer half : halves) {
      half.client.getOutputStream().write(2);
      half.ask(3);
    }
    eventually("all are left", () -> running() == 0);
    whole.ask(4);
  }

  @Test
  void shouldCallAStepAtOnceWhereTheServerHasInputLeft() throws Exception {
    open();
    Peer peer = new Peer();
    byte[] buffer = new byte[3];
    int[] rest = {0};
    peer.serve(
        () -> {
          if (rest[0] == 0) {
            rest[0] = peer.in.readNBytes(buffer, 0, buffer.length);
          }
          rest[0]--;
          peer.awaited = rest[0] > 0 ? null : peer.socket;
          peer.out.write(rest[0]);
          return true;
        });
    for (int round = 0; round < SOME; round++) {
      peer.client.getOutputStream().write(new byte[] {1, 2, 3});
      assertThat(peer.client.getInputStream().readNBytes(3)).containsExactly(2, 1, 0);
    }
    peer.left();
  }

  @Test
  void shouldFindInputThatWasReadAheadOfTheServer() throws Exception {
    open();
    Peer peer = peer(Peer::echo);
    for (int round = 0; round < SOME; round++) {
      peer.client.getOutputStream().write(new byte[] {1, 2, 3, 4});
      assertThat(peer.client.getInputStream().readNBytes(4)).containsExactly(1, 2, 3, 4);
    }
    peer.left();
    peer.ask(5);
  }

  /** The ways in which the input of a left step ends. */
  private enum End {
    BY_THE_CLIENT(null),
    BY_A_RESET("Connection reset"),
    BY_A_CLOSE_ELSEWHERE("Socket closed"),
    BY_A_SHUT_INPUT_ELSEWHERE(null);

    private final String failure;

    End(String failure) {
      this.failure = failure;
    }

    private void make(Peer peer) throws IOException {
      switch (this) {
        case BY_THE_CLIENT -> peer.client.shutdownOutput();
        case BY_A_RESET -> {
          peer.client.setSoLinger(true, 0);
          peer.client.close();
        }
        case BY_A_CLOSE_ELSEWHERE -> peer.socket.close();
        case BY_A_SHUT_INPUT_ELSEWHERE -> peer.socket.shutdownInput();
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void shouldFindTheEnd(End end) throws Exception {
    open();
    Peer peer = leftPeer();
    end.make(peer);
    await(peer.closed, "the end");
    if (end.failure == null) {
      assertThat(failures).isEmpty();
    } else {
      assertThat(failure()).isInstanceOf(SocketException.class).hasMessage(end.failure);
    }
  }

  @Test
  void shouldTimeOutTheWaitForARequestWhileNoThreadWaits() throws Exception {
    open();
    Peer peer = new Peer();
    peer.socket.setSoTimeout(Integer.parseInt(TIMEOUT));
    long[] answered = {0};
    peer.serve(
        () -> {
          peer.seen.add(answered[0] == 0 ? 0L : System.nanoTime() - answered[0]);
          try {
            boolean more = peer.echo();
            answered[0] = System.nanoTime();
            return more;
          } catch (SocketTimeoutException idle) {
            peer.seen.add(idle);
            return false;
          }
        });
    peer.ask(1);
    await(peer.closed, "the end");
    List<Object> seen = List.copyOf(peer.seen);
    assertThat(seen.getLast()).isInstanceOf(SocketTimeoutException.class);
    assertThat((long) seen.get(seen.size() - 2))
        .as("nanoseconds to the step that timed out")
        .isGreaterThan(TimeUnit.MILLISECONDS.toNanos(Integer.parseInt(TIMEOUT)) / 2);
  }

  @Test
  void shouldEndAConnectionThatIsIdleForLong() throws Exception {
    open("cal.reactive.idle-timeout", TIMEOUT + "ms");
    Peer peer = answeredPeers(1).getFirst();
    await(peer.closed, "the end");
    assertThat(failures).isEmpty();
  }

  @Test
  void shouldNotTakeAConnectionForIdleToWhichSomethingWasSent() throws Exception {
    open("cal.reactive.idle-timeout", "500ms");
    Peer peer = leftPeer();
    peer.out.write(9);
    assertThat(peer.client.getInputStream().read()).isEqualTo(9);
    eventually("its step is called, and waits again", () -> running() == 1);
    peer.ask(2);
  }

  @Test
  void shouldCallAStepAtOnceThatIsInterrupted() throws Exception {
    open();
    Peer peer =
        peer(
            self -> {
              self.seen.add(Thread.currentThread().isInterrupted());
              boolean more = self.echo();
              Thread.currentThread().interrupt();
              return more;
            });
    peer.ask(1);
    eventually("the next step reads on", () -> peer.seen.size() == 2);
    peer.ask(2);
    eventually("the one after it", () -> peer.seen.size() == 3);
    assertThat(peer.seen).containsExactly(false, true, true);
    peer.client.close();
    await(peer.closed, "the end");
  }

  @Test
  void shouldRestAfterAnInterruptThatALastStepLeft() throws Exception {
    open();
    Peer last = new Peer();
    last.serve(
        () -> {
          boolean more = last.echo();
          if (!more) {
            Thread.currentThread().interrupt();
          }
          return more;
        });
    last.ask(1);
    last.left();
    last.client.close();
    await(last.closed, "the end");
    leftPeer().ask(3);
  }

  @Test
  void shouldEndLeftActivitiesInADrain() throws Exception {
    open();
    List<Peer> peers = answeredPeers(SOME);
    assertThat(engine.shutdown()).as("activities that had to be stopped").isEmpty();
    for (Peer peer : peers) {
      await(peer.closed, "the end of " + peer);
      assertThat(peer.client.getInputStream().read()).isEqualTo(-1);
    }
    assertThat(failures).isEmpty();
  }

  @Test
  void shouldEndALeftActivityInADrainWithoutTime() throws Exception {
    open("cal.shutdown-timeout", "0s");
    Peer peer = leftPeer();
    assertThat(engine.shutdown()).as("activities that had to be stopped").isEmpty();
    await(peer.closed, "the end");
  }

  /** A drain of its context finds it neither running nor left. */
  @Test
  void shouldEndAnActivityThatIsLeftAfterADrainHasLooked() throws Exception {
    open();
    Peer peer = new Peer();
    AtomicBoolean answered = new AtomicBoolean();
    stage.awaits(
        target -> {
          if (answered.get()) {
            assertThat(engine.drain(peer, Duration.ofMinutes(5))).isEmpty();
          }
          return peer.socket;
        });
    peer.serve(
        () -> {
          boolean more = peer.echo();
          answered.set(true);
          return more;
        });
    peer.ask(1);
    await(peer.closed, "the end");
    assertThat(failures).isEmpty();
  }

  @Test
  void shouldServeOthersWhileOneStepComputes() throws Exception {
    open();
    CountDownLatch computes = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    Peer busy = new Peer();
    busy.serve(
        () -> {
          boolean more = busy.echo();
          computes.countDown();
          return more && LoopFixture.keepBusyUntil(end);
        });
    List<Peer> others = answeredPeers(SOME);
    try {
      busy.ask(1);
      await(computes, "the computation");
      for (Peer other : others) {
        other.ask(2);
      }
    } finally {
      end.countDown();
    }
    busy.left();
  }

  /** What comes at one socket while the step awaits another is there when that is its turn. */
  @Test
  void shouldFindInputThatCameWhileItAwaitedAnother() throws Exception {
    open();
    Peer one = new Peer();
    Peer other = new Peer();
    one.serve(
        () -> {
          Peer now = one.awaited == one.socket ? one : other;
          boolean more = now.echo();
          one.awaited = now == one ? other.socket : one.socket;
          return more;
        });
    Peer third = answeredPeers(1).getFirst();
    for (int n = 0; n < SOME; n++) {
      one.ask(n);
      one.left();
      one.client.getOutputStream().write(7);
      third.ask(n); // the loop has seen the byte by now
      other.ask(n);
      assertThat(one.client.getInputStream().read()).isEqualTo(7);
      other.ask(n);
    }
    assertThat(warnings).isEmpty();
    one.left();
    one.client.shutdownOutput();
    await(one.closed, "the end");
    other.close();
  }

  /** A step that keeps its thread unparks others, while a spare thread serves their loop. */
  @Test
  void shouldLoseNoTurnWhereAKeptStepUnparksOthers() throws Exception {
    open("cal.reactive.lend-after", "1ms");
    Semaphore permits = new Semaphore(0);
    AtomicBoolean end = new AtomicBoolean();
    Peer busy = new Peer();
    busy.serve(
        () -> {
          boolean more = busy.echo();
          while (!end.get()) {
            if (permits.hasQueuedThreads()) {
              permits.release();
            }
          }
          return more;
        });
    busy.ask(1);
    List<Peer> peers =
        peers(
            4,
            peer -> {
              int one = peer.in.read();
              if (one >= 0) {
                permits.acquire();
                peer.out.write(one);
              }
              return one >= 0;
            });
    try {
      for (int n = 0; n < 500; n++) {
        askTogether(peers, n & 0x7f);
      }
    } finally {
      end.set(true);
    }
    busy.left();
    assertThat(failures).isEmpty();
  }

  /** Many clients at once: each answer is right, each step overlaps with no other of its own. */
  @Test
  void shouldRunEachStepOnce() throws Exception {
    open();
    List<Caller> clients = new ArrayList<>();
    AtomicInteger answers = new AtomicInteger();
    for (int i = 0; i < 8; i++) {
      ReentrantLock alone = new ReentrantLock();
      Peer peer =
          peer(
              self -> {
                if (!alone.tryLock()) {
                  throw new AssertionError("two steps at once");
                }
                try {
                  return self.echo();
                } finally {
                  alone.unlock();
                }
              });
      clients.add(
          Caller.start(
              () -> {
                for (int n = 0; n < 2000; n++) {
                  peer.ask(n & 0x7f);
                  answers.incrementAndGet();
                }
                return null;
              }));
    }
    for (Caller client : clients) {
      client.join();
    }
    assertThat(failures).isEmpty();
    assertThat(answers).hasValue(8 * 2000);
  }

  @Test
  void shouldNameItsThreadAfterTheStageOfItsStep() throws Exception {
    open();
    OpenStage other = engine.open("other");
    other.awaits(target -> ((Peer) target).awaits());
    List<Peer> peers = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      Peer peer = new Peer();
      OpenStage own = i % 2 == 0 ? stage : other;
      Work.spawnOn(
          own,
          peer,
          () -> {
            peer.seen.add(Thread.currentThread().getName());
            return peer.echo();
          });
      peers.add(peer);
    }
    for (int n = 0; n < SOME; n++) {
      askTogether(peers, n);
    }
    for (int i = 0; i < peers.size(); i++) {
      String name = "cal-" + stage.model().name() + (i % 2 == 0 ? "-work-" : "-other-");
      assertThat(peers.get(i).seen).allSatisfy(seen -> assertThat((String) seen).startsWith(name));
    }
  }

  @Test
  void shouldListWhatEachWaitsFor() throws Exception {
    open();
    Peer peer = leftPeer();
    LeftStatus left = engine.getLeft().getFirst();
    assertThat(left.stage()).isEqualTo("work");
    assertThat(left.count()).isEqualTo(1);
    LeftStatus.Wait wait = left.longest().getFirst();
    assertThat(wait.activity()).isEqualTo("work[" + peer + "]");
    assertThat(wait.awaits()).endsWith(":" + peer.client.getLocalPort());
    assertThat(wait.seconds()).isBetween(0L, 300L);
    peer.client.close();
    await(peer.closed, "the end");
    eventually("none is left", () -> engine.getLeft().getFirst().count() == 0);
  }
}
