package cal.reactive.internal.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cal.core.spi.CapturedActivity;
import cal.core.spi.Cores;
import cal.reactive.internal.group.Loops;
import cal.reactive.internal.group.Patience;
import cal.reactive.internal.group.Scheduling;
import cal.reactive.internal.loop.Loop;
import cal.reactive.internal.loop.LoopGroup;
import cal.reactive.internal.loop.LoopThread;
import cal.reactive.internal.loop.Stub;
import cal.reactive.internal.transport.Poller;
import cal.reactive.internal.transport.ReadinessListener;
import cal.reactive.internal.transport.ReadySet;
import cal.reactive.internal.transport.Registration;
import cal.reactive.internal.transport.Transport;
import java.io.IOException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A channel's waiters, by a poller that fails. */
@Timeout(300)
class ReadinessTest {
  private final List<Long> came = new ArrayList<>();

  /** Is told of input, and has no steps. */
  private final CapturedActivity activity =
      Stub.of(
          CapturedActivity.class,
          (method, arguments) -> {
            if (method.equals("inputCame")) {
              came.add((long) arguments[0]);
            }
            return null;
          });

  /** Cannot be woken up, for want of memory; does something in place of a look, and before. */
  private static final class Failing implements Poller {
    private Consumer<ReadySet> look = ready -> {};
    private Runnable beforeFailure = () -> {};
    private boolean fails = true;

    @Override
    public Registration join(SelectableChannel none, int operations, ReadinessListener told) {
      return Stub.of(
          Registration.class, (method, arguments) -> method.equals("told") ? told : (Object) true);
    }

    @Override
    public void look(long millis, ReadySet ready) {
      look.accept(ready);
    }

    @Override
    public void wakeUp() {
      beforeFailure.run();
      if (fails) {
        throw new OutOfMemoryError("a test");
      }
    }

    @Override
    public boolean isLazy() {
      return false;
    }

    @Override
    public boolean isOpen() {
      return true;
    }

    @Override
    public Collection<Registration> registrations() {
      return List.of();
    }

    @Override
    public void close() {}
  }

  private final Failing poller = new Failing();
  private Loops siblings;
  private Loop loop;
  private Readiness readiness;

  @BeforeEach
  void open() throws IOException {
    Patience forEver = new Patience(Duration.ZERO, Duration.ZERO, 1);
    siblings = new Loops("test", 1, forEver, 0, Transport.NIO, Scheduling.JDK, Cores.ALL);
    loop = new Loop(siblings, true, "test", poller, FreeWorkers::new);
    readiness = new Readiness(loop, null, SelectionKey.OP_READ);
  }

  @AfterEach
  void close() throws InterruptedException {
    siblings.close();
  }

  /** Does something while the loop sleeps. */
  private void asleep(Runnable look) throws IOException {
    boolean[] looked = {false};
    poller.look =
        ready -> {
          looked[0] = true;
          look.run();
        };
    loop.sleep(1);
    assertThat(looked).containsExactly(true);
  }

  private LoopStep left() {
    LoopStep left = new LoopStep(activity, loop, null);
    try {
      assertThat(readiness.leaveStep(left, 0)).isTrue();
    } catch (IOException impossible) {
      throw new AssertionError(impossible);
    }
    return left;
  }

  @Test
  void shouldLeaveNothingBehindWhereATimerCannotBeSet() throws Exception {
    long deadline = System.nanoTime() + TimeUnit.HOURS.toNanos(1);
    LoopStep one = new LoopStep(activity, loop, null);
    asleep(
        () ->
            assertThatThrownBy(() -> readiness.leaveStep(one, deadline))
                .isInstanceOf(OutOfMemoryError.class));

    assertThat(one.isLeft()).as("left").isFalse();
    assertThat(loop.timers().millisToNext()).as("cleared").isGreaterThan(0);
    LoopStep other = new LoopStep(activity, loop, null);
    assertThat(readiness.leaveStep(other, 0)).as("another may be left there").isTrue();
  }

  @Test
  void shouldNotQueueAStepWhereTheLoopCannotBeWokenUp() throws Exception {
    LoopStep left = left();
    asleep(
        () ->
            assertThatThrownBy(() -> readiness.resumeStep()).isInstanceOf(OutOfMemoryError.class));

    assertThat(loop.queue().poll()).as("queued").isNull();
    assertThat(left.claim()).as("left for the next reason").isTrue();
  }

  /** Such as the close of the channel, which is told once. */
  @Test
  void shouldNotLoseAReasonThatComesWhileTheLoopCannotBeWokenUp() throws Exception {
    LoopStep left = left();
    int[] reasons = {0};
    poller.beforeFailure =
        () -> {
          reasons[0]++;
          assertThat(readiness.resumeStep()).as("claimed already").isFalse();
          poller.fails = reasons[0] < 2;
        };
    asleep(() -> assertThat(readiness.resumeStep()).as("by the other reason").isTrue());

    assertThat(loop.queue().poll()).isSameAs(left);
    assertThat(loop.queue().poll()).as("queued twice").isNull();
  }

  @Test
  void shouldResumeAStepThatAnAwakeLoopHasTakenBeforeTheWakeUpFails() throws Exception {
    LoopStep left = left();
    Runnable[] taken = {null};
    poller.beforeFailure = () -> taken[0] = loop.queue().poll();
    asleep(() -> assertThat(readiness.resumeStep()).isTrue());

    assertThat(taken).containsExactly(left);
    assertThat(left.claim()).as("claimed twice").isFalse();
  }

  @Test
  void shouldNotStartAnActivityWhereTheLoopCannotBeWokenUp() throws Exception {
    LoopStep first = new LoopStep(activity, loop, null);
    asleep(() -> assertThatThrownBy(() -> loop.start(first)).isInstanceOf(OutOfMemoryError.class));

    assertThat(loop.queue().poll()).as("queued").isNull();
  }

  /** The kept loop looked long ago. */
  @Test
  void shouldTellWhenAHelperHasLooked() throws Exception {
    LoopGroup none = Stub.of(LoopGroup.class, (method, arguments) -> null);
    LoopThread helper = new LoopThread(none, null, () -> {}, "helper", 1);
    Loop own = new Loop(none, false, "own", new Failing(), FreeWorkers::new);
    own.close();
    helper.serve(own);
    loop.servedBy(helper);
    left();
    long before = System.nanoTime();
    poller.look = ready -> ready.add(readiness.registration(), Registration.INPUT);
    helper.help(loop, -1, false);

    assertThat(came).singleElement().satisfies(at -> assertThat(at - before).isNotNegative());
  }

  /** The JDK tries again after a pause. */
  @Test
  void shouldQueueAVirtualThreadOnceWhereTheLoopCannotBeWokenUpAtFirst() throws Exception {
    Runnable turn = () -> {};
    asleep(() -> assertThatThrownBy(() -> loop.execute(turn)).isInstanceOf(OutOfMemoryError.class));
    loop.execute(turn);

    assertThat(loop.queue().poll()).isSameAs(turn);
    assertThat(loop.queue().poll()).as("queued twice").isNull();
  }
}
