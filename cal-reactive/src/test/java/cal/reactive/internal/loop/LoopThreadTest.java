package cal.reactive.internal.loop;

import static org.assertj.core.api.Assertions.assertThat;

import cal.reactive.internal.socket.LoopFixture;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** A thread that serves a loop, and loses the loop in a turn. */
class LoopThreadTest extends LoopFixture {
  /**
   * A worker waits for its next step in a turn of its own. Called before that wait, in a turn that
   * has lost the loop, the worker asks for a turn once more.
   */
  @Test
  void shouldRunATurnFoundBeforeTheLoopWasLost() throws Exception {
    Loop loop = loops(1).place();
    CountDownLatch run = new CountDownLatch(1);
    loop.execute(
        () -> {
          LoopThread here = LoopThread.current();
          loop.execute(run::countDown);
          assertThat(here.nextStep()).as("a turn, which is no step").isNull();
          here.beginTurn();
          assertThat(here.lose(loop, here.turns())).as("the loop is lost").isTrue();
          assertThat(here.nextStep()).as("nothing for a thread that has lost the loop").isNull();
        });

    await(run, "the turn that was found");
  }

  /** The taker may not be listed as the server yet. */
  @Test
  void shouldLoseALoopOnce() throws Exception {
    Loop loop = loops(1).place();
    CompletableFuture<Boolean> lostAgain = new CompletableFuture<>();
    loop.execute(
        () -> {
          LoopThread here = LoopThread.current();
          loop.execute(() -> complete(lostAgain, () -> here.lose(loop, here.turns())));
          assertThat(here.nextStep()).as("a turn, which is no step").isNull();
          here.beginTurn();
          assertThat(here.lose(loop, here.turns())).as("the loop is lost").isTrue();
        });

    assertThat(get(lostAgain)).isFalse();
  }
}
