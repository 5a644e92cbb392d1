package cal.core.internal.stage;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.contract.CallingThreadModel;
import cal.core.contract.LogLines;
import cal.core.contract.Work;
import cal.core.internal.activity.AttachedThread;
import cal.core.internal.activity.InputWait;
import cal.core.internal.admission.Decision;
import cal.core.internal.engine.Engine;
import cal.core.internal.settings.Configuration;
import java.net.Socket;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Loops of a server's own, which close what they have opened behind their last turn. */
class LoopActivityTest {
  private final Engine runtime = Engine.of(Configuration.of(Map.of()), List.of());
  private final OpenStage stage =
      new OpenStage(
          runtime.commons(), "loop", Configuration.of(Map.of()), new CallingThreadModel(false));
  private final Socket client = new Socket();
  private final AtomicInteger turns = new AtomicInteger();

  @BeforeEach
  void nameTheSocket() {
    stage.loops(target -> client, left -> true);
  }

  @AfterEach
  void close() {
    stage.close();
    runtime.close();
  }

  private LoopActivity loop(Work.Body turn) {
    return new LoopActivity(
        stage,
        Work.on(
            stage,
            "server",
            () -> {
              turns.incrementAndGet();
              return turn.call();
            }));
  }

  /** Runs a step, and what comes next in a drain. */
  private void drainAfterAStep(LoopActivity activity) {
    endAfterAStep(activity);
    assertThat(client.isClosed()).isTrue();
  }

  private void endAfterAStep(LoopActivity activity) {
    assertThat(stage.admission().enter(activity)).isEqualTo(Decision.ADMITTED);
    try (AttachedThread worker = stage.attach()) {
      assertThat(worker.run(activity)).isTrue();
      stage.drain();
      assertThat(worker.run(activity)).isFalse();
    }
    assertThat(stage.inFlight()).isZero();
  }

  /** As a pool does: the steps of two clients share a thread, and one client has two threads. */
  @Test
  void shouldCarryThreadLocalsFromStepToStep() throws Exception {
    ThreadLocal<String> user = new ThreadLocal<>();
    InheritableThreadLocal<String> region = new InheritableThreadLocal<>();
    List<String> seen = new CopyOnWriteArrayList<>();
    region.set("north");
    LoopActivity ann = users("ann", user, region, seen);
    region.set("south");
    LoopActivity bob = users("bob", user, region, seen);
    region.remove();

    try (AttachedThread worker = stage.attach()) {
      assertThat(worker.run(ann)).isTrue();
      assertThat(worker.run(bob)).isTrue();
      assertThat(user.get()).isNull();
      Thread other =
          Thread.ofPlatform()
              .start(
                  () -> {
                    try (AttachedThread another = stage.attach()) {
                      another.run(ann);
                    }
                  });
      other.join();
      assertThat(worker.run(bob)).isFalse();
    }
    assertThat(seen).containsExactly("null north", "null south", "ann northern", "bob southern");
    assertThat(user.get()).isNull();
    assertThat(region.get()).isNull();
  }

  /** A pool of the server's is free again at once. */
  @Test
  void shouldSayOnceThatABoundedPoolBeginsTheLoops() throws Exception {
    OpenStage pooled =
        new OpenStage(
            runtime.commons(), "pooled", Configuration.of(Map.of()), new CallingThreadModel(false));
    pooled.loops(target -> client, left -> true);
    try (LogLines log = new LogLines("a pool of the server");
        ExecutorService pool = Executors.newFixedThreadPool(1)) {
      Callable<Object> spawn =
          () -> new LoopActivity(pooled, Work.on(pooled, "server", () -> false));
      pool.submit(spawn).get();
      pool.submit(spawn).get();
      assertThat(log.lines())
          .singleElement()
          .asString()
          .contains("stage=pooled: ", "cal.stage.pooled.max-in-flight does");
    }
    pooled.close();
  }

  private LoopActivity users(
      String name, ThreadLocal<String> user, ThreadLocal<String> region, List<String> seen) {
    LoopActivity activity =
        loop(
            () -> {
              boolean first = user.get() == null;
              seen.add(user.get() + " " + region.get());
              user.set(name);
              region.set(region.get() + "ern");
              return first;
            });
    assertThat(stage.admission().enter(activity)).isEqualTo(Decision.ADMITTED);
    return activity;
  }

  @Test
  void shouldRunToItsEndWhereADrainClosesItsSocket() {
    drainAfterAStep(loop(() -> !client.isClosed()));
    assertThat(turns).hasValue(2);
  }

  @Test
  void shouldCloseTheSocketReadLastWhereTheFileNamesNone() {
    stage.loops(target -> null, left -> true);
    LoopActivity activity = loop(() -> !client.isClosed());
    activity.reader().readsNext(client);
    drainAfterAStep(activity);
    assertThat(turns).hasValue(2);
  }

  @Test
  void shouldRunToItsEndWhereADrainHasClosedItsListener() {
    stage.loops(target -> null, left -> true);
    AtomicInteger behind = new AtomicInteger();
    LoopActivity activity =
        loop(
            () -> {
              if (stage.draining()) {
                behind.incrementAndGet();
                return false; // as an accept that fails
              }
              InputWait accept = AttachedThread.currentActivity().reader();
              accept.beforeAccept();
              accept.afterAccept(Work.backlog());
              return true;
            });
    endAfterAStep(activity);
    assertThat(behind).hasValue(1);
  }

  @Test
  void shouldGiveItsPermitBackWhereItsSocketCannotBeAskedFor() {
    stage.loops(
        target -> {
          throw new IllegalStateException("a getter of the server");
        },
        left -> true);
    endAfterAStep(loop(() -> true));
  }

  @Test
  void shouldGiveItsPermitBackWhereItsSocketCannotBeClosed() {
    stage.loops(target -> new UnclosableSocket(), left -> true);
    endAfterAStep(loop(() -> true));
  }

  private static final class UnclosableSocket extends Socket {
    @Override
    public void close() {
      throw new IllegalStateException("a close of the server");
    }
  }

  @Test
  void shouldBeLeftWhereNobodyKnowsItsSocket() {
    stage.loops(target -> null, left -> true);
    endAfterAStep(loop(() -> true));
    assertThat(turns).as("turns: another could wait for its client for ever").hasValue(1);
  }

  @Test
  void shouldAwaitInputBehindItsFirstStepAlone() {
    stage.awaits(target -> client);
    LoopActivity activity = loop(() -> !client.isClosed());
    assertThat(activity.awaits()).as("of the step that opens the loop").isNull();
    drainAfterAStep(activity);
    assertThat(activity.awaits()).isSameAs(client);
  }

  @Test
  void shouldEndByWhatItsLastTurnThrows() {
    drainAfterAStep(
        loop(
            () -> {
              if (client.isClosed()) {
                throw new IllegalStateException("the socket is closed");
              }
              return true;
            }));
    assertThat(turns).hasValue(2);
    assertThat(stage.status().failed()).isZero();
  }

  @Test
  void shouldBeLeftWhereItDoesNotEnd() {
    drainAfterAStep(loop(() -> true));
    assertThat(turns).hasValueGreaterThan(2).hasValueLessThan(100);
  }

  @Test
  void shouldRunToItsEndWhereItIsRefused() {
    stage.drain();
    stage.admission().spawn(loop(() -> !client.isClosed()));
    assertThat(client.isClosed()).isTrue();
    assertThat(turns).hasValue(1);
    assertThat(stage.status().rejected()).isOne();
  }

  @Test
  void shouldCloseNothingBehindALoopThatHasEnded() {
    stage.admission().spawn(loop(() -> false));
    assertThat(turns).hasValue(1);
    assertThat(client.isClosed()).isFalse();
  }
}
