package cal.reactive.internal.socket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cal.reactive.internal.group.Loops;
import cal.reactive.internal.jdk.JdkThreads;
import cal.reactive.internal.loop.Loop;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Names are looked up where no loop waits for the answer. */
class NamesTest extends LoopFixture {
  private final Loops loops = loops(1);
  private final Loop loop = loops.place();
  private final LoopSockets sockets = sockets(loops);
  private final CountDownLatch answered = new CountDownLatch(1);

  /** As a server of names that does not answer yet. */
  private Thread silent() {
    try {
      await(answered, "an answer");
      return Thread.currentThread();
    } catch (InterruptedException e) {
      throw new AssertionError("nobody interrupts", e);
    }
  }

  @Test
  void shouldServeOthersWhileANameIsLookedUp() throws Exception {
    CompletableFuture<Thread> asking = on(loop, () -> sockets.lookUp(this::silent));
    assertThat(get(on(loop, () -> 7))).isEqualTo(7);
    assertThat(asking).isNotDone();
    answered.countDown();
    assertThat(get(asking).getName()).startsWith("test-names-");
  }

  @Test
  void shouldLookUpSoManyNamesAtOnceAndNoMore() throws Exception {
    AtomicInteger asked = new AtomicInteger();
    List<CompletableFuture<Thread>> asking = new ArrayList<>();
    for (int i = 0; i < Lookups.MOST + 5; i++) {
      asking.add(
          on(
              loop,
              () ->
                  sockets.lookUp(
                      () -> {
                        asked.incrementAndGet();
                        return silent();
                      })));
    }
    eventually("as many as may", () -> asked.get() == Lookups.MOST);
    assertThat(get(on(loop, () -> 7))).as("the loop goes on").isEqualTo(7);
    assertThat(asked).hasValue(Lookups.MOST);
    answered.countDown();
    for (CompletableFuture<Thread> one : asking) {
      get(one);
    }
    assertThat(asked).hasValue(Lookups.MOST + 5);
  }

  @Test
  void shouldThrowWhatTheLookupThrows() throws Exception {
    for (Exception failure :
        List.of(new UnknownHostException("nobody"), new IllegalArgumentException("port"))) {
      CompletableFuture<Object> asking = on(loop, () -> sockets.lookUp(() -> fail(failure)));
      assertThatThrownBy(() -> get(asking)).hasCause(failure);
    }
  }

  private static Object fail(Exception failure) throws UnknownHostException {
    if (failure instanceof UnknownHostException unknown) {
      throw unknown;
    }
    throw (RuntimeException) failure;
  }

  @Test
  void shouldNotNoticeAnInterruptButKeepIt() throws Exception {
    CompletableFuture<Thread> asking = new CompletableFuture<>();
    CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
    Thread thread =
        JdkThreads.unstarted(
            loop,
            "interrupted",
            () -> {
              complete(asking, () -> sockets.lookUp(this::silent));
              interrupted.complete(Thread.interrupted());
            });
    thread.start();
    eventually("it waits", () -> thread.getState() == Thread.State.WAITING);
    thread.interrupt();
    answered.countDown();
    assertThat(get(asking)).isNotNull();
    assertThat(get(interrupted)).isTrue();
  }

  @Test
  void shouldLookUpOnItsCallersThreadOffTheLoopsAndWhenClosed() throws Exception {
    assertThat(sockets.lookUp(Thread::currentThread)).isSameAs(Thread.currentThread());
    sockets.close();
    Thread asked = get(on(loop, () -> sockets.lookUp(Thread::currentThread)));
    assertThat(asked.isVirtual()).isTrue();
  }

  private static volatile LoopSockets ofInitialiser;

  /** Its lookup is code of its own, as a woven one is. */
  private static final class Asking {
    static final Thread ASKED = ask();

    private static Thread ask() {
      try {
        return ofInitialiser.lookUp(Asking::here);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private static Thread here() {
      return Thread.currentThread();
    }
  }

  @Test
  void shouldLookUpOnTheThreadThatInitialisesAClass() throws Exception {
    ofInitialiser = sockets;
    assertThat(get(on(loop, () -> Asking.ASKED)).isVirtual()).isTrue();
  }
}
