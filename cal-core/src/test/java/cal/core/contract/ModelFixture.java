package cal.core.contract;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.internal.engine.Engine;
import cal.core.internal.settings.Configuration;
import cal.core.internal.stage.OpenStage;
import cal.core.spi.CapturedActivity;
import cal.core.spi.StageStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.AfterEach;

/**
 * The common base of the contract's parts: stages under the model that is tested, deadlines, and a
 * check after each test that nothing failed or lives on unnoticed.
 */
public abstract class ModelFixture {
  public static final Duration DEADLINE = Duration.ofMinutes(2);
  private static final List<String> STAGES = List.of("work", "other", "third");

  /** A failure as the handler was told of it. */
  record Failure(CapturedActivity activity, Throwable thrown) {}

  final ModelContract contract;

  /** Failures reported so far; those that a test expects, it takes out. */
  final Queue<Failure> failures = new ConcurrentLinkedQueue<>();

  private final List<Engine> runtimes = new ArrayList<>();

  ModelFixture(ModelContract contract) {
    this.contract = contract;
  }

  /** A runtime whose stages run under the model, on so many workers where those are bounded. */
  Engine runtime(int workers, String... settings) {
    Map<String, String> properties = new HashMap<>(contract.workers(workers));
    properties.put("cal.model", contract.model());
    for (String setting : settings) {
      int equals = setting.indexOf('=');
      properties.put("cal." + setting.substring(0, equals), setting.substring(equals + 1));
    }
    Engine runtime = Engine.of(Configuration.of(properties), STAGES);
    runtime.onFailure((activity, thrown) -> failures.add(new Failure(activity, thrown)));
    runtimes.add(runtime);
    return runtime;
  }

  OpenStage stage(int workers, String... settings) {
    return runtime(workers, settings).open("work");
  }

  @AfterEach
  final void shouldLeaveNothingBehind() {
    for (Engine runtime : runtimes) {
      assertThat(runtime.shutdown()).as("activities that had to be stopped").isEmpty();
    }
    for (Failure failure : failures) {
      throw new AssertionError("unexpected failure of " + failure.activity(), failure.thrown());
    }
  }

  /** Waits for a latch, as an activity or as the test. */
  public static void await(CountDownLatch latch, String what) throws InterruptedException {
    if (!latch.await(DEADLINE.toSeconds(), TimeUnit.SECONDS)) {
      throw new AssertionError(what + " did not come within " + DEADLINE);
    }
  }

  public static void eventually(String what, Callable<Boolean> condition) {
    Awaitility.await(what)
        .pollInSameThread()
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(1))
        .atMost(DEADLINE)
        .until(condition);
  }

  /** Waits until nothing is in flight in the stage. */
  static void quiescent(OpenStage stage) {
    eventually("stage " + stage.name() + " has nothing in flight", () -> stage.inFlight() == 0);
  }

  /**
   * Waits until nothing is in flight and the counts add up to what was captured: a worker that
   * goes, as each of them does under some models, takes its count along a moment later.
   */
  static StageStatus settled(OpenStage stage, long captured) {
    AtomicReference<StageStatus> status = new AtomicReference<>();
    try {
      eventually(
          "counts settle",
          () -> {
            status.set(stage.status());
            StageStatus s = status.get();
            return s.active() + s.queued() == 0 && s.captured() == captured;
          });
    } catch (ConditionTimeoutException e) {
      throw new AssertionError("not settled at captured=" + captured + ": " + status, e);
    }
    return status.get();
  }

  /** The next failure, waited for. */
  Failure nextFailure() {
    AtomicReference<Failure> next = new AtomicReference<>();
    eventually(
        "a failure is reported",
        () -> {
          next.set(failures.poll());
          return next.get() != null;
        });
    return next.get();
  }

  /** Starts an activity and waits until it runs; it ends when the latch is counted down. */
  public static void occupy(OpenStage stage, CountDownLatch release) throws InterruptedException {
    CountDownLatch running = new CountDownLatch(1);
    Work.spawn(
        stage,
        () -> {
          running.countDown();
          await(release, "the release of an occupied worker");
          return false;
        });
    await(running, "the start of an occupying activity");
  }

  /** The same; returns the latch that ends the activity. */
  public static CountDownLatch occupy(OpenStage stage) throws InterruptedException {
    CountDownLatch release = new CountDownLatch(1);
    occupy(stage, release);
    return release;
  }

  /** Runs a call as a step of an activity of the stage, and returns or throws what it did. */
  public static Object inActivity(OpenStage stage, Work.Body body) throws Throwable {
    AtomicReference<Object> result = new AtomicReference<>();
    AtomicReference<Throwable> thrown = new AtomicReference<>();
    CountDownLatch done = new CountDownLatch(1);
    Work.spawn(
        stage,
        () -> {
          try {
            result.set(body.call());
          } catch (Throwable t) {
            thrown.set(t);
          } finally {
            done.countDown();
          }
          return false;
        });
    await(done, "the end of a call in an activity");
    if (thrown.get() != null) {
      throw thrown.get();
    }
    return result.get();
  }
}
