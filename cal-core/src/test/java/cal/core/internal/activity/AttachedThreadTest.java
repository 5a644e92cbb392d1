package cal.core.internal.activity;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.contract.Caller;
import cal.core.contract.CallingThreadModel;
import cal.core.contract.Work;
import cal.core.internal.engine.Engine;
import cal.core.internal.settings.Configuration;
import cal.core.internal.stage.OpenStage;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Interruption that reaches the activity that is meant, or nobody.
 *
 * <p>A stress test. Lincheck 3.7 runs on JDK 25, but a step of a worker has so many switch points
 * that its schedules, within seconds, missed a protocol broken on purpose; these rounds find it in
 * a fraction of one.
 */
@Timeout(300)
class AttachedThreadTest {
  private final Engine runtime = Engine.of(Configuration.of(Map.of()), List.of());
  private final OpenStage stage =
      new OpenStage(
          runtime.commons(), "work", Configuration.of(Map.of()), new CallingThreadModel(false));

  @AfterEach
  void close() {
    stage.close();
  }

  @Test
  void shouldInterruptTheActivityThatIsMeantAndNoOther() throws Exception {
    int rounds = 50_000;
    AtomicReference<StagedActivity> meant = new AtomicReference<>();
    AtomicReference<AttachedThread> worker = new AtomicReference<>();
    AtomicInteger misled = new AtomicInteger();
    AtomicInteger reached = new AtomicInteger();
    AtomicInteger delivered = new AtomicInteger();
    Caller runner =
        Caller.start(
            () -> {
              try (AttachedThread own = stage.attach()) {
                worker.set(own);
                // On one core it takes a while until the other thread comes at the right moment.
                for (int i = 0; i < rounds || delivered.get() == 0; i++) {
                  own.run(
                      Work.of(
                              stage,
                              () -> {
                                meant.set(AttachedThread.currentActivity());
                                for (int spin = 0; spin < 20; spin++) {
                                  Thread.onSpinWait();
                                }
                                reached.addAndGet(Thread.interrupted() ? 1 : 0);
                                return false;
                              })
                          .activity());
                  // One that came after that look, and none can come any more.
                  reached.addAndGet(Thread.interrupted() ? 1 : 0);
                  // Nobody means this one, whose turn comes just when the other's has ended.
                  own.run(
                      Work.of(
                              stage,
                              () -> {
                                for (int spin = 0; spin < 20; spin++) {
                                  Thread.onSpinWait();
                                }
                                misled.addAndGet(Thread.interrupted() ? 1 : 0);
                                return false;
                              })
                          .activity());
                }
              }
              return null;
            });
    StagedActivity last = null;
    while (runner.thread().isAlive()) {
      StagedActivity now = meant.get();
      if (now != null && now != last && worker.get().interrupt(now)) {
        delivered.incrementAndGet();
        last = now;
      }
    }
    runner.join();
    assertThat(misled).as("interrupts that reached another activity").hasValue(0);
    assertThat(reached).as("interrupts seen by the one that was meant").hasValue(delivered.get());
  }

  @Test
  void shouldNotInterruptWhatDoesNotRun() {
    try (AttachedThread worker = stage.attach()) {
      StagedActivity work = Work.of(stage, () -> false).activity();
      assertThat(worker.interrupt(work)).isFalse();
      worker.run(work);
      assertThat(worker.interrupt(work)).isFalse();
      assertThat(Thread.interrupted()).isFalse();
    }
  }

  @Test
  void shouldRestoreTheOuterWorker() {
    OpenStage other =
        new OpenStage(
            runtime.commons(), "other", Configuration.of(Map.of()), new CallingThreadModel(false));
    try (AttachedThread outer = stage.attach()) {
      assertThat(stage.worker()).isSameAs(outer);
      try (AttachedThread inner = other.attach()) {
        assertThat(other.worker()).isSameAs(inner);
      }
      assertThat(AttachedThread.current()).isSameAs(outer);
    }
    assertThat(AttachedThread.current()).isNull();
    other.close();
  }

  @Test
  void shouldAttachAThreadForAStepThatHasNoWorker() {
    AtomicReference<AttachedThread> during = new AtomicReference<>();
    boolean more =
        stage
            .worker()
            .run(
                Work.of(
                        stage,
                        () -> {
                          during.set(AttachedThread.current());
                          return true;
                        })
                    .activity());
    assertThat(more).isTrue();
    assertThat(during.get().stage()).isSameAs(stage);
    assertThat(AttachedThread.current()).isNull();
    assertThat(stage.workers()).isEmpty();
  }
}
