package cal.executor;

import cal.core.CapturedActivity;
import cal.core.Carrier;
import cal.core.Carriers;
import cal.core.ConcurrencyModel;
import cal.core.Stage;
import java.util.List;
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

  private record VirtualThreads(Stage stage) implements Carriers {
    @Override
    public void start(CapturedActivity activity) {
      Thread.ofVirtual().name(stage.nextThreadName()).start(new Task(stage, activity));
    }

    @Override
    public List<CapturedActivity> close() {
      return List.of();
    }
  }

  /** What a thread does. No lambda: {@link Carriers#start} says why. */
  private record Task(Stage stage, CapturedActivity activity) implements Runnable {
    private static final long TURN_NANOS = 250_000_000L;

    @Override
    public void run() {
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
