package cal.reactive;

import cal.core.internal.support.Opening;
import cal.core.spi.ActivityScheduler;
import cal.core.spi.ActivityScheduler.LeftActivity;
import cal.core.spi.CapturedActivity;
import cal.core.spi.SocketProvider;
import cal.core.spi.Stage;
import cal.reactive.internal.group.Loops;
import cal.reactive.internal.loop.Loop;
import cal.reactive.internal.socket.LoopSockets;
import cal.reactive.internal.step.JdkTask;
import cal.reactive.internal.step.Leaving;
import cal.reactive.internal.step.LoopStep;
import cal.reactive.internal.step.LoopWorker;
import cal.reactive.internal.step.Readiness;
import cal.reactive.internal.transport.Transport;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import java.util.function.Predicate;

/**
 * Runs each activity of a stage as a virtual thread, scheduled by an event loop, or else by the
 * JDK. Thread-safe.
 */
final class ReactiveScheduler implements ActivityScheduler {
  /** Enough calls of a method for its compilation. */
  private static final int WARM = 512;

  private static final AtomicBoolean WARMED = new AtomicBoolean();

  private final Stage stage;
  private final Loops loops;
  private final SocketProvider sockets;
  private final Leaving leaving;

  private ReactiveScheduler(Stage stage, Shared shared, Leaving leaving) {
    this.stage = stage;
    this.loops = shared.loops();
    this.sockets = shared.sockets();
    this.leaving = leaving;
    loops.watchdog().watch(stage);
    if (loops.schedule() && WARMED.compareAndSet(false, true)) {
      warmUp();
    }
  }

  /**
   * Has the lasting frames on an activity's stack compiled. With an interpreted frame, each wait
   * takes the JDK's slow path, also after everything else is compiled: the first connections of a
   * server would cost a tenth more for life.
   */
  private void warmUp() {
    Loop loop = loops.place();
    for (int i = 0; i < WARM; i++) {
      LoopWorker none = new LoopWorker(null, null);
      none.start(loops.unstarted(loop, "cal-warm-up", none));
    }
  }

  /**
   * The scheduler of a stage, on loops shared with the other stages of the model.
   *
   * @param stage the stage
   * @param model the name of the model
   * @param number of loops, asked for the first stage
   * @param ring whether io_uring is beneath the loops without a chosen transport
   * @return the scheduler
   */
  static ActivityScheduler open(Stage stage, String model, IntSupplier number, boolean ring) {
    Leaving leaving = new Leaving(stage.setting(ReactiveSettings.CALL_LEFT_AFTER).toMillis());
    Shared shared =
        stage.shared(Shared.class, () -> Shared.of(stage, model, number.getAsInt(), ring));
    return new ReactiveScheduler(stage, shared, leaving);
  }

  /** The common parts of a model's stages. */
  record Shared(Loops loops, LoopSockets sockets) implements AutoCloseable {
    static Shared of(Stage stage, String model, int number, boolean ring) {
      ReactiveSettings settings = ReactiveSettings.of(stage);
      Transport transport = ring ? settings.transport().withRing() : settings.transport();
      try (Opening opening = new Opening()) {
        Loops loops =
            opening.get(
                () ->
                    new Loops(
                        "cal-" + model,
                        number,
                        settings.patience(),
                        settings.readAhead(),
                        transport,
                        settings.scheduling(),
                        settings.cores()),
                Loops::close);
        LoopSockets sockets =
            opening.get(
                () -> new LoopSockets(loops, settings.backlog(), settings.limits()),
                LoopSockets::close);
        opening.complete();
        return new Shared(loops, sockets);
      }
    }

    @Override
    public void close() throws Exception {
      sockets.close();
      loops.close();
    }
  }

  /** Where activities leave their steps, present workers run the new activity's steps as well. */
  @Override
  public void start(CapturedActivity activity) {
    Loop loop = loops.place();
    if (!loops.schedule()) {
      JdkTask.start(stage, activity, loop);
      return;
    }
    boolean leaves = stage.leavesSteps();
    LoopStep step = new LoopStep(activity, loop, leaves ? leaving : null);
    loop.activities().incrementAndGet();
    try {
      if (leaves) {
        loop.start(step);
      } else {
        LoopWorker worker = new LoopWorker(null, step);
        worker.start(loops.unstarted(loop, stage.nextThreadName(), worker));
      }
    } catch (Throwable notStarted) {
      loop.activities().decrementAndGet();
      throw notStarted;
    }
  }

  /**
   * The loop counts the thread from now on, so threads made before its start go elsewhere. An
   * unstarted thread is counted for good: the placement is misled, no more.
   */
  @Override
  public Optional<Thread> unstarted(String name, Runnable body) {
    Loop loop = loops.place();
    loop.activities().incrementAndGet();
    return Optional.of(loops.unstarted(loop, name, new Own(body, loop)));
  }

  /** The work of a thread, started by its maker. */
  private record Own(Runnable body, Loop placedOn) implements Runnable {
    @Override
    public void run() {
      try {
        body.run();
      } finally {
        placedOn.activities().decrementAndGet();
      }
    }
  }

  @Override
  public Optional<SocketProvider> sockets() {
    return Optional.of(sockets);
  }

  @Override
  public boolean takesThreads() {
    return loops.schedule();
  }

  @Override
  public Collection<LeftActivity> left() {
    List<LeftActivity> left = new ArrayList<>();
    forEachLeft(step -> left.add(step.whileLeft()));
    return left;
  }

  @Override
  public void resume(Predicate<CapturedActivity> which, Consumer<LeftActivity> claimed) {
    forEachLeft(
        step -> {
          if (which.test(step.activity())) {
            step.resume(claimed);
          }
        });
  }

  private void forEachLeft(Consumer<LoopStep> visitor) {
    for (Loop loop : loops.all()) {
      Readiness.forEachLeft(
          loop,
          step -> {
            if (step.isOf(leaving)) {
              visitor.accept(step);
            }
          });
    }
  }

  /** The loops are closed with the runtime; a waiting thread ends then. */
  @Override
  public List<CapturedActivity> close() {
    List<CapturedActivity> never = new ArrayList<>();
    forEachLeft(
        step -> {
          if (step.claim()) {
            never.add(step.activity());
          }
        });
    return never;
  }
}
