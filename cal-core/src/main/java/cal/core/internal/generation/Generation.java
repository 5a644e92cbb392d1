package cal.core.internal.generation;

import cal.core.internal.support.Opening;
import cal.core.spi.ActivityScheduler;
import cal.core.spi.ConcurrencyModel;
import cal.core.spi.CoreSettings;
import cal.core.spi.Stage;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * A model in use by a stage from one switch to the next: its settings, and its scheduler.
 * Activities inside are counted, so that an empty generation can be closed. Thread-safe.
 */
public final class Generation {
  private final ConcurrencyModel model;
  private final ActivityScheduler scheduler;
  private final List<Object> settings;
  private final int workersAtMost;

  /** Ends the share in the model's part. */
  private final Runnable unshare;

  private final AtomicInteger inside = new AtomicInteger();

  /** Waits for the last activity to leave; null for none. */
  private volatile Thread closer;

  private Generation(
      ConcurrencyModel model,
      ActivityScheduler scheduler,
      List<Object> settings,
      int queueCapacity,
      Runnable unshare) {
    this.model = model;
    this.scheduler = scheduler;
    this.settings = settings;
    this.unshare = unshare;
    this.workersAtMost =
        scheduler.bounded() ? scheduler.capacity() - queueCapacity : Integer.MAX_VALUE;
  }

  /**
   * Has the model of a choice open a stage.
   *
   * @param parts the shared objects of models
   * @throws RuntimeException or an error, in case of a failure: nothing is kept then
   */
  public static Generation open(Stage stage, SharedParts parts, StageChoice choice) {
    choice.requireCores(stage);
    ConcurrencyModel model = choice.model();
    List<Object> settings = choice.settings(stage.name());
    int queue = choice.configuration().get(CoreSettings.QUEUE_CAPACITY, stage.name());
    Runnable unshare = () -> parts.leave(model);
    try (Opening opening = new Opening()) {
      opening.get(
          () -> {
            parts.enter(model);
            return unshare;
          },
          Runnable::run);
      ActivityScheduler made = opening.get(() -> model.open(stage), ActivityScheduler::close);
      Generation opened = new Generation(model, made, settings, queue, unshare);
      opening.complete();
      return opened;
    }
  }

  /** Closes a generation without activities, for good. */
  public void giveUp() {
    try {
      scheduler.close();
    } finally {
      unshare.run();
    }
  }

  /** The most activities at a time: further activities wait in the queue. */
  public int workersAtMost() {
    return workersAtMost;
  }

  public boolean is(ConcurrencyModel other, List<Object> withSettings) {
    return model == other && settings.equals(withSettings);
  }

  public ConcurrencyModel model() {
    return model;
  }

  public ActivityScheduler scheduler() {
    return scheduler;
  }

  /** Whether captured calls simply proceed in their caller. */
  public boolean inPlace() {
    return scheduler == SequentialModel.IN_PLACE;
  }

  public void enter() {
    inside.incrementAndGet();
  }

  public void leave() {
    inside.decrementAndGet();
    wakeCloser();
  }

  public void wakeCloser() {
    Thread waits = closer;
    if (waits != null) {
      LockSupport.unpark(waits);
    }
  }

  /** Sets the waiter for the last activity; null for none. */
  public void closedBy(Thread waits) {
    closer = waits;
  }

  public boolean hasCloser() {
    return closer != null;
  }

  /** Whether none is left: for good, where nobody enters any more. */
  public boolean isEmpty() {
    return inside.get() == 0;
  }
}
