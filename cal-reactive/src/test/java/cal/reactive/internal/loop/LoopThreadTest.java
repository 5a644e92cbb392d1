package cal.reactive.internal.loop;

import static org.assertj.core.api.Assertions.assertThat;

import cal.reactive.internal.group.Loops;
import cal.reactive.internal.socket.LoopFixture;
import java.lang.Thread.State;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** A thread that serves a loop, and loses the loop in a turn. */
class LoopThreadTest extends LoopFixture {
  private static final Set<State> SPARE = Set.of(State.TIMED_WAITING, State.TERMINATED);

  /**
   * A worker waits for its next step in a turn of its own. Where the thread loses the loop in that
   * turn, the worker may get a step from the next thread, and keep this thread for long.
   */
  @Test
  void shouldLeaveATurnFoundBeforeTheLossToTheNextThread() throws Exception {
    Loops loops = loops(1);
    Loop loop = loops.place();
    CompletableFuture<Thread> found = new CompletableFuture<>();
    CompletableFuture<Thread> keeping = new CompletableFuture<>();
    loop.execute(
        () ->
            complete(
                keeping,
                () -> {
                  LoopThread here = LoopThread.current();
                  loop.execute(() -> found.complete(Thread.currentThread()));
                  assertThat(here.nextStep()).as("a turn, which is no step").isNull();
                  here.beginTurn();
                  loops.threads().relieve(loop, here, here.turns());
                  assertThat(get(found)).as("the thread of the found turn").isNotSameAs(here);
                  return here;
                }));

    assertThat(get(keeping)).isNotNull();
  }

  /** A sibling that wakes up wakes no loop that looks by itself. */
  @Test
  void shouldNotSayThatALostLoopLooksAfterItsSiblings() throws Exception {
    Loops loops = loops(2);
    CountDownLatch end = new CountDownLatch(1);
    CompletableFuture<Loop> computing = new CompletableFuture<>();
    CompletableFuture<Boolean> computation =
        on(
            loops.place(),
            () -> {
              computing.complete(Loop.current());
              return keepBusyUntil(end);
            });
    CountDownLatch lastEnd = new CountDownLatch(1);
    CompletableFuture<LoopThread> helping = new CompletableFuture<>();
    CompletableFuture<Boolean> helped =
        on(
            get(computing),
            () -> {
              LoopThread here = LoopThread.current();
              loops.threads().relieve(here.loop(), here, here.turns());
              helping.complete(here);
              return keepBusyUntil(lastEnd);
            });
    LoopThread helper = get(helping);
    eventually("the helper has lost its loop", helper::isKept);
    end.countDown();
    get(computation);
    eventually("nobody looks any more", () -> loops.all().stream().noneMatch(loops::looks));

    lastEnd.countDown();
    get(helped);
    eventually("the helper is spare", () -> SPARE.contains(helper.getState()));

    assertThat(loops.all()).noneMatch(loops::looks);
  }
}
