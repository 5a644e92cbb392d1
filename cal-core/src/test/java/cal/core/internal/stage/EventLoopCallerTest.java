package cal.core.internal.stage;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.contract.Caller;
import cal.core.contract.CallingThreadModel;
import cal.core.contract.ModelFixture;
import cal.core.contract.Work;
import cal.core.internal.engine.Engine;
import cal.core.internal.settings.Configuration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A full stage whose policy is caller-runs, met by an activity of an event loop: it waits. */
@Timeout(300)
class EventLoopCallerTest {
  private final Engine runtime = Engine.of(Configuration.of(Map.of()), List.of());
  private final OpenStage loop =
      new OpenStage(
          runtime.commons(),
          "loop",
          Configuration.of(Map.of()),
          new CallingThreadModel(false, true));
  private final OpenStage full =
      new OpenStage(
          runtime.commons(),
          "full",
          Configuration.of(Map.of("cal.max-in-flight", "1", "cal.when-full", "caller-runs")),
          new CallingThreadModel(false));

  private final CountDownLatch release = new CountDownLatch(1);
  private final AtomicReference<Thread> caller = new AtomicReference<>();
  private final AtomicReference<Object> runner = new AtomicReference<>();

  @AfterEach
  void close() {
    loop.close();
    full.close();
  }

  private void shouldWait(Thread.State state, Work.Body body) throws Exception {
    Caller occupant =
        Caller.start(
            () -> {
              ModelFixture.occupy(full, release);
              return null;
            });
    ModelFixture.eventually("the stage is full", () -> full.inFlight() == 1);
    Caller spawner =
        Caller.start(
            () -> {
              Work.spawn(
                  loop,
                  () -> {
                    caller.set(Thread.currentThread());
                    body.call();
                    return false;
                  });
              return null;
            });
    ModelFixture.eventually(
        "the activity waits", () -> caller.get() != null && caller.get().getState() == state);
    assertThat(runner.get()).as("ran while its stage was full").isNull();
    release.countDown();
    spawner.join();
    occupant.join();
    assertThat(runner.get()).isNotNull().isNotSameAs(caller.get());
  }

  @Test
  void shouldWaitToHandOff() throws Exception {
    shouldWait(
        Thread.State.WAITING,
        () -> {
          runner.set(full.handOff(Work.of(full, Thread::currentThread)));
          return false;
        });
  }

  @Test
  void shouldWaitToSpawn() throws Exception {
    shouldWait(
        Thread.State.TIMED_WAITING,
        () -> {
          Work.spawn(
              full,
              () -> {
                runner.set(Thread.currentThread());
                return false;
              });
          return false;
        });
  }
}
