package cal.executor;

import cal.core.CapturedActivity;
import cal.core.Carrier;
import cal.core.Carriers;
import cal.core.ConcurrencyModel;
import cal.core.Stage;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.LockSupport;

/**
 * The model {@code virtual}: a virtual thread for each activity (JEP 444). After each step, its
 * answer sent, the thread yields, so that activities that never wait do not keep the others from
 * the few cores.
 */
public final class VirtualModel implements ConcurrencyModel {
  /** The name that selects this model. */
  public static final String NAME = "virtual";

  /** For {@link java.util.ServiceLoader}. */
  public VirtualModel() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String whenToChoose() {
    return "thousands of activities that mostly wait; the first to try";
  }

  @Override
  public Carriers open(Stage stage) {
    return new VirtualThreads(stage);
  }

  private static final class VirtualThreads implements Carriers {
    /** True in threads that are known to have the JDK's scheduler. */
    private static final ThreadLocal<Boolean> AT_HOME = ThreadLocal.withInitial(() -> false);

    private final Stage stage;

    /** A platform thread, made when it is first needed. */
    private final ExecutorService starter;

    VirtualThreads(Stage stage) {
      this.stage = stage;
      this.starter =
          Executors.newSingleThreadExecutor(
              Thread.ofPlatform()
                  .daemon()
                  .name("cal-" + NAME + "-" + stage.name() + "-starter")
                  .factory());
    }

    /**
     * A virtual thread inherits the scheduler of the one that makes it. One that is an event loop
     * would run the activity as well, so such a caller waits, parked, while a platform thread makes
     * it: what cannot be started is thrown here, and no more wait than there are callers.
     */
    @Override
    public void start(CapturedActivity activity) {
      Start start = new Start(stage, activity);
      if (!Thread.currentThread().isVirtual() || AT_HOME.get()) {
        start.run();
        return;
      }
      try {
        CompletableFuture.runAsync(start, starter).join();
      } catch (CompletionException failure) {
        throw new RejectedExecutionException(failure.getCause());
      }
    }

    /** Who waits for the starter still gets an answer. */
    @Override
    public List<CapturedActivity> close() {
      starter.shutdown();
      return List.of();
    }
  }

  /** Makes a thread. No lambda: {@link Carriers#start} says why. */
  private record Start(Stage stage, CapturedActivity activity) implements Runnable {
    @Override
    public void run() {
      Thread.ofVirtual().name(stage.nextThreadName()).start(new Task(stage, activity));
    }
  }

  /** What the thread does. */
  private record Task(Stage stage, CapturedActivity activity) implements Runnable {
    private static final long TURN_NANOS = 250_000_000L;

    @Override
    public void run() {
      VirtualThreads.AT_HOME.set(true);
      try (Carrier carrier = stage.attach()) {
        long turnEnds = System.nanoTime() + TURN_NANOS;
        while (carrier.run(activity)) {
          if (System.nanoTime() - turnEnds < 0) {
            Thread.yield();
          } else {
            goBehindNewcomers();
            turnEnds = System.nanoTime() + TURN_NANOS;
          }
        }
      }
    }

    /**
     * Waits for the least while. A thread that yields stays in the queue of its core, and JDK 25
     * looks for newcomers, which other threads started or woke up, only when that queue is empty:
     * two busy activities a core would keep every newcomer out for good. One that waits comes back
     * as a newcomer itself.
     */
    private void goBehindNewcomers() {
      LockSupport.parkNanos(this, 1);
    }
  }
}
