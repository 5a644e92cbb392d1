package cal.reactive.internal.relief;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import cal.reactive.internal.relief.CoreUse.Look;
import cal.reactive.internal.socket.LoopFixture;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** The system tells a computation from a wait. */
@Timeout(300)
@EnabledOnOs(OS.LINUX)
class CoreUseTest extends LoopFixture {
  private final CompletableFuture<CoreUse> use = new CompletableFuture<>();
  private final CountDownLatch end = new CountDownLatch(1);

  @BeforeEach
  void assumeThatTheSystemTells() {
    CoreUse here = CoreUse.ofCaller();
    assumeTrue(here != null && here.look() != null, "the kernel has no schedstat");
  }

  @Test
  void shouldSeeAComputation() throws Exception {
    CompletableFuture<Boolean> computing =
        elsewhere(() -> use.complete(CoreUse.ofCaller()) && keepBusyUntil(end));
    eventually("a tick", () -> get(use).look() != null);
    Look first = get(use).look();

    assertThat(first.wantsCore()).isTrue();
    eventually("time on a core", () -> get(use).look().onCores() > first.onCores());

    end.countDown();
    get(computing);
  }

  @Test
  void shouldSeeAWait() throws Exception {
    CompletableFuture<Boolean> waiting =
        elsewhere(
            () -> {
              use.complete(CoreUse.ofCaller());
              end.await();
              return true;
            });
    eventually("a wait", () -> waits(get(use).look()));

    end.countDown();
    get(waiting);
  }

  @Test
  void shouldSayNothingOfAThreadThatHasEnded() throws Exception {
    Thread ended = Thread.ofPlatform().start(() -> use.complete(CoreUse.ofCaller()));
    ended.join();
    eventually("the end", () -> get(use).look() == null);
  }

  /** Their zeros would be no time on a core: as if each turn merely waited for one. */
  @Test
  void shouldSayNothingWhereTheKernelKeepsNoStatistics() {
    assertThat(CoreUse.look("7 (a b) R 1", "0 0 0\n")).isNull();
    assertThat(CoreUse.look("7 (a b) R 1", "5 0 1\n")).isEqualTo(new Look(5, true));
    assertThat(CoreUse.look("7 (a b) S 1", "5 0 1\n")).isEqualTo(new Look(5, false));
  }

  private static boolean waits(Look look) {
    return look != null && !look.wantsCore();
  }
}
