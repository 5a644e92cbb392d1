package cal.reactive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Activities that leave their loop for calls that block, and come back. */
class BlockingThreadsTest extends LoopFixture {
  private static final int MOST = 3;

  private final Loop loop = loops(1).place();
  private final BlockingThreads threads = closing(new BlockingThreads("test-blocking", MOST));
  private final CountDownLatch ended = new CountDownLatch(1);

  /** As a call of the system, which no virtual thread leaves. */
  private Thread blocks() throws Exception {
    return Loop.mounted(
        () -> {
          await(ended, "the end of the call");
          return carrier();
        });
  }

  private static Thread carrier() {
    return JdkThreads.carrierOf(Thread.currentThread());
  }

  private Thread blocksElsewhere() throws Exception {
    threads.enter();
    return blocks();
  }

  @Test
  void shouldServeOthersWhileACallBlocks() throws Exception {
    CompletableFuture<Thread> blocked = on(loop, this::blocksElsewhere);
    assertThat(get(on(loop, () -> 7))).isEqualTo(7);
    assertThat(blocked).isNotDone();
    ended.countDown();
    assertThat(get(blocked).getName()).startsWith("test-blocking-");
  }

  @Test
  void shouldMakeARunOfCallsOnOneThread() throws Exception {
    List<Thread> carriers =
        get(
            on(
                loop,
                () -> {
                  threads.enter();
                  Thread first = carrier();
                  threads.enter();
                  return List.of(first, carrier());
                }));
    assertThat(carriers.getLast()).isSameAs(carriers.getFirst()).isNotSameAs(loop.thread());
  }

  @Test
  void shouldComeBackWhereItYieldsOrWaits() throws Exception {
    Thread yielded =
        get(
            on(
                loop,
                () -> {
                  threads.enter();
                  Thread.yield();
                  return carrier();
                }));
    assertThat(yielded).isSameAs(loop.thread());
    CompletableFuture<Thread> waited =
        on(
            loop,
            () -> {
              threads.enter();
              await(ended, "an end of the wait");
              return BlockingThreads.leave();
            });
    ended.countDown();
    assertThat(get(waited)).isSameAs(loop.thread());
  }

  @Test
  void shouldHaveSoManyElsewhereAndNoMore() throws Exception {
    AtomicInteger there = new AtomicInteger();
    List<CompletableFuture<Thread>> all = new ArrayList<>();
    for (int i = 0; i < MOST + 2; i++) {
      all.add(
          on(
              loop,
              () -> {
                threads.enter();
                there.incrementAndGet();
                return blocks();
              }));
    }
    eventually("as many as may", () -> there.get() == MOST);
    assertThat(get(on(loop, () -> 7))).as("the loop goes on").isEqualTo(7);
    assertThat(there).hasValue(MOST);
    ended.countDown();
    for (CompletableFuture<Thread> one : all) {
      assertThat(get(one).getName()).startsWith("test-blocking-");
    }
    assertThat(there).hasValue(MOST + 2);
  }

  @Test
  void shouldStayWhereItCannotLeaveItsCarrier() throws Exception {
    for (int i = 0; i <= MOST; i++) {
      Thread kept =
          get(
              on(
                  loop,
                  () ->
                      Loop.mounted(
                          () -> {
                            threads.enter();
                            return carrier();
                          })));
      assertThat(kept).as("no place is lost").isSameAs(loop.thread());
    }
    ended.countDown();
    assertThat(get(on(loop, this::blocksElsewhere))).isNotSameAs(loop.thread());
  }

  @Test
  void shouldStayOffTheLoopsAndWhenClosed() throws Exception {
    threads.enter();
    threads.close();
    ended.countDown();
    assertThat(get(on(loop, this::blocksElsewhere))).isSameAs(loop.thread());
  }

  @Test
  void shouldKeepAnInterrupt() throws Exception {
    boolean interrupted =
        get(
            on(
                loop,
                () -> {
                  Thread.currentThread().interrupt();
                  threads.enter();
                  assertThat(carrier()).isNotSameAs(loop.thread());
                  return Thread.interrupted();
                }));
    assertThat(interrupted).isTrue();
  }

  @Test
  void shouldGiveItsPlaceBackWhereACallFails() throws Exception {
    for (int i = 0; i <= MOST; i++) {
      CompletableFuture<Object> failed =
          on(
              loop,
              () -> {
                threads.enter();
                throw new IllegalStateException("scripted");
              });
      assertThatThrownBy(() -> get(failed)).hasMessageContaining("scripted");
    }
  }
}
