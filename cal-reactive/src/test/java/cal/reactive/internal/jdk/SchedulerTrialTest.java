package cal.reactive.internal.jdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A JDK whose internals have kept their names and not their meaning is seen at the start. */
@Timeout(120)
class SchedulerTrialTest {
  private static void assertRefused(
      BiFunction<Executor, Runnable, Thread> threads, String sentence) {
    assertThat(SchedulerTrial.fault(threads).orElse("none")).contains(sentence);
  }

  @Test
  void shouldPassOnThisJdkFromAnyThread() throws InterruptedException {
    assertThat(SchedulerTrial.missing()).isEmpty();
    Throwable[] thrown = new Throwable[1];
    Thread virtual =
        Thread.ofVirtual()
            .uncaughtExceptionHandler((t, e) -> thrown[0] = e)
            .start(() -> assertThat(SchedulerTrial.missing()).isEmpty());
    virtual.join();
    assertThatCode(
            () -> {
              if (thrown[0] != null) {
                throw thrown[0];
              }
            })
        .doesNotThrowAnyException();
  }

  @Test
  void shouldRefuseAJdkThatIgnoresTheScheduler() {
    assertRefused(
        (scheduler, body) -> Thread.ofVirtual().unstarted(body),
        "a virtual thread that is started does not run on its scheduler");
  }

  @Test
  void shouldRefuseAJdkThatRunsTurnsElsewhere() {
    try (ExecutorService other = Executors.newSingleThreadExecutor()) {
      assertRefused(
          (scheduler, body) -> JdkThreads.unstarted(other, "elsewhere", body),
          "a virtual thread that is started does not run on its scheduler");
    }
  }

  @Test
  void shouldRefuseAJdkThatUnparksElsewhere() {
    try (ExecutorService other = Executors.newSingleThreadExecutor()) {
      assertRefused(
          (scheduler, body) -> {
            boolean[] started = new boolean[1];
            Executor first =
                turn -> {
                  (started[0] ? other : scheduler).execute(turn);
                  started[0] = true;
                };
            return JdkThreads.unstarted(first, "elsewhere", body);
          },
          "a virtual thread that is unparked, pinned or yields leaves its scheduler");
    }
  }

  @Test
  void shouldRefuseAJdkWhoseThreadsFail() {
    assertRefused(
        (scheduler, body) -> {
          throw new IllegalStateException("other");
        },
        "fail on a scheduler of their own: java.lang.IllegalStateException: other");
  }

  /** It would have the loops of a server without a scheduler until its end. */
  @Test
  void shouldTellAPassingWantOfMemoryFromAnotherJdk() {
    OutOfMemoryError shortage = new OutOfMemoryError("in a test");
    assertThatThrownBy(
            () ->
                SchedulerTrial.fault(
                    (scheduler, body) -> {
                      throw shortage;
                    }))
        .isSameAs(shortage);
  }
}
