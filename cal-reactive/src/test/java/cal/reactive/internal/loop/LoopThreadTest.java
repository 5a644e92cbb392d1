package cal.reactive.internal.loop;

import static org.assertj.core.api.Assertions.assertThat;

import cal.reactive.internal.group.Loops;
import cal.reactive.internal.socket.LoopFixture;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** A thread that serves a loop, and loses the loop in a turn. */
class LoopThreadTest extends LoopFixture {
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
}
