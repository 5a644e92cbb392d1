package cal.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import cal.core.CalRuntime;
import cal.core.StageExecutor;
import cal.core.spi.ConfigurationException;
import cal.core.spi.StageStatus;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tasks are activities, whatever the model. */
@Timeout(300)
class StageExecutorTest {
  private static final Duration DEADLINE = Duration.ofMinutes(2);

  private static CalRuntime runtime(String model, String... settings) {
    Map<String, String> all = new HashMap<>(Map.of("cal.model", model));
    for (String setting : settings) {
      String[] parts = setting.split("=", 2);
      all.put("cal." + parts[0], parts[1]);
    }
    return CalRuntime.of(all, List.of("tasks"));
  }

  private static void pass(CountDownLatch latch) {
    try {
      assertThat(latch.await(DEADLINE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", stopped);
    }
  }

  private static StageStatus status(CalRuntime runtime) {
    return runtime.getStages().getFirst();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "thread",
        "thread-pool",
        "executor",
        "executor-pool",
        "virtual",
        "reactive",
        "reactive-pool",
        "proactor",
        "jcsp",
        "adaptive"
      })
  void shouldRunTasksAndTellOfFailures(String model) throws Exception {
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
    try (CalRuntime runtime = runtime(model)) {
      runtime.onFailure((activity, failure) -> failures.add(failure));
      StageExecutor executor = runtime.executor("tasks");
      FutureTask<ClassLoader> seen =
          new FutureTask<>(() -> Thread.currentThread().getContextClassLoader());
      executor.execute(seen);
      assertThat(seen.get(DEADLINE.toSeconds(), TimeUnit.SECONDS)).isSameAs(loader);
      IllegalStateException fault = new IllegalStateException("no ink");
      executor.execute(
          () -> {
            throw fault;
          });
      await().atMost(DEADLINE).until(() -> status(runtime).failed() == 1);
      await().atMost(DEADLINE).until(() -> failures.contains(fault));
      await().atMost(DEADLINE).until(() -> status(runtime).completed() == 1);
    }
  }

  @Test
  void shouldRefuseWhatIsBeyondTheLimit() {
    CountDownLatch gate = new CountDownLatch(1);
    try (CalRuntime runtime = runtime("virtual", "max-in-flight=1", "when-full=reject")) {
      StageExecutor executor = runtime.executor("tasks");
      executor.execute(() -> pass(gate));
      assertThatThrownBy(() -> executor.execute(() -> {}))
          .isInstanceOf(RejectedExecutionException.class)
          .hasMessageContaining("stage=tasks")
          .hasMessageContaining("cal.stage.tasks.max-in-flight");
      assertThat(status(runtime).rejected()).isEqualTo(1);
      gate.countDown();
    }
  }

  @Test
  void shouldEndWhatItHasTakenAndRefuseTheRest() throws Exception {
    CountDownLatch gate = new CountDownLatch(1);
    CountDownLatch begun = new CountDownLatch(1);
    try (CalRuntime runtime = runtime("thread-pool", "thread-pool.size=1")) {
      StageExecutor executor = runtime.executor("tasks");
      executor.execute(
          () -> {
            begun.countDown();
            pass(gate);
          });
      FutureTask<String> queued = new FutureTask<>(() -> "done");
      executor.execute(queued);
      pass(begun);
      FutureTask<List<String>> drained = new FutureTask<>(executor::drain);
      Thread drain = Thread.ofPlatform().start(drained);
      await().atMost(DEADLINE).until(() -> isRefused(executor));
      assertThat(drained).isNotDone();
      gate.countDown();
      assertThat(drained.get(DEADLINE.toSeconds(), TimeUnit.SECONDS)).isEmpty();
      assertThat(queued.get(DEADLINE.toSeconds(), TimeUnit.SECONDS)).isEqualTo("done");
      drain.join();
    }
  }

  private static boolean isRefused(StageExecutor executor) {
    try {
      executor.execute(() -> {});
      return false;
    } catch (RejectedExecutionException refused) {
      return true;
    }
  }

  /** Nobody waits for good for a task that has never begun. */
  @Test
  void shouldCancelWhatNeverBegins() throws Exception {
    CountDownLatch gate = new CountDownLatch(1);
    CountDownLatch begun = new CountDownLatch(1);
    FutureTask<String> queued = new FutureTask<>(() -> "done");
    try (CalRuntime runtime =
        runtime("thread-pool", "thread-pool.size=1", "shutdown-timeout=1ms")) {
      StageExecutor executor = runtime.executor("tasks");
      FutureTask<Void> deaf = new FutureTask<>(() -> deafTo(gate, begun), null);
      executor.execute(deaf);
      pass(begun);
      executor.execute(queued);
      assertThat(executor.drain()).singleElement().asString().startsWith("tasks[");
      assertThat(runtime.shutdown()).isNotEmpty();
      assertThat(queued).isCancelled();
      gate.countDown();
      deaf.get(DEADLINE.toSeconds(), TimeUnit.SECONDS);
    }
  }

  private static void deafTo(CountDownLatch gate, CountDownLatch begun) {
    begun.countDown();
    boolean passed = false;
    while (!passed) {
      try {
        passed = gate.await(DEADLINE.toSeconds(), TimeUnit.SECONDS);
      } catch (InterruptedException unheard) {
        passed = gate.getCount() == 0;
      }
    }
  }

  @Test
  void shouldNotRunTasksInTheirCaller() {
    try (CalRuntime runtime = runtime("sequential")) {
      assertThatThrownBy(() -> runtime.executor("tasks"))
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining("give cal.stage.tasks.model another model");
    }
    try (CalRuntime runtime = runtime("virtual")) {
      assertThat(runtime.executor("tasks")).isNotNull();
      assertThatThrownBy(() -> runtime.change(List.of("cal.model=sequential")))
          .hasMessageContaining("give cal.stage.tasks.model another model");
      assertThat(runtime.change(List.of("cal.model=reactive")))
          .containsExactly("stage=tasks: virtual -> reactive (switched by an operator)");
    }
  }
}
