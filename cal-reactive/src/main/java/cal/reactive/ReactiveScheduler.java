package cal.reactive;

import cal.core.spi.ActivityScheduler;
import cal.core.spi.CapturedActivity;
import cal.core.spi.SocketProvider;
import cal.core.spi.Stage;
import cal.core.spi.Turn;
import cal.core.spi.Worker;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntSupplier;

/**
 * Runs each activity of a stage as a virtual thread that an event loop schedules, or the JDK where
 * no loop can. Thread-safe.
 */
final class ReactiveScheduler implements ActivityScheduler {
  /** Enough calls of a method to have it compiled. */
  private static final int WARM = 512;

  private static final AtomicBoolean WARMED = new AtomicBoolean();

  private final Stage stage;
  private final Loops loops;
  private final SocketProvider sockets;

  private ReactiveScheduler(Stage stage, Shared shared) {
    this.stage = stage;
    this.loops = shared.loops();
    this.sockets = shared.sockets();
    loops.watchdog().watch(stage);
    if (loops.schedule() && WARMED.compareAndSet(false, true)) {
      warmUp();
    }
  }

  /**
   * Has the frames compiled that stay on the stack of an activity for its life. With an interpreted
   * one among them, each wait takes the JDK's slow path, also after everything else is compiled:
   * the first connections of a server would cost a tenth more for as long as they live.
   */
  private void warmUp() {
    Loop loop = loops.place();
    for (int i = 0; i < WARM; i++) {
      JdkThreads.unstarted(loop, "cal-warm-up", new LoopTask(stage, null, loop)).start();
    }
  }

  /** The scheduler of a stage, on loops that it shares with the other stages of its model. */
  static ActivityScheduler open(Stage stage, String model, IntSupplier number) {
    Shared shared = stage.shared(Shared.class, () -> Shared.of(stage, model, number.getAsInt()));
    return new ReactiveScheduler(stage, shared);
  }

  /** The parts that the stages of one model have in common. */
  private record Shared(Loops loops, SocketProvider sockets) implements AutoCloseable {
    static Shared of(Stage stage, String model, int number) {
      ReactiveSettings settings = ReactiveSettings.of(stage);
      Loops loops =
          new Loops(
              "cal-" + model,
              number,
              settings.patience(),
              settings.readAhead(),
              settings.transport(),
              settings.scheduling());
      return new Shared(loops, new LoopSockets(loops, settings.backlog(), settings.limits()));
    }

    @Override
    public void close() throws InterruptedException {
      loops.close();
    }
  }

  @Override
  public void start(CapturedActivity activity) {
    Loop loop = loops.place();
    if (!loops.schedule()) {
      JdkTask.start(stage, activity, loop);
      return;
    }
    Thread thread =
        JdkThreads.unstarted(loop, stage.nextThreadName(), new LoopTask(stage, activity, loop));
    loop.activities().incrementAndGet();
    try {
      thread.start();
    } catch (Throwable notStarted) {
      loop.activities().decrementAndGet();
      throw notStarted;
    }
  }

  /**
   * Its loop counts it from now on, so that others which are made before it is started go
   * elsewhere. One that is never started is counted for good: that misleads the placement, no more.
   */
  @Override
  public Optional<Thread> unstarted(String name, Runnable body) {
    Loop loop = loops.place();
    loop.activities().incrementAndGet();
    return Optional.of(loops.unstarted(loop, name, new Own(body, loop)));
  }

  /** The work of a thread that its maker starts. */
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

  /** The work of an activity's thread; none, to warm up. */
  private static final class LoopTask extends Turn implements Runnable {
    private final Stage stage;
    private final CapturedActivity activity;
    private final Loop placedOn;
    private long lastTurn;

    LoopTask(Stage stage, CapturedActivity activity, Loop placedOn) {
      this.stage = stage;
      this.activity = activity;
      this.placedOn = placedOn;
    }

    @Override
    public void run() {
      if (activity == null) {
        return;
      }
      try (Worker worker = stage.attach()) {
        lastTurn = turn();
        run(worker, activity);
      } catch (Throwable broken) {
        activity.giveUp(broken);
      } finally {
        placedOn.activities().decrementAndGet();
      }
    }

    /** An activity that waited in its step has let the others go first already. */
    @Override
    protected boolean goesOn(CapturedActivity same) {
      long turn = turn();
      if (turn == lastTurn && !LoopThread.current().mayAcceptMore()) {
        Thread.yield();
        turn = turn();
      }
      lastTurn = turn;
      return true;
    }

    private static long turn() {
      return LoopThread.current().turns();
    }
  }

  @Override
  public Optional<SocketProvider> sockets() {
    return Optional.of(sockets);
  }

  /** The loops are closed with the runtime; what still waits there ends when it is called. */
  @Override
  public List<CapturedActivity> close() {
    return List.of();
  }
}
