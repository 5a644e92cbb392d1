package cal.executor;

import static cal.core.contract.ModelFixture.await;
import static org.assertj.core.api.Assertions.assertThat;

import cal.core.contract.Work;
import cal.core.internal.engine.Engine;
import cal.core.internal.settings.Configuration;
import cal.core.internal.stage.OpenStage;
import cal.core.spi.ActivityScheduler;
import cal.core.spi.CapturedActivity;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An activity under {@code virtual} that is started from an event loop does not run on that. */
@Timeout(300)
class VirtualModelOnALoopTest {
  private final OneCarrier loop = new OneCarrier("loop");
  private final Engine runtime =
      Engine.of(Configuration.of(Map.of("cal.model", "virtual")), List.of("work"));
  private final OpenStage stage = runtime.open("work");
  private final ActivityScheduler scheduler = new VirtualModel().open(stage);

  @AfterEach
  void close() {
    scheduler.close();
    runtime.close();
    loop.close();
  }

  /** Runs something on a virtual thread whose scheduler is the loop. */
  private <T> T onLoop(Callable<T> body) throws Exception {
    CompletableFuture<T> result = new CompletableFuture<>();
    loop.start(
        () -> {
          try {
            result.complete(body.call());
          } catch (Throwable thrown) {
            result.completeExceptionally(thrown);
          }
        });
    return result.get(120, TimeUnit.SECONDS);
  }

  private CapturedActivity activity(Callable<Boolean> body) {
    return Work.of(stage, body::call).activity();
  }

  /** The thread below a virtual one, as {@code Thread.toString} shows it. */
  private static String below() {
    return Thread.currentThread().toString().replaceFirst(".*@", "");
  }

  /** Why all this is needed; where it holds no more, the detour can go. */
  @Test
  void shouldSeeThatAChildInheritsTheScheduler() throws Exception {
    CompletableFuture<String> child = new CompletableFuture<>();
    onLoop(() -> Thread.ofVirtual().start(() -> child.complete(below())));
    assertThat(child.get(120, TimeUnit.SECONDS)).isEqualTo("loop");
  }

  @Test
  void shouldRunWhileTheLoopThatStartedItIsHeld() throws Exception {
    CountDownLatch held = new CountDownLatch(1);
    CountDownLatch ended = new CountDownLatch(2);
    onLoop(
        () -> {
          scheduler.start(
              activity(
                  () -> {
                    await(held, "the loop is held");
                    scheduler.start(
                        activity(
                            () -> {
                              ended.countDown();
                              return false;
                            }));
                    ended.countDown();
                    return false;
                  }));
          return null;
        });
    loop.submit(
            () -> {
              held.countDown();
              await(ended, "both activities ended, though the loop is held");
              return null;
            })
        .get(120, TimeUnit.SECONDS);
  }

  @Test
  void shouldStayOnTheJdksSchedulerFromThereOn() throws Exception {
    CompletableFuture<String> first = new CompletableFuture<>();
    CompletableFuture<String> second = new CompletableFuture<>();
    CapturedActivity inner = activity(() -> !second.complete(below()));
    CapturedActivity outer =
        activity(
            () -> {
              first.complete(below());
              scheduler.start(inner);
              return false;
            });
    onLoop(
        () -> {
          scheduler.start(outer);
          return null;
        });
    assertThat(first.get(120, TimeUnit.SECONDS)).startsWith("ForkJoinPool-1-worker");
    assertThat(second.get(120, TimeUnit.SECONDS)).startsWith("ForkJoinPool-1-worker");
  }

  @Test
  void shouldTellItsCallerThatItCannotStart() throws Exception {
    scheduler.close();
    Throwable thrown =
        onLoop(
            () -> {
              try {
                scheduler.start(activity(() -> false));
                return null;
              } catch (RejectedExecutionException e) {
                return e;
              }
            });
    assertThat(thrown).isNotNull();
  }
}
