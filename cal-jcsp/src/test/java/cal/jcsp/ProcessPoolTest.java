package cal.jcsp;

import static cal.core.contract.ModelFixture.await;
import static cal.core.contract.ModelFixture.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cal.core.contract.Work;
import cal.core.internal.engine.Engine;
import cal.core.internal.settings.Configuration;
import cal.core.internal.stage.OpenStage;
import cal.core.spi.CapturedActivity;
import cal.core.spi.CoreSettings;
import cal.core.spi.Pool;
import cal.core.spi.Worker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import org.jcsp.lang.Channel;
import org.jcsp.lang.One2OneChannel;
import org.jcsp.lang.PoisonException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A pool of processes: what its channel, its poison and its threads are like. */
@Timeout(300)
class ProcessPoolTest {
  private static final Duration DEADLINE = Duration.ofMinutes(2);

  private final List<Engine> runtimes = new ArrayList<>();
  private OpenStage stage = stage(Map.of());

  @AfterEach
  void close() {
    runtimes.forEach(Engine::close);
  }

  private OpenStage stage(Map<String, String> settings) {
    Map<String, String> all = new HashMap<>(settings);
    all.put("cal.model", "jcsp-pool");
    Engine runtime = Engine.of(Configuration.of(all), List.of("work"));
    runtimes.add(runtime);
    stage = runtime.open("work");
    return stage;
  }

  /** An activity of the stage, for a pool that is none of the stage's own. */
  private CapturedActivity activity(Callable<Boolean> body) {
    return Work.of(stage, body::call).activity();
  }

  private ProcessPool pool(int size) {
    Pool.Settings settings =
        new Pool.Settings(JcspPoolModel.SIZE, size, stage.setting(CoreSettings.QUEUE_CAPACITY));
    return new ProcessPool(stage, settings, new Processes(stage));
  }

  /** Starts activities of one step that does the same, and waits until each has. */
  private void startAndAwait(ProcessPool pool, int number, Callable<Boolean> body)
      throws Exception {
    CountDownLatch done = new CountDownLatch(number);
    for (int i = 0; i < number; i++) {
      pool.start(
          activity(
              () -> {
                body.call();
                done.countDown();
                return false;
              }));
    }
    await(done, "all have done it");
  }

  @ParameterizedTest
  @EnumSource
  void shouldEndEveryWorkerByPoison(ProcessThreads carriers) throws Exception {
    stage(Map.of("cal.jcsp.threads", carriers == ProcessThreads.VIRTUAL ? "virtual" : "platform"));
    ProcessPool pool = pool(10);
    Set<Thread> workers = ConcurrentHashMap.newKeySet();
    CountDownLatch all = new CountDownLatch(10);
    startAndAwait(
        pool,
        10,
        () -> {
          workers.add(Thread.currentThread());
          all.countDown();
          await(all, "ten workers at a time");
          return true;
        });
    assertThat(workers)
        .hasSize(10)
        .allMatch(worker -> worker.isVirtual() == (carriers == ProcessThreads.VIRTUAL))
        .allMatch(Thread::isDaemon)
        .allMatch(worker -> worker.getName().matches("cal-jcsp-pool-work-\\d+"));
    assertThat(pool.close()).isEmpty();
    for (Thread worker : workers) {
      assertThat(worker.join(DEADLINE)).as("%s ends", worker).isTrue();
    }
    assertThatThrownBy(() -> pool.start(activity(() -> false)))
        .isInstanceOf(RejectedExecutionException.class)
        .hasMessage("the pool of stage=work is closed");
    assertThat(pool.close()).as("again").isEmpty();
  }

  @Test
  void shouldGiveBackWhatItsChannelHeldInOrder() throws Exception {
    ProcessPool pool = pool(1);
    CountDownLatch running = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    pool.start(
        activity(
            () -> {
              running.countDown();
              await(release, "release");
              return false;
            }));
    await(running, "the worker is busy");
    List<CapturedActivity> waiting = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      CapturedActivity one = activity(() -> false);
      waiting.add(one);
      pool.start(one);
    }
    Collection<CapturedActivity> seen = pool.waiting();
    assertThat(pool.close()).containsExactlyElementsOf(waiting);
    assertThat(seen).containsExactlyElementsOf(waiting);
    assertThat(pool.waiting()).isEmpty();
    release.countDown();
  }

  /** JCSP forbids interrupts; server code may hold a worker's thread and not know that. */
  @ParameterizedTest
  @EnumSource
  void shouldSurviveInterruptsOfItsIdleWorkers(ProcessThreads carriers) throws Exception {
    stage(Map.of("cal.jcsp.threads", carriers == ProcessThreads.VIRTUAL ? "virtual" : "platform"));
    ProcessPool pool = pool(4);
    Set<Thread> workers = ConcurrentHashMap.newKeySet();
    int activities = 2_000;
    CountDownLatch ended = new CountDownLatch(activities);
    for (int i = 0; i < activities; i++) {
      int[] steps = {0};
      pool.start(
          activity(
              () -> {
                workers.add(Thread.currentThread());
                if (++steps[0] < 3) {
                  return true;
                }
                ended.countDown();
                return false;
              }));
      if (i % 20 == 0) {
        workers.forEach(Thread::interrupt);
      }
    }
    await(ended, "every activity ends");
    pool.close();
    for (Thread worker : workers) {
      assertThat(worker.join(DEADLINE)).as("%s ends", worker).isTrue();
    }
  }

  /** A server's use of channels of its own is its own: a step that fails, like any other. */
  @Test
  void shouldGoOnAfterAStepThatMetPoison() throws Exception {
    ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
    runtimes.getLast().onFailure((activity, thrown) -> failures.add(thrown));
    ProcessPool pool = pool(1);
    One2OneChannel<String> channel = Channel.one2one(0);
    channel.out().poison(1);
    pool.start(activity(() -> channel.in().read().isEmpty()));
    CountDownLatch alive = new CountDownLatch(1);
    pool.start(
        activity(
            () -> {
              alive.countDown();
              return false;
            }));
    await(alive, "the only worker goes on");
    assertThat(failures).hasSize(1).first().isInstanceOf(PoisonException.class);
    pool.close();
  }

  @Test
  void shouldNotWaitForItselfWithoutAQueue() throws Exception {
    stage(Map.of("cal.queue-capacity", "0"));
    ProcessPool pool = pool(1);
    CountDownLatch second = new CountDownLatch(1);
    pool.start(
        activity(
            () -> {
              pool.start(
                  activity(
                      () -> {
                        second.countDown();
                        return false;
                      }));
              return false;
            }));
    await(second, "what the only worker has written");
    pool.close();
  }

  @Test
  void shouldAttachEachWorkerOnce() throws Exception {
    ProcessPool pool = pool(2);
    Set<Worker> carriers = ConcurrentHashMap.newKeySet();
    startAndAwait(pool, 100, () -> carriers.add(stage.worker()));
    assertThat(carriers).hasSizeBetween(1, 2);
    pool.close();
    eventually("the workers have detached", () -> stage.workers().isEmpty());
  }
}
